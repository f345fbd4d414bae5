import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tenant } from '../../../../shared/table/tenant.ts'
import { type Interruption, interrupted } from '../../../support/interrupted.ts'
import type { LocalLockedBucket } from '../../../support/locked-bucket.ts'
import {
  addUp,
  bytesOf,
  chargeMany,
  checked,
  dayMs,
  drawTenant,
  dueMs,
  objectsOf,
  readMonth,
  sealAt,
  startLedger,
} from './stage.ts'

/* What happens between any two calls of a sealing. */

let bucket: LocalLockedBucket
beforeAll(async () => {
  bucket = await startLedger()
  // Whoever signs first makes the key.
  await sealAt(drawTenant(), dueMs)
})
afterAll(() => bucket[Symbol.asyncDispose]())

const open = async () => {
  const tenant = drawTenant()
  await addUp(await chargeMany(tenant, 5))
  return { tenant, before: await readMonth(tenant) }
}

/** Interrupts the sealing of fresh months at each of its calls, as long as there are any. */
const atEachCall = async (
  interruption: (tenant: Tenant) => Interruption,
  judge: (ledger: Awaited<ReturnType<typeof open>>, at: number) => Promise<void>,
): Promise<number> => {
  for (let at = 1; ; at++) {
    const ledger = await open()
    const { tenant } = ledger
    const isReached = await interrupted(bucket, () => sealAt(tenant, dueMs), at, interruption(tenant))
    await judge(ledger, at)
    if (!isReached) return at - 1
  }
}

/** Two months since its organisation was made: one without lines, and one with five. */
const expectSealed = async (tenant: Tenant, at: number) => {
  expect(objectsOf(bucket, tenant), `at call ${at}`).toEqual(
    ['2026-09', '2026-10'].map(month => `${tenant.organisationId}/live/${month}`),
  )
  for (const [of, lines] of [
    ['2026-09', 0],
    ['2026-10', 5],
  ] as const)
    expect(await checked(tenant, { of, limit: 100 }), `${of} at call ${at}`).toEqual({
      findings: [],
      lines,
      pages: 1,
    })
}

it.each(['before', 'after'] as const)(
  'a death %s a call leaves whole seals or none, and the next day seals the rest',
  async death => {
    const calls = await atEachCall(
      () => ({ death }),
      async ({ tenant, before }, at) => {
        expect(await readMonth(tenant), `after call ${at}`).toBe(before)
        const seals = objectsOf(bucket, tenant).map(key => [key, bytesOf(bucket, key)] as const)
        await sealAt(tenant, dueMs + dayMs)
        await expectSealed(tenant, at)
        for (const [key, bytes] of seals) expect(bytesOf(bucket, key)).toEqual(bytes)
        expect(await readMonth(tenant)).toBe(before)
      },
    )
    expect(calls).toBeGreaterThanOrEqual(12)
  },
  120_000,
)

describe('between any two calls', () => {
  it('another sealing does the same, and both end as one', async () => {
    const calls = await atEachCall(
      tenant => ({ before: () => sealAt(tenant, dueMs) }),
      ({ tenant }, at) => expectSealed(tenant, at),
    )
    expect(calls).toBeGreaterThanOrEqual(12)
  }, 120_000)

  it('four at once seal once', async () => {
    const { tenant } = await open()
    await Promise.allSettled([1, 2, 3, 4].map(() => sealAt(tenant, dueMs)))
    await sealAt(tenant, dueMs + dayMs)
    await expectSealed(tenant, 0)
  })
})
