import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '../../../shared/table/driver.ts'
import type { Item, Key } from '../../../shared/table/port.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { nextEntry, trailStart } from '../../../shared/trail/entry.ts'
import { eraseFacts } from '../../../shared/trail/erase-store.ts'
import { entryNumberOf, trailKey, trailPartition } from '../../../shared/trail/kinds.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { writeWithTrail } from '../../../shared/trail/store.ts'
import { checkLog, checkRound, rangesToCheck } from '../../../shared/log/check.ts'
import { closeHours } from '../../../shared/log/close-hours.ts'
import type { Head } from '../../../shared/log/contract.ts'
import { buildInclusion } from '../../../shared/log/inclusion.ts'
import {
  digestHead,
  listHeads,
  parseLeaves,
  readHead,
  readLeaves,
  readStoredHead,
} from '../../../shared/log/log.ts'
import { alteredAt } from '../../support/guide-programs.ts'
import { type LocalLockedBucket, openLockedBucket } from '../../support/locked-bucket.ts'
import { watchCounts } from '../../support/metric-lines.ts'
import { brokenHeads, missingHeads } from '../../support/receipts.ts'
import { startStage } from '../table/stage.ts'
import { publishedKeys } from '../receipt/claims.ts'

/* The log of the trails on a real table and a locked bucket, at hours that the tests choose. */

let bucket: LocalLockedBucket
const logged = vi.spyOn(console, 'info').mockImplementation(() => {})

beforeAll(async () => {
  await startStage()
  process.env.API_URL = 'https://api.example.com'
  process.env.STAGE = 'local'
  bucket = await openLockedBucket('trail-log')
})
afterAll(async () => {
  await bucket[Symbol.asyncDispose]()
})

// Each test has some weeks of its own, and finds the bucket empty.
let week = 0
beforeEach(() => {
  week += 1
  bucket.clear()
  logged.mockClear()
})
afterEach(() => void vi.useRealTimers())

const start = Date.parse('2026-11-22T00:00:00.000Z')
const hourMs = 3_600_000
const at = (hours: number): number => start + week * 21 * 24 * hourMs + hours * hourMs
const nameOf = (hours: number): string => new Date(at(hours)).toISOString().slice(0, 13)
const key = (verificationId: number, mode: 'test' | 'live' = 'live'): VerificationKey => ({
  organisationId: week,
  mode,
  verificationId,
})

const happens = async (to: VerificationKey, hours: number, ...what: readonly ('claimed' | 'decided')[]) => {
  vi.useFakeTimers({ toFake: ['Date'], now: at(hours) })
  for (const word of what)
    await writeWithTrail(to, new Date(at(hours)).toISOString(), [
      { what: word, by: 'agent-1', facts: { slot: 'one' } },
    ])
  vi.useRealTimers()
}
/** From the last event of an entry. */
const takeOut = async (of: VerificationKey, n: number, ...fields: readonly ('facts' | 'salt')[]) => {
  const { events } = (await readTrail(of, 0))[n - 1]!
  const without = Object.fromEntries(fields.map(field => [field, undefined]))
  const lacking = events.with(-1, { ...events.at(-1)!, ...without })
  await database.write({ update: trailKey(of, of.verificationId, n), set: { events: lacking } })
}
const closeAt = (hours: number) => closeHours(at(hours))
const headsOf = async () => Promise.all((await listHeads()).map(readStoredHead))
const saidBy = (jws: string): Head => JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString())
const faultsAt = async (hours: number) => {
  const { findings } = await checkLog(at(hours))
  return findings.map(({ hour, fault, verificationId, n }) =>
    [hour, fault, verificationId, n].filter(part => part !== undefined).join(' '),
  )
}
const filesOf = async () => {
  const hours = (await listHeads()).map(({ hour }) => hour)
  const heads = await Promise.all(
    hours.map(async hour => [`${hour}.jws`, Buffer.from((await readHead(hour))!)] as const),
  )
  const leaves = await Promise.all(
    hours.map(async hour => [`${hour}.ndjson`, Buffer.from((await readLeaves(hour))!)] as const),
  )
  return { heads: new Map(heads), leaves: new Map(leaves) }
}

