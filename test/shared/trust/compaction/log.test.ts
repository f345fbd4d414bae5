import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { deleteCompacted } from '../../../../shared/table/compacted-object.ts'
import { findAnyCompaction } from '../../../../shared/table/compaction-store.ts'
import { database } from '../../../../shared/table/driver.ts'
import { compactionKey } from '../../../../shared/table/keys.ts'
import type { VerificationKey } from '../../../../shared/table/tenant.ts'
import { eraseCompacted, eraseFacts } from '../../../../shared/trail/erase-store.ts'
import { openingDays } from '../../../../shared/trail/hour.ts'
import { readTrail } from '../../../../shared/trail/read-store.ts'
import { compactVerification } from '../../../../shared/trust/compaction/compact.ts'
import { buildInclusion } from '../../../../shared/trust/trail-log/inclusion.ts'
import { checkLog, checkRound, rangesToCheck } from '../../../../shared/trust/trail-log/check.ts'
import { closeHours } from '../../../../shared/trust/trail-log/close-hours.ts'
import { findLastClosedHour, parseLeaves, readLeaves } from '../../../../shared/trust/trail-log/log.ts'
import type { LocalLockedBucket } from '../../../support/locked-bucket.ts'
import { watchCounts } from '../../../support/metric-lines.ts'
import { endedAs } from './ends.ts'
import { atTime, compactAt, dayMs, dueMs, nextMs, startCompactions, startMs } from './stage.ts'

/* The log of the trails knows every entry, wherever it is stored. */

let bucket: LocalLockedBucket
let keys: readonly VerificationKey[]
const logged = vi.spyOn(console, 'info').mockImplementation(() => {})

const hourMs = 3_600_000
const checkedMs = startMs + 3 * hourMs

beforeAll(async () => {
  bucket = await startCompactions()
  const names = ['verified', 'cancelled', 'expired', 'disputed and revised']
  const made: VerificationKey[] = []
  for (const name of names) made.push(await endedAs(name, 'address', startMs))
  keys = made
  atTime(checkedMs)
  await closeHours(checkedMs)
})
afterAll(async () => {
  vi.useRealTimers()
  await bucket[Symbol.asyncDispose]()
})

const check = async (isOpened?: (key: VerificationKey) => boolean) => {
  const { findings, ...counts } = await checkLog(checkedMs, undefined, isOpened)
  return { counts, faults: findings.map(({ fault, verificationId, n }) => ({ fault, verificationId, n })) }
}
const never = () => false

it('is closed before anything of its hours is compacted', async () => {
  const [key] = keys as [VerificationKey]
  atTime(dueMs)
  expect(await findLastClosedHour(checkedMs)).toBe('2026-09-01T09')
  expect(await compactVerification(key, { closedUpTo: '2026-09-01T07', nowMs: dueMs })).toBe('tooEarly')
})

it('has the same to say of entries in objects as in the table', async () => {
  const before = await check()
  expect(before).toMatchObject({ faults: [] })
  expect(before.counts.entries).toBeGreaterThan(20)
  const inclusions = () =>
    Promise.all(
      keys.map(async key => {
        const [entry] = await readTrail(key, checkedMs)
        return buildInclusion(key, entry!, checkedMs)
      }),
    )
  const proofs = await inclusions()
  expect(proofs.every(proof => proof!.hour === '2026-09-01T08')).toBe(true)
  for (const nowMs of [dueMs, nextMs]) for (const key of keys) await compactAt(key, nowMs)
  expect(await check()).toEqual(before)
  expect(await check(never)).toEqual(before)
  expect(await inclusions()).toEqual(proofs)
  const leaves = parseLeaves((await readLeaves('2026-09-01T08'))!)
  expect(leaves.length).toBe(before.counts.entries)
})

it('accepts an erasure of an object', async () => {
  const [, key] = keys as [VerificationKey, VerificationKey]
  atTime(nextMs + dayMs)
  await eraseFacts(key, { at: new Date(nextMs + dayMs).toISOString(), isDry: false })
  await eraseCompacted(key)
  expect((await check()).faults).toEqual([])
})

it('names each entry of an object that is gone, when it is opened', async () => {
  const [, , key] = keys as [VerificationKey, VerificationKey, VerificationKey]
  const { n, object } = (await findAnyCompaction(key))!
  await deleteCompacted(key, object!)
  expect((await check(never)).faults).toEqual([])
  const { verificationId } = key
  expect((await check()).faults).toEqual(
    [...Array(n).keys()].map(index => ({ fault: 'missing', verificationId, n: index + 1 })),
  )
})

it('finds that one is gone on the day on which it is opened, one of 32', async () => {
  const [, , { verificationId }] = keys as [VerificationKey, VerificationKey, VerificationKey]
  const hour = '2026-09-01T08'
  const isInRound = (ms: number) => rangesToCheck(ms).some(({ from, to }) => from <= hour && hour <= to)
  const findsOn = async (day: number): Promise<boolean> => {
    const roundMs = [...Array(24).keys()].map(hours => day * dayMs + hours * hourMs).find(isInRound)!
    logged.mockClear()
    using _silenced = watchCounts()
    await checkRound(roundMs)
    return logged.mock.calls.some(([line]) => line.failure === 'missing')
  }
  const days = [...Array(openingDays).keys()].map(later => Math.ceil(nextMs / dayMs) + later)
  const finding: number[] = []
  for (const day of days) if (await findsOn(day)) finding.push(day)
  expect(finding.map(day => day % 32)).toEqual([verificationId % 32])
})

it('names each entry of which the table has another digest, and all of them if it has none', async () => {
  const [, , , key] = keys as [VerificationKey, VerificationKey, VerificationKey, VerificationKey]
  const { verificationId } = key
  const item = compactionKey(key, verificationId)
  const { n, digests } = (await findAnyCompaction(key))!
  const changed = new Uint8Array(digests!)
  changed[40]! ^= 1
  await database.write({ update: item, set: { digests: changed } })
  const own = async () => (await check(never)).faults.filter(fault => fault.verificationId === verificationId)
  expect(await own()).toEqual([{ fault: 'replaced', verificationId, n: 2 }])
  await database.write({ delete: item })
  expect((await own()).map(({ fault }) => fault)).toEqual(Array(n).fill('missing'))
})
