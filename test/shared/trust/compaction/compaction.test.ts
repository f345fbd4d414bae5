import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFirstDataKey } from '../../../../shared/table/data-key-rotation.ts'
import { clearDataKeyCache } from '../../../../shared/table/data-key-store.ts'
import { trailPartition } from '../../../../shared/table/keys.ts'
import { queryAll } from '../../../../shared/table/paging.ts'
import type { Key } from '../../../../shared/table/port.ts'
import type { VerificationKey } from '../../../../shared/table/tenant.ts'
import { findTrailBreak, toCheckedPage } from '../../../../shared/trail/check.ts'
import { eventsIn } from '../../../../shared/trail/entry.ts'
import { eraseCompacted, eraseFacts } from '../../../../shared/trail/erase-store.ts'
import { readActs, readTrailPage } from '../../../../shared/trail/page-store.ts'
import { findLogHour, readTrail } from '../../../../shared/trail/read-store.ts'
import { noteReading } from '../../../../shared/trail/reading-store.ts'
import { writeWithTrail } from '../../../../shared/trail/store.ts'
import { compactVerification } from '../../../../shared/trust/compaction/compact.ts'
import { exportReaders } from '../../../../shared/trust/export-files.ts'
import { exportedKinds } from '../../../../shared/trust/export-exclusions.ts'
import { eraseById } from '../../../../shared/trust/erasure.ts'
import { type LocalLockedBucket, openLockedBucket } from '../../../support/locked-bucket.ts'
import { startStage } from '../../table/stage.ts'
import { endedAs, ends } from './ends.ts'

/* Verifications become objects on a real table and buckets, at hours that the tests choose. */

let bucket: LocalLockedBucket
const logged = vi.spyOn(console, 'info').mockImplementation(() => {})

const dayMs = 86_400_000
const startMs = Date.parse('2026-09-01T08:10:00.000Z')
/** The first time of compaction: the day after thirty of objections. */
const dueMs = startMs + 32 * dayMs
const nextMs = dueMs + dayMs

const atTime = (nowMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: nowMs })

beforeAll(async () => {
  await startStage()
  Object.assign(process.env, {
    API_URL: 'https://api.example.com',
    STAGE: 'local',
    ID_NUMBER_SECRET: 'id-number-key',
    FIELDWORK_LIMITS: JSON.stringify({
      agentLeaseSeconds: 3600,
      offerSeconds: 600,
      reviewLeaseSeconds: 900,
      takeBackSeconds: 0,
      claimsPerAgent: 20,
      radiusMetres: 200,
      fourEyes: false,
      secondReviewShare: 0,
      backCheckShare: 0,
      disputeDays: 30,
      disputeDueSeconds: 3600,
    }),
  })
  bucket = await openLockedBucket('trail-log')
  atTime(startMs)
  await createFirstDataKey(startMs)
  clearDataKeyCache()
})
afterAll(async () => {
  vi.useRealTimers()
  await bucket[Symbol.asyncDispose]()
})
beforeEach(() => {
  logged.mockClear()
  bucket.refuse(() => false)
  atTime(startMs)
})

const closedUpTo = '2026-10-01T00'

const compactAt = (key: VerificationKey, nowMs: number) => {
  atTime(nowMs)
  return compactVerification(key, { closedUpTo, nowMs })
}

/** Both steps, a day apart. */
const compacted = async (key: VerificationKey): Promise<VerificationKey> => {
  expect(await compactAt(key, dueMs)).toBe('stored')
  expect(await compactAt(key, nextMs)).toBe('compacted')
  return key
}

const trailItems = (key: VerificationKey): Promise<readonly Key[]> =>
  queryAll<Key>({ partition: trailPartition(key, key.verificationId), consistent: true })

/** All that anybody reads of it, byte by byte. */
const readAll = async (key: VerificationKey) => {
  const files = await Promise.all(
    exportedKinds.map(async kind => {
      const found = await exportReaders[kind](key)
      return Promise.all(found.map(async file => ({ ...file, bytes: `${await file.bytes()}` })))
    }),
  )
  const trail = await readTrail(key, dueMs)
  const pages = await Promise.all(
    [0, 1, 3, trail.length].map(async after => toCheckedPage(key, await readTrailPage(key, dueMs, after))),
  )
  return {
    files,
    trail,
    pages,
    acts: await readActs(key, dueMs),
    broken: findTrailBreak(key, trail),
    hours: await Promise.all(trail.map(({ n }) => findLogHour(key, n))),
  }
}

describe.each(['address', 'employment'] as const)('the %s', kind => {
  it.each(Object.keys(ends))('that ended %s reads as before', async name => {
    const key = await endedAs(name, kind, startMs)
    atTime(dueMs)
    const before = await readAll(key)
    expect(before.broken).toBeUndefined()
    expect(before.trail.length).toBeGreaterThan(4)
    expect(await compactAt(key, dueMs)).toBe('stored')
    expect(await readAll(key)).toEqual(before)
    expect(await compactAt(key, nextMs)).toBe('compacted')
    expect(await readAll(key)).toEqual(before)
    expect((await trailItems(key)).map(({ sk }) => Number(sk))).toEqual([0])
  })
})

describe('what comes later', () => {
  it('goes on the same chain: an opening, a note, an export', async () => {
    const key = await compacted(await endedAs('verified', 'address', startMs))
    const before = await readTrail(key, nextMs)
    const viewed = { what: 'viewed', by: 'reviewer-2' } as const
    for (let n = 0; n < 3; n++) await noteReading(key, viewed, nextMs)
    await writeWithTrail(key, new Date(nextMs).toISOString(), [{ what: 'exported', by: 'operator' }])
    const trail = await readTrail(key, nextMs)
    expect(trail.slice(0, -2)).toEqual(before)
    expect(eventsIn(trail.slice(-2)).map(({ what, n }) => [what, n - before.length])).toEqual([
      ['viewed', 1],
      ['exported', 2],
    ])
    expect(findTrailBreak(key, trail)).toBeUndefined()
    expect(await compactAt(key, nextMs + dayMs)).toBe('compacted')
    expect(await readTrail(key, nextMs)).toEqual(trail)
  })
})

describe('erasing', () => {
  const erase = (key: VerificationKey) =>
    eraseById(key, { at: new Date(Date.now()).toISOString(), isDry: false })

  it('has the object made again without facts, and leaves no other', async () => {
    const key = await compacted(await endedAs('verified', 'address', startMs))
    const before = await readTrail(key, nextMs)
    const dry = await eraseFacts(key, { at: new Date(nextMs).toISOString(), isDry: true })
    const [object] = bucket.media()
    await erase(key)
    const after = await readTrail(key, nextMs)
    expect(findTrailBreak(key, after, { isErased: true })).toBeUndefined()
    expect(after.map(({ digest }) => digest).slice(0, -1)).toEqual(before.map(({ digest }) => digest))
    expect(eventsIn(after.slice(0, -1)).filter(({ facts, salt }) => facts ?? salt)).toEqual([])
    expect(dry).toBe(
      before.filter(({ events }) => events.some(({ facts = {} }) => Object.keys(facts).length > 0)).length,
    )
    const own = bucket.media().filter(name => name.includes(`/${key.verificationId}/`))
    expect([own.length, own.includes(object!)]).toEqual([1, false])
    await eraseCompacted(key)
    expect(bucket.media().filter(name => name.includes(`/${key.verificationId}/`))).toEqual(own)
  })
})