describe('an hour', () => {
  it('is closed when nothing can come any more: its leaves in order, and a head over them', async () => {
    await happens(key(9), 0.5, 'claimed')
    await happens(key(2, 'test'), 0.6, 'claimed', 'decided')
    await happens(key(9), 0.9, 'decided')
    await happens(key(9), 1.1, 'decided')
    expect(await closeAt(1.2)).not.toContain(nameOf(0))
    expect((await closeAt(1.3)).at(-1)).toBe(nameOf(0))
    const leaves = parseLeaves((await readLeaves(nameOf(0)))!)
    const entries = await Promise.all([readTrail(key(9), at(0)), readTrail(key(2, 'test'), at(0))])
    const [live, test] = entries as [(typeof entries)[0], (typeof entries)[0]]
    const expiresAt = (hours: number) => Math.floor(at(hours) / 1000) + 365 * 86_400
    expect(leaves).toEqual([
      { ...key(9), n: 1, digest: live[0]!.digest, expiresAt: expiresAt(0.5) },
      { ...key(9), n: 2, digest: live[1]!.digest, expiresAt: expiresAt(0.5) },
      { ...key(2, 'test'), n: 1, digest: test[0]!.digest, expiresAt: expiresAt(0.6) },
      { ...key(2, 'test'), n: 2, digest: test[1]!.digest, expiresAt: expiresAt(0.6) },
    ])
    const [head] = (await headsOf()).slice(-1)
    expect(saidBy(head!)).toEqual({
      iss: 'https://api.example.com',
      hour: nameOf(0),
      size: 4,
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      previous: expect.anything(),
    })
    expect(await faultsAt(1.3)).toEqual([])
    const files = await filesOf()
    expect(brokenHeads({ ...files, keys: await publishedKeys() })).toEqual([])
  })

  it('is found by its first entry in each trail, so that the others are in no index', async () => {
    const startsOf = async (of: VerificationKey) => {
      const { items } = await database.query<Item & Key>({ partition: trailPartition(of, of.verificationId) })
      return items.filter(item => 'gsi1pk' in item).map(entryNumberOf)
    }
    await happens(key(1), 0.2, 'claimed', 'decided', 'decided')
    await happens(key(1), 1.1, ...Array<'claimed'>(30).fill('claimed'))
    // The clock of another container is behind.
    await happens(key(1), 0.9, 'claimed')
    await happens(key(1), 1.2, 'claimed', 'decided')
    expect(await startsOf(key(1))).toEqual([1, 4, 34, 35])
    await closeAt(2.3)
    const numbersIn = async (hours: number) =>
      parseLeaves((await readLeaves(nameOf(hours)))!).map(({ n }) => n)
    expect(await numbersIn(0)).toEqual([1, 2, 3, 34])
    expect(await numbersIn(1)).toEqual([...Array(30).keys()].map(each => each + 4).concat(35, 36))
    expect(await faultsAt(2.3)).toEqual([])
  })

  it('names what came late behind an entry that it has', async () => {
    await happens(key(1), 0.5, 'claimed')
    await closeAt(1.3)
    await happens(key(1), 0.9, 'decided')
    expect(await faultsAt(1.3)).toEqual([`${nameOf(0)} unlogged 1 2`])
  })

  it('without entries has a head, too; each names the one before, and the first none', async () => {
    await happens(key(1), 0.5, 'claimed')
    expect(await closeAt(4.3)).toEqual([0, 1, 2, 3].map(nameOf))
    const heads = await headsOf()
    expect(heads.map(saidBy).map(({ hour, size, previous }) => [hour, size, previous])).toEqual(
      [1, 0, 0, 0].map((size, index) => [
        nameOf(index),
        size,
        index === 0 ? null : digestHead(heads[index - 1]!),
      ]),
    )
  })

  it('is closed once, by however many, and an outage is caught up hour by hour', async () => {
    await happens(key(1), 0.5, 'claimed')
    await closeAt(1.3)
    await happens(key(1), 10.5, 'decided')
    const all = await Promise.allSettled([closeAt(12.3), closeAt(12.3), closeAt(13.3)])
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true)
    await closeAt(13.3)
    expect(await closeAt(13.3)).toEqual([])
    const heads = await listHeads()
    expect(heads.map(({ hour, later, isMarked }) => [hour, later, isMarked])).toEqual(
      [...Array(13).keys()].map(hours => [nameOf(hours), 0, false]),
    )
    expect(await faultsAt(13.3)).toEqual([])
  })

  it('has one head whatever broke off before it, and names what came late', async () => {
    await happens(key(1), 0.5, 'claimed')
    bucket.refuse(({ method, url }) => method === 'PUT' && url.includes('heads'))
    await expect(closeAt(1.3)).rejects.toThrow()
    bucket.refuse(() => false)
    await happens(key(2), 0.9, 'claimed')
    await closeAt(1.3)
    expect((await headsOf()).map(saidBy).map(({ size }) => size)).toEqual([1])
    expect(await faultsAt(1.3)).toEqual([`${nameOf(0)} unlogged 2 1`])
  })
})

