import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '../../../shared/table/driver.ts'
import { absent, ConditionFailedError, type Write } from '../../../shared/table/port.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { findTrailBreak } from '../../../shared/trail/check.ts'
import { eventsIn, type TrailEvent } from '../../../shared/trail/entry.ts'
import { noteReading } from '../../../shared/trail/reading-store.ts'
import { eraseFacts } from '../../../shared/trail/erase-store.ts'
import { trailKey } from '../../../shared/trail/kinds.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { writeWithTrail } from '../../../shared/trail/store.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { facts } from './trails.ts'

let table: RecordedTable
beforeAll(async () => {
  table = await startRecordedTable()
})
afterAll(() => table[Symbol.asyncDispose]())

const at = '2026-11-21T12:00:00.000Z'
const nowMs = Date.parse(at)
let drawn = 0
const fresh = (): VerificationKey => {
  drawn += 1
  return { organisationId: 12, mode: 'live', verificationId: drawn }
}
const claimed: TrailEvent = { what: 'claimed', by: 'agent-1' }
const record = (key: VerificationKey, changes = {}): Write => ({
  put: { ...verificationKey(key, key.verificationId), ...changes },
  condition: absent,
})
const storedRecord = (key: VerificationKey) =>
  database.get(verificationKey(key, key.verificationId), { consistent: true })
const read = (key: VerificationKey) => readTrail(key, nowMs)
const sound = async (key: VerificationKey, isErased = false) => {
  const trail = await read(key)
  expect(findTrailBreak(key, trail, { isErased })).toBeUndefined()
  return trail
}

it('grows by one entry for each reader, thing and hour, however often somebody looks', async () => {
  const key = fresh()
  const opened = (slot: string, by = 'reviewer-1') => ({ what: 'photoOpened', by, facts: { slot } }) as const
  const look = (event: TrailEvent, ms = nowMs) => noteReading(key, event, ms)
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 10 }, () => look(opened('interiorPhotos.photo1'))))
  table.loseNextAnswer()
  await look(opened('interiorPhotos.photo2'))
  await look(opened('interiorPhotos.photo1', 'reviewer-2'))
  await look(opened('interiorPhotos.photo1'), nowMs + 3_600_000)
  await look({ what: 'viewed', by: 'reviewer-1' })
  expect(eventsIn(await sound(key)).map(({ what, by, facts }) => [what, by, facts?.slot])).toEqual([
    ['photoOpened', 'reviewer-1', 'interiorPhotos.photo1'],
    ['photoOpened', 'reviewer-1', 'interiorPhotos.photo2'],
    ['photoOpened', 'reviewer-2', 'interiorPhotos.photo1'],
    ['photoOpened', 'reviewer-1', 'interiorPhotos.photo1'],
    ['viewed', 'reviewer-1', undefined],
  ])
})

describe('writing with a trail', () => {
  it('writes what is given and what happened', async () => {
    const key = fresh()
    const opened: TrailEvent = { what: 'claimed', by: 'service', facts: { lga: 'Ikeja' } }
    await writeWithTrail(key, at, [opened, claimed], { record: record(key, { outcome: 'accepted' }) })
    await writeWithTrail(key, at, [{ what: 'viewed', by: 'reviewer-1' }])
    expect(await storedRecord(key)).toMatchObject({ outcome: 'accepted' })
    const trail = await sound(key)
    expect(eventsIn(trail).map(({ n, what, by, facts }) => [n, what, by, facts])).toEqual([
      [1, 'claimed', 'service', { lga: 'Ikeja' }],
      [1, 'claimed', 'agent-1', {}],
      [2, 'viewed', 'reviewer-1', {}],
    ])
    expect(new Set(eventsIn(trail).map(({ salt }) => salt)).size).toBe(3)
  })

  it('keeps trails apart by verification, mode and organisation', async () => {
    const key = fresh()
    await writeWithTrail(key, at, [claimed])
    expect(await read({ ...key, mode: 'test' })).toEqual([])
    expect(await read({ ...key, organisationId: 13 })).toEqual([])
    expect(await read(fresh())).toEqual([])
  })

  it('reads back any facts as they were', async () => {
    const key = fresh()
    await fc.assert(
      fc.asyncProperty(facts, async given => {
        await writeWithTrail(key, at, [{ ...claimed, facts: given }])
      }),
      { numRuns: 40 },
    )
    expect(await sound(key)).toHaveLength(40)
  })

  it('writes neither where a condition does not hold, and says which', async () => {
    const [key, other] = [fresh(), fresh()]
    await database.write(record(key, { outcome: 'cancelled' }))
    const failed = writeWithTrail(key, at, [claimed, claimed], { other: record(other), own: record(key) })
    await expect(failed).rejects.toBeInstanceOf(ConditionFailedError)
    await failed.catch(({ failed, items }: ConditionFailedError) => {
      expect(failed).toEqual(new Set(['own']))
      expect(items).toEqual({ own: expect.objectContaining({ outcome: 'cancelled' }) })
    })
    expect([await storedRecord(other), await read(key)]).toEqual([undefined, []])
  })

  it('makes one chain of twenty appends at once', async () => {
    const key = fresh()
    const writers = [...Array(20).keys()]
    await Promise.all(
      writers.map(writer => writeWithTrail(key, at, [{ what: 'viewed', by: `agent-${writer}` }])),
    )
    const trail = await sound(key)
    expect(trail.map(({ n }) => n)).toEqual(writers.map(writer => writer + 1))
    expect(
      eventsIn(trail)
        .map(({ by }) => by)
        .sort(),
    ).toEqual(writers.map(writer => `agent-${writer}`).sort())
  })

  it('lets one of twenty win a condition, and the others append nothing', async () => {
    const key = fresh()
    const claims = [...Array(20).keys()].map(writer =>
      writeWithTrail(key, at, [{ what: 'claimed', by: `agent-${writer}` }], {
        record: record(key, { by: writer }),
      }),
    )
    const settled = await Promise.allSettled(claims)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ failed: new Set(['record']) })
    const [only, ...others] = await sound(key)
    expect([only!.events[0]!.by, others]).toEqual([`agent-${(await storedRecord(key))!.by}`, []])
  })

  it('goes on behind what somebody has meddled with, and stays broken', async () => {
    const key = fresh()
    for (let n = 0; n < 2; n++) await writeWithTrail(key, at, [claimed])
    await database.write({ update: trailKey(key, key.verificationId, 2), set: { n: 1 } })
    await writeWithTrail(key, at, [claimed])
    const trail = await read(key)
    expect(trail.map(({ n }) => n)).toEqual([1, 1, 3])
    expect(findTrailBreak(key, trail)).toMatchObject({ place: 2, kind: 'altered' })
  })

  it('takes what a transaction can hold, and refuses more before it writes anything', async () => {
    const key = fresh()
    const records = Array.from({ length: 99 }, () => record(fresh()))
    await writeWithTrail(key, at, [claimed], { records })
    expect(await sound(key)).toHaveLength(1)
    const calls = table.calls.length
    const more = Array.from({ length: 100 }, () => record(fresh()))
    await expect(writeWithTrail(key, at, [claimed], { more })).rejects.toThrow('Too much for one transaction')
    await expect(writeWithTrail(key, at, [], { record: record(key) })).rejects.toThrow('says what happened')
    expect(table.calls).toHaveLength(calls)
  })

  it('asks for the newest entry alone, and for no stale one', async () => {
    const key = fresh()
    await writeWithTrail(key, at, [claimed])
    const calls = table.calls.length
    await writeWithTrail(key, at, [claimed], { record: record(key) })
    const [query, transaction, ...others] = table.calls.slice(calls)
    expect(JSON.parse(query!.body)).toMatchObject({ ConsistentRead: true, Limit: 1, ScanIndexForward: false })
    const { TransactItems } = JSON.parse(transaction!.body)
    expect(TransactItems.map((item: object) => Object.keys(item))).toEqual([['Put'], ['Put']])
    expect(TransactItems[1].Put.ConditionExpression).toBe('attribute_not_exists(#pk)')
    expect(others).toEqual([])
  })
})

