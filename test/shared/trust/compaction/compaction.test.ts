import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listStoredContactAttempts } from '../../../../shared/employer/contact/attempt-read-store.ts'
import { findPhotos } from '../../../../shared/evidence/photo-read-store.ts'
import { listLinks } from '../../../../shared/link/read-store.ts'
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
import { eraseById } from '../../../../shared/trust/erasure.ts'
import { exportedKinds } from '../../../../shared/trust/export-exclusions.ts'
import { exportReaders } from '../../../../shared/trust/export-files.ts'
import { isNightly } from '../../../support/tier.ts'
import type { LocalLockedBucket } from '../../../support/locked-bucket.ts'
import { endedAs, endsOf, planted } from './ends.ts'
import {
  atTime,
  compactAt,
  dayMs,
  dueMs,
  interrupted,
  itemsOf,
  nextMs,
  objectsOf,
  startCompactions,
  startMs,
  storedText,
} from './stage.ts'

/* Verifications become objects, and nobody who reads them notices. */

let bucket: LocalLockedBucket
vi.spyOn(console, 'info').mockImplementation(() => {})

beforeAll(async () => {
  bucket = await startCompactions()
})
afterAll(async () => {
  vi.useRealTimers()
  await bucket[Symbol.asyncDispose]()
})
beforeEach(() => void atTime(startMs))

/** Both steps, a day apart. */
const compacted = async (key: VerificationKey): Promise<VerificationKey> => {
  expect(await compactAt(key, dueMs)).toBe('stored')
  expect(await compactAt(key, nextMs)).toBe('compacted')
  return key
}

const trailItems = (key: VerificationKey): Promise<readonly Key[]> =>
  queryAll<Key>({ partition: trailPartition(key, key.verificationId), consistent: true })

/** What was moved, as its stores read it. */
const readMoved = async (key: VerificationKey) => {
  const trail = await readTrail(key, dueMs)
  const pages = await Promise.all(
    [0, 1, 3, trail.length].map(async after => toCheckedPage(key, await readTrailPage(key, dueMs, after))),
  )
  return {
    trail,
    pages,
    acts: await readActs(key, dueMs),
    photos: await findPhotos(key, 0),
    links: await listLinks(key),
    attempts: await listStoredContactAttempts(key),
    broken: findTrailBreak(key, trail),
    hours: await Promise.all(trail.map(({ n }) => findLogHour(key, n))),
  }
}

/** All that anybody reads of it, byte by byte. */
const readAll = async (key: VerificationKey) => {
  const files = await Promise.all(
    exportedKinds.map(async kind => {
      const found = await exportReaders[kind](key)
      return Promise.all(found.map(async file => ({ ...file, bytes: `${await file.bytes()}` })))
    }),
  )
  return { files, ...(await readMoved(key)) }
}