describe('the operator’s own deletion shows', () => {
  beforeEach(async () => {
    await happens(key(1), 0.5, 'claimed', 'decided', 'decided')
    await happens(key(2), 1.5, 'claimed', 'decided')
    await closeAt(2.3)
  })

  it('where the end of a trail was cut off', async () => {
    await database.write({ delete: trailKey(key(1), 1, 3) })
    expect(await faultsAt(2.3)).toEqual([`${nameOf(0)} missing 1 3`])
  })

  it('where a whole trail was written anew, with digests that fit', async () => {
    let before = trailStart(key(1))
    for (const n of [1, 2, 3]) {
      const entry = nextEntry(
        before,
        new Date(at(0.5)).toISOString(),
        [{ what: 'claimed', by: 'x' }],
        () => 'salt',
      )
      await database.write({ put: { ...trailKey(key(1), 1, n), ...entry } })
      before = entry
    }
    expect(await faultsAt(2.3)).toEqual([1, 2, 3].map(n => `${nameOf(0)} replaced 1 ${n}`))
  })

  it('where an entry was changed and its digest was not, or was made to go earlier', async () => {
    await database.write({ update: trailKey(key(2), 2, 1), set: { at: 'another time' } })
    await database.write({ update: trailKey(key(2), 2, 2), set: { expiresAt: 1 } })
    expect(await faultsAt(2.3)).toEqual([`${nameOf(1)} altered 2 1`])
    await database.write({ delete: trailKey(key(2), 2, 2) })
    expect(await faultsAt(2.3)).toEqual([`${nameOf(1)} altered 2 1`, `${nameOf(1)} missing 2 2`])
  })

  it('holds no more where facts were taken out and nothing after them says that they were erased', async () => {
    await takeOut(key(1), 2, 'facts', 'salt')
    expect(await faultsAt(2.3)).toEqual([`${nameOf(0)} emptied 1 2`])
    await takeOut(key(2), 1, 'facts')
    expect(await faultsAt(2.3)).toEqual([`${nameOf(0)} emptied 1 2`, `${nameOf(1)} altered 2 1`])
  })

  it('and an erasure does not, of its own trail, up to where it stands', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: at(2) })
    await eraseFacts(key(1), { at: new Date(at(2)).toISOString(), isDry: false })
    vi.useRealTimers()
    expect(await faultsAt(2.3)).toEqual([])
    await takeOut(key(2), 1, 'facts', 'salt')
    expect(await faultsAt(2.3)).toEqual([`${nameOf(1)} emptied 2 1`])
    await closeAt(3.3)
    await takeOut(key(1), 4, 'facts', 'salt')
    expect(await faultsAt(3.3)).toEqual([`${nameOf(1)} emptied 2 1`, `${nameOf(2)} emptied 1 4`])
  })

  it('and what is gone because its time was over does not', async () => {
    for (const n of [1, 2, 3]) await database.write({ delete: trailKey(key(1), 1, n) })
    const lost = [1, 2, 3].map(n => `${nameOf(0)} missing 1 ${n}`)
    const faultsLater = async (seconds: number) => {
      const found = await faultsAt(0.5 + 365 * 24 + seconds / 3600)
      return found.filter(fault => fault.includes(' missing '))
    }
    expect(await faultsLater(-1)).toEqual(lost)
    expect(await faultsLater(0)).toEqual([])
  })

  it('in one event of several of an entry', async () => {
    const events = [
      { what: 'claimed', by: 'agent-1', facts: { slot: 'one' } },
      { what: 'decided', by: 'reviewer-1', facts: { slot: 'two' } },
    ] as const
    vi.useFakeTimers({ toFake: ['Date'], now: at(2.5) })
    for (const of of [key(3), key(4)]) await writeWithTrail(of, new Date(at(2.5)).toISOString(), events)
    vi.useRealTimers()
    await closeAt(3.3)
    expect(await faultsAt(3.3)).toEqual([])
    await takeOut(key(3), 1, 'facts', 'salt')
    await takeOut(key(4), 1, 'facts')
    expect(await faultsAt(3.3)).toEqual([`${nameOf(2)} emptied 3 1`, `${nameOf(2)} altered 4 1`])
  })

  it('is counted, and is a line of the log with nothing of anybody', async () => {
    const roundAt = async (hours: number) => {
      logged.mockClear()
      using watched = watchCounts()
      await checkRound(at(hours))
      return [watched.counted(), logged.mock.calls.map(([line]) => line)]
    }
    const checked = { event: 'trail-log.checked', count: 5 }
    expect(await roundAt(2.3)).toEqual([[], [checked]])
    await database.write({ delete: trailKey(key(1), 1, 3) })
    const mismatch = { event: 'trail-log.mismatch', failure: 'missing', result: nameOf(0), ...key(1) }
    expect(await roundAt(2.3)).toEqual([[{ TrailFaults: 1 }], [mismatch, checked]])
  })
})

