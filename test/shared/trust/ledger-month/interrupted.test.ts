import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Charge } from '../../../../shared/ledger/line.ts'
import type { Tenant } from '../../../../shared/table/tenant.ts'
import { type Interruption, interrupted } from '../../../support/interrupted.ts'
import type { LocalLockedBucket } from '../../../support/locked-bucket.ts'
import { isNightly } from '../../../support/tier.ts'
import {
  charge,
  chargeMany,
  chargeOf,
  closeAt,
  closedOf,
  dayMs,
  drawTenant,
  dueMs,
  ledgerIds,
  nextMs,
  objectsOf,
  readMonth,
  startLedger,
  tableIds,
} from './stage.ts'

/* What happens between any two calls of a month's closing. */

let bucket: LocalLockedBucket
beforeAll(async () => {
  bucket = await startLedger()
})
afterAll(() => bucket[Symbol.asyncDispose]())

interface Ledger {
  readonly tenant: Tenant
  readonly charges: readonly Charge[]
  readonly before: string
}

const open = async (): Promise<Ledger> => {
  const tenant = drawTenant()
  const charges = await chargeMany(tenant, 5)
  return { tenant, charges, before: await readMonth(tenant) }
}

const stored = async (): Promise<Ledger> => {
  const ledger = await open()
  await closeAt(ledger.tenant, dueMs)
  return ledger
}

/** Interrupts the closing of fresh months at each of its calls, as long as there are any; by day at some. */
const atEachCall = async (
  make: () => Promise<Ledger>,
  work: (tenant: Tenant) => Promise<unknown>,
  interruption: (ledger: Ledger) => Interruption,
  judge: (ledger: Ledger, at: number, isReached: boolean) => Promise<void>,
  byDay = 1,
): Promise<number> => {
  for (let at = 1; ; at += isNightly ? 1 : byDay) {
    const ledger = await make()
    const isReached = await interrupted(bucket, () => work(ledger.tenant), at, interruption(ledger))
    await judge(ledger, at, isReached)
    if (!isReached) return at - 1
  }
}

const bothSteps = async (tenant: Tenant): Promise<void> => {
  await closeAt(tenant, dueMs)
  await closeAt(tenant, nextMs)
}

/** On the days after it, as it comes again. */
const goOn = async (tenant: Tenant): Promise<void> => {
  for (const days of [1, 2, 3, 4]) await closeAt(tenant, nextMs + days * dayMs)
}

const ids = (charges: readonly Charge[]): readonly number[] =>
  charges
    .toSorted((one, other) => (one.chargedAt < other.chargedAt ? -1 : 1))
    .map(({ verificationId }) => verificationId)

describe.each(['before', 'after'] as const)('a death %s a call', death => {
  it.each([
    ['storing', open, dueMs, 12],
    ['deleting', stored, nextMs, 15],
  ] as const)(
    'of %s loses nothing, and the next days end it the same',
    async (_step, make, nowMs, most) => {
      const calls = await atEachCall(
        make,
        tenant => closeAt(tenant, nowMs),
        () => ({ death }),
        async ({ tenant, before }, at) => {
          expect(await readMonth(tenant), `after call ${at}`).toBe(before)
          await goOn(tenant)
          expect(await readMonth(tenant), `in the end after call ${at}`).toBe(before)
          expect(await tableIds(tenant)).toEqual([])
          expect(objectsOf(bucket, tenant)).toHaveLength(1)
          expect((await closedOf(tenant)).map(({ chunks }) => chunks[0]!.lines)).toEqual([5])
        },
      )
      expect(calls).toBeGreaterThanOrEqual(most)
    },
    120_000,
  )
})

describe('between any two calls', () => {
  it('somebody who reads has the same bytes', async () => {
    let read = ''
    const calls = await atEachCall(
      open,
      bothSteps,
      ({ tenant }) => ({
        before: async () => {
          read = await readMonth(tenant)
        },
      }),
      async ({ tenant, before }, at, isReached) => {
        if (isReached) expect(read, `at call ${at}`).toBe(before)
        expect(await readMonth(tenant)).toBe(before)
      },
    )
    expect(calls).toBeGreaterThan(25)
  }, 120_000)

  it('a line that comes late is not lost, and counts once', async () => {
    const calls = await atEachCall(
      open,
      bothSteps,
      ({ tenant }) => ({ before: () => charge(chargeOf(tenant, 9, Date.parse('2026-10-20T12:01:30.000Z'))) }),
      async ({ tenant, charges }, at, isReached) => {
        const late = chargeOf(tenant, 9, Date.parse('2026-10-20T12:01:30.000Z'))
        const all = ids(isReached ? [...charges, late] : charges)
        expect(await ledgerIds(tenant), `at call ${at}`).toEqual(all)
        const before = await readMonth(tenant)
        await goOn(tenant)
        expect(await tableIds(tenant), `at call ${at}`).toEqual([])
        expect(await readMonth(tenant), `at call ${at}`).toBe(before)
        const held = (await closedOf(tenant)).flatMap(({ chunks }) => chunks.map(({ lines }) => lines))
        expect(held.reduce((sum, lines) => sum + lines, 0)).toBe(all.length)
      },
    )
    expect(calls).toBeGreaterThan(25)
  }, 120_000)

  it('another closing does the same', async () => {
    const calls = await atEachCall(
      open,
      bothSteps,
      ({ tenant }) => ({ before: () => bothSteps(tenant) }),
      async ({ tenant, before }, at) => {
        await goOn(tenant)
        expect(await readMonth(tenant), `at call ${at}`).toBe(before)
        expect(await tableIds(tenant)).toEqual([])
        expect(objectsOf(bucket, tenant)).toHaveLength(1)
      },
    )
    expect(calls).toBeGreaterThan(20)
  }, 120_000)

  it('four at once end as one', async () => {
    for (let round = 0; round < 3; round++) {
      const { tenant, before } = await open()
      for (const nowMs of [dueMs, nextMs]) await Promise.all([1, 2, 3, 4].map(() => closeAt(tenant, nowMs)))
      await goOn(tenant)
      expect(await readMonth(tenant)).toBe(before)
      expect(objectsOf(bucket, tenant)).toHaveLength(1)
      expect((await closedOf(tenant)).map(({ n }) => n)).toEqual([1])
    }
  })
})