describe.each(['address', 'employment'] as const)('the %s', kind => {
  it.each(endsOf(kind))('that ended %s reads as before', async name => {
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

/** What is left in the table of a verification whose items are in an object. */
const left = ['assignment', 'verification', '0'.repeat(16)]

const erase = (key: VerificationKey) =>
  eraseById(key, { at: new Date(Date.now()).toISOString(), isDry: false })

describe('erasing', () => {
  it('has the object made again without facts, and leaves no other', async () => {
    const key = await compacted(await endedAs('verified', 'address', startMs))
    const before = await readTrail(key, nextMs)
    const dry = await eraseFacts(key, { at: new Date(nextMs).toISOString(), isDry: true })
    const named = objectsOf(bucket, key)
    const { trail, records, links } = (await erase(key))!
    expect({ trail, records, links }).toEqual({ trail: dry, records: 2, links: 1 })
    const after = await readTrail(key, nextMs)
    expect(findTrailBreak(key, after, { isErased: true })).toBeUndefined()
    expect(after.map(({ digest }) => digest).slice(0, -1)).toEqual(before.map(({ digest }) => digest))
    expect(eventsIn(after.slice(0, -1)).filter(({ facts, salt }) => facts ?? salt)).toEqual([])
    const objects = objectsOf(bucket, key)
    expect([objects.length, objects.includes(named[0]!)]).toEqual([1, false])
    for (const value of Object.values(planted)) expect(await storedText(bucket, key)).not.toContain(value)
    await eraseCompacted(key)
    expect(objectsOf(bucket, key)).toEqual(objects)
    expect(await erase(key)).toMatchObject({ trail: 0, records: 0, links: 0 })
  })

  it('of what is in the table alone keeps it from ever becoming an object', async () => {
    const key = await endedAs('verified', 'employment', startMs)
    atTime(dueMs)
    await eraseFacts(key, { at: new Date(dueMs).toISOString(), isDry: false })
    expect(await compactAt(key, dueMs)).toBe('erased')
    expect(objectsOf(bucket, key)).toEqual([])
    expect(findTrailBreak(key, await readTrail(key, dueMs), { isErased: true })).toBeUndefined()
  })
})

/** Interrupts work on fresh verifications at each of its calls, as long as there are any; by day at some. */
const atEachCall = async (
  fresh: () => Promise<VerificationKey>,
  work: (key: VerificationKey) => Promise<unknown>,
  interruption: (key: VerificationKey) => Parameters<typeof interrupted>[3],
  judge: (key: VerificationKey, at: number, isReached: boolean) => Promise<unknown>,
  byDay = 1,
): Promise<number> => {
  for (let at = 1; ; at += isNightly ? 1 : byDay) {
    const key = await fresh()
    const isReached = await interrupted(bucket, () => work(key), at, interruption(key))
    await judge(key, at, isReached)
    if (!isReached) return at - 1
  }
}

const fresh = async (): Promise<VerificationKey> => {
  atTime(startMs)
  return endedAs('verified', 'address', startMs)
}

/** On the days after it, as it comes again. */
const goOn = async (key: VerificationKey) => {
  for (const days of [1, 3, 7]) await compactAt(key, nextMs + days * dayMs)
}

describe.each(['before', 'after'] as const)('a death %s a call', death => {
  it.each([
    ['storing', fresh, dueMs],
    [
      'deleting',
      async () => {
        const key = await fresh()
        await compactAt(key, dueMs)
        return key
      },
      nextMs,
    ],
  ] as const)('of %s loses nothing, and the next days end it', async (_step, make, nowMs) => {
    let before: Awaited<ReturnType<typeof readMoved>>
    const calls = await atEachCall(
      async () => {
        const key = await make()
        before = await readMoved(key)
        return key
      },
      key => compactAt(key, nowMs),
      () => ({ death }),
      async (key, at) => {
        expect(await readMoved(key), `after call ${at}`).toEqual(before)
        await goOn(key)
        expect(await readMoved(key), `in the end after call ${at}`).toEqual(before)
        expect((await itemsOf(key)).map(({ sk }) => sk).toSorted()).toEqual(left.toSorted())
        expect(objectsOf(bucket, key).length).toBe(1)
      },
    )
    expect(calls).toBeGreaterThan(10)
  })

  it('of an erasure leaves nothing of the person once it is repeated', async () => {
    const calls = await atEachCall(
      async () => compacted(await fresh()),
      key =>
        eraseFacts(key, { at: new Date(nextMs).toISOString(), isDry: false }).then(() => eraseCompacted(key)),
      () => ({ death }),
      async (key, at) => {
        await eraseFacts(key, { at: new Date(nextMs).toISOString(), isDry: false })
        await eraseCompacted(key)
        const trail = await readTrail(key, nextMs)
        expect(findTrailBreak(key, trail, { isErased: true }), `after call ${at}`).toBeUndefined()
        const events = eventsIn(trail).filter(({ what }) => what !== 'erased')
        expect(events.filter(({ facts, salt }) => facts ?? salt)).toEqual([])
        expect(objectsOf(bucket, key).length).toBe(1)
        const stored = await storedText(bucket, key)
        expect(Object.values(planted).filter(value => stored.includes(value))).toEqual([planted.comment])
      },
    )
    expect(calls).toBeGreaterThan(5)
  })
})

/** Once more erased, nothing of the person is anywhere, and the trail holds. */
const expectErased = async (key: VerificationKey, at: number) => {
  await erase(key)
  const stored = await storedText(bucket, key)
  for (const value of Object.values(planted)) expect(stored, `at call ${at}`).not.toContain(value)
  const trail = await readTrail(key, nextMs)
  expect(findTrailBreak(key, trail, { isErased: true }), `at call ${at}`).toBeUndefined()
  return trail
}

describe('between any two calls', () => {
  const bothSteps = async (key: VerificationKey) => {
    await compactAt(key, dueMs)
    await compactAt(key, nextMs)
  }

  it('somebody who looks is on the same chain', async () => {
    const calls = await atEachCall(
      fresh,
      bothSteps,
      key => ({
        before: () => noteReading(key, { what: 'viewed', by: 'reviewer-9' }, Date.now()),
      }),
      async (key, at, isReached) => {
        const trail = await readTrail(key, nextMs)
        expect(findTrailBreak(key, trail), `at call ${at}`).toBeUndefined()
        const looks = eventsIn(trail).filter(({ by }) => by === 'reviewer-9').length
        expect(looks, `at call ${at}`).toBe(isReached ? 1 : 0)
      },
    )
    expect(calls).toBeGreaterThan(20)
  })

  it('an erasure leaves nothing of the person, once what was under way has ended', async () => {
    const calls = await atEachCall(
      fresh,
      bothSteps,
      key => ({ before: () => erase(key) }),
      async (key, at) => {
        const trail = await expectErased(key, at)
        expect(eventsIn(trail).filter(({ what, facts }) => what !== 'erased' && facts)).toEqual([])
      },
    )
    expect(calls).toBeGreaterThan(20)
  })

  it('of an erasure a compaction brings nothing back', async () => {
    const calls = await atEachCall(
      fresh,
      key => {
        atTime(nextMs)
        return erase(key)
      },
      key => ({ before: () => bothSteps(key) }),
      expectErased,
      5,
    )
    expect(calls).toBeGreaterThan(20)
  })

  it('another compaction does the same', async () => {
    const keys = await Promise.all([fresh(), fresh()])
    for (const key of keys) {
      const before = await readAll(key)
      for (const nowMs of [dueMs, nextMs]) await Promise.all([1, 2, 3, 4].map(() => compactAt(key, nowMs)))
      expect(await readAll(key)).toEqual(before)
      expect(objectsOf(bucket, key).length).toBe(1)
      expect((await itemsOf(key)).map(({ sk }) => sk).toSorted()).toEqual(left.toSorted())
    }
  })
})