describe('who lays something over the log', () => {
  const lay = (path: string, text: string) =>
    bucket.versions().add(path, Buffer.from(text), { mode: null, retainUntil: null })

  it('hides nothing by marks of deletion or later versions, and it is named', async () => {
    await happens(key(1), 0.5, 'claimed')
    await closeAt(2.3)
    const before = await headsOf()
    bucket.versions().add(`heads/${nameOf(1)}.jws`, null, { mode: null, retainUntil: null })
    lay(`heads/${nameOf(0)}.jws`, 'another')
    lay(`leaves/${nameOf(0)}.ndjson`, '')
    await closeAt(2.3)
    expect(await headsOf()).toEqual(before)
    expect(await faultsAt(2.3)).toEqual([`${nameOf(0)} covered`, `${nameOf(1)} covered`])
  })

  it('plants nothing before its time unseen: leaves, or a head', async () => {
    await happens(key(1), 0.5, 'claimed')
    await happens(key(2), 1.5, 'claimed')
    await closeAt(1.3)
    const heads = await headsOf()
    lay(`leaves/${nameOf(1)}.ndjson`, '')
    lay(`heads/${nameOf(2)}.jws`, heads[0]!)
    await closeAt(2.3)
    expect(await faultsAt(2.3)).toEqual([
      `${nameOf(1)} unlogged 2 1`,
      `${nameOf(2)} forged`,
      `${nameOf(2)} unchained`,
      `${nameOf(2)} unfounded`,
    ])
  })

  it('keeps no hour from being closed by the head of one to come', async () => {
    await happens(key(1), 0.5, 'claimed')
    expect(await faultsAt(1.3)).toEqual([])
    for (const hours of [1, 30]) lay(`heads/${nameOf(hours)}.jws`, 'planted')
    expect(await faultsAt(1.3)).toEqual([`${nameOf(1)} forged`, `${nameOf(30)} forged`])
    expect((await closeAt(1.3)).at(-1)).toBe(nameOf(0))
    expect(await faultsAt(1.3)).toEqual([`${nameOf(1)} forged`, `${nameOf(30)} forged`])
    expect(await faultsAt(31.3)).toContain(`${nameOf(29)} absent`)
  })

  it('and who has it written no more is named by the hours', async () => {
    await happens(key(1), 0.5, 'claimed')
    await closeAt(1.3)
    expect(await faultsAt(3.2)).toEqual([])
    expect(await faultsAt(4.3)).toEqual([`${nameOf(1)} overdue`, `${nameOf(2)} overdue`])
  })

  it('and an auditor with the bucket alone sees a head that is missing, another’s, or bent', async () => {
    await happens(key(1), 0.5, 'claimed')
    await closeAt(4.3)
    const keys = await publishedKeys()
    const { heads, leaves } = await filesOf()
    const names = [...heads.keys()]
    const without = new Map([...heads].filter(([name]) => name !== names[1]))
    expect(brokenHeads({ keys, heads: without })).toEqual([
      `head ${nameOf(2)}: there is none between ${nameOf(0)} and it`,
    ])
    const swapped = new Map([...heads, [names[2]!, heads.get(names[1]!)!]])
    expect(brokenHeads({ keys, heads: swapped })).toEqual([
      `head ${nameOf(2)}: it is of another hour`,
      `head ${nameOf(3)}: it does not follow the one before it`,
    ])
    const jws = heads.get(names[0]!)!.toString()
    for (const offset of [...Array(jws.length).keys()].filter(each => each % 7 === 0)) {
      const bent = Buffer.from(alteredAt(jws, offset))
      const broken = brokenHeads({ keys, heads: new Map([...heads, [names[0]!, bent]]) })
      expect(broken[0], `${offset}`).toMatch(`head ${nameOf(0)}: `)
    }
    const others = new Map([...leaves, [`${nameOf(0)}.ndjson`, Buffer.from('[]\n')]])
    expect(brokenHeads({ keys, heads, leaves: others })).toEqual([
      `head ${nameOf(0)}: its leaves are others, or missing`,
    ])
    const cut = new Map([...heads].slice(1))
    expect([brokenHeads({ keys, heads: cut, leaves }), missingHeads({ keys, heads: cut })]).toEqual([
      [`file leaves/${nameOf(0)}.ndjson: it is of no head`],
      [
        `heads before ${nameOf(1)}: it follows one that is not here`,
        'leaves: what the heads are over was not read',
      ],
    ])
    expect(missingHeads({ keys, heads, leaves })).toEqual([])
    const distrusted = keys.map(each => ({ ...each, compromisedSince: new Date(at(0)).toISOString() }))
    expect(brokenHeads({ keys: distrusted, heads })).toEqual(
      names.map((_, index) =>
        expect.stringMatching(`^head ${nameOf(index)}: its key was in wrong hands since `),
      ),
    )
  })
})