it.each([
  ['alone', false],
  ['beside a write', true],
])(
  'an answer that got lost is no second entry: an append %s finds its own entry in its way',
  async (_how, isBeside) => {
    const key = fresh()
    await writeWithTrail(key, at, [claimed])
    const writes = isBeside ? { record: record(key) } : {}
    table.loseNextAnswer()
    await writeWithTrail(key, at, [{ what: 'viewed', by: 'reviewer-1' }], writes)
    expect(eventsIn(await sound(key)).map(({ what }) => what)).toEqual(['claimed', 'viewed'])
  },
)

it('the end of a trail comes for all its entries at once, a year after the first', async () => {
  const key = fresh()
  await writeWithTrail(key, at, [claimed])
  for (let n = 0; n < 2; n++) await writeWithTrail(key, '2027-11-21T11:59:59.000Z', [claimed])
  const items = await Promise.all(
    [1, 2, 3].map(n => database.get(trailKey(key, key.verificationId, n), { consistent: true })),
  )
  const end = Date.parse('2027-11-21T12:00:00.000Z')
  expect(items.map(item => item!.expiresAt)).toEqual([end / 1000, end / 1000, end / 1000])
  expect(await readTrail(key, end - 1)).toHaveLength(3)
  expect(await readTrail(key, end)).toEqual([])
})

describe('erasing facts', () => {
  const planted = async () => {
    const key = fresh()
    const reported: TrailEvent = { what: 'reported', by: 'agent-1', facts: { comment: 'Plantedlast' } }
    await writeWithTrail(key, at, [{ what: 'claimed', by: 'service' }])
    for (let n = 0; n < 2; n++) await writeWithTrail(key, at, [reported, claimed])
    return key
  }

  it('says in a dry run of how many entries, and touches nothing', async () => {
    const key = await planted()
    const before = await read(key)
    expect(await eraseFacts(key, { at, isDry: true })).toBe(2)
    expect(await read(key)).toEqual(before)
  })

  it('removes them and their salts, says so, and the chain holds', async () => {
    const key = await planted()
    const before = await read(key)
    expect(await eraseFacts(key, { at, isDry: false })).toBe(2)
    const after = await sound(key, true)
    expect(JSON.stringify(after)).not.toContain('Planted')
    expect(eventsIn(after).map(({ what, salt }) => [what, salt !== undefined])).toEqual([
      ['claimed', true],
      ['reported', false],
      ['claimed', false],
      ['reported', false],
      ['claimed', false],
      ['erased', true],
    ])
    expect(after.slice(0, 3).map(({ digest }) => digest)).toEqual(before.map(({ digest }) => digest))
  })

  it('again does nothing, and goes on where a crash left it', async () => {
    const key = await planted()
    await writeWithTrail(key, at, [{ what: 'erased', by: 'operator' }])
    expect(await eraseFacts(key, { at, isDry: false })).toBe(2)
    const once = await sound(key, true)
    expect(await eraseFacts(key, { at, isDry: false })).toBe(0)
    expect(await read(key)).toEqual(once)
    expect(await eraseFacts(fresh(), { at, isDry: false })).toBe(0)
  })
})