describe('a proof', () => {
  it('is there when the hour has its head, and says how long to wait before', async () => {
    await happens(key(1), 0.5, 'claimed', 'decided')
    await happens(key(2), 1.5, 'claimed')
    const [first, entry] = await readTrail(key(1), at(1))
    await expect(buildInclusion(key(1), entry!, at(0.75))).rejects.toMatchObject({
      code: 'not_final',
      message: `The log of ${nameOf(0)}:00 UTC, which its trail’s entry is in, is not closed yet. Without \`inclusion\` the receipt is there.`,
      headers: { 'retry-after': `${45 * 60}` },
    })
    await expect(buildInclusion(key(1), entry!, at(2))).rejects.toMatchObject({
      headers: { 'retry-after': '60' },
    })
    await closeAt(1.3)
    expect(await buildInclusion(key(1), entry!, at(2))).toEqual({
      hour: nameOf(0),
      index: 1,
      size: 2,
      expiresAt: Math.floor(at(0.5) / 1000) + 365 * 86_400,
      path: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      head: (await headsOf())[0],
    })
    expect(await buildInclusion(key(1), first!, at(2))).toMatchObject({ index: 0 })
  })

  it('is none for an entry of before the log, and refused for one that the log never had', async () => {
    await happens(key(1), 0.5, 'claimed', 'decided')
    await closeAt(1.3)
    const [one] = await readTrail(key(1), at(1))
    await database.write({ update: trailKey(key(1), 1, 1), set: {}, remove: ['logHour'] })
    expect(await buildInclusion(key(1), one!, at(2))).toBeNull()
    await expect(buildInclusion(key(1), { n: 2, digest: 'f'.repeat(64) }, at(2))).rejects.toThrow(
      'The log of its hour lacks an entry of a trail',
    )
    await happens(key(1), 1.5, 'decided')
    bucket.versions().add(`heads/${nameOf(1)}.jws`, Buffer.from('planted'), { mode: null, retainUntil: null })
    const [, , third] = await readTrail(key(1), at(1))
    await expect(buildInclusion(key(1), third!, at(2))).rejects.toThrow(
      'An hour of the log has a head and no leaves',
    )
  })
})

it('is looked over in the hours alone that are asked for', async () => {
  for (const hours of [0, 1, 2, 3]) await happens(key(hours + 1), hours + 0.5, 'claimed')
  await closeAt(4.3)
  for (const hours of [0, 3]) await database.write({ delete: trailKey(key(hours + 1), hours + 1, 1) })
  const checked = await checkLog(at(9.3), [{ from: nameOf(1), to: nameOf(2) }])
  expect(checked).toEqual({ findings: [], heads: 2, entries: 2 })
})

it('is looked over as far back as it is kept', async () => {
  await happens(key(1), 0.5, 'claimed')
  await closeAt(1.3)
  const first = [{ from: nameOf(0), to: nameOf(0) }]
  const headsAt = async (hours: number) => (await checkLog(at(hours), first)).heads
  expect([await headsAt(400 * 24 + 0.3), await headsAt(402 * 24 + 0.3)]).toEqual([1, 0])
})

it('is looked over whole within a day, the newest hours each time', () => {
  const day = [...Array(24).keys()].map(hours => rangesToCheck(start + hours * hourMs + 60_000))
  const isSeen = (hour: string): boolean =>
    day.some(ranges => ranges.some(({ from, to }) => from <= hour && hour <= to))
  const hours = [...Array(399 * 24).keys()].map(back =>
    new Date(start - (back + 1) * hourMs).toISOString().slice(0, 13),
  )
  expect(hours.filter(hour => !isSeen(hour))).toEqual([])
  expect([day[0], day[1], day[23]]).toEqual([
    [{ from: '2026-11-05T07', to: '2026-11-22T00' }],
    [
      { from: '2026-11-21T21', to: '2026-11-22T01' },
      { from: '2026-10-19T16', to: '2026-11-05T07' },
    ],
    [
      { from: '2026-11-22T19', to: '2026-11-22T23' },
      { from: '2025-10-18T22', to: '2025-11-04T13' },
    ],
  ])
})
