import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '../../../shared/table/driver.ts'
import { trailKey, verificationKey } from '../../../shared/table/keys.ts'
import { absent, ConditionFailedError, type Write } from '../../../shared/table/port.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { findTrailBreak } from '../../../shared/trail/check.ts'
import type { TrailEvent } from '../../../shared/trail/entry.ts'
import { eraseFacts, readTrail, writeWithTrail } from '../../../shared/trail/store.ts'
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
const sound = async (key: VerificationKey) => {
  const trail = await read(key)
  expect(findTrailBreak(key, trail)).toBeUndefined()
  return trail
}

describe('writing with a trail', () => {
  it('writes what is given and what happened', async () => {
    const key = fresh()
    const opened: TrailEvent = { what: 'claimed', by: 'service', facts: { lga: 'Ikeja' } }
    await writeWithTrail(key, at, [opened, claimed], record(key, { outcome: 'accepted' }))
    await writeWithTrail(key, at, [{ what: 'viewed', by: 'reviewer-1' }])
    expect(await storedRecord(key)).toMatchObject({ outcome: 'accepted' })
    const trail = await sound(key)
    expect(trail.map(({ n, what, by, facts }) => [n, what, by, facts])).toEqual([
      [1, 'claimed', 'service', { lga: 'Ikeja' }],
      [2, 'claimed', 'agent-1', {}],
      [3, 'viewed', 'reviewer-1', {}],
    ])
    expect(new Set(trail.map(({ salt }) => salt)).size).toBe(3)
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
      fc.asyncProperty(facts, async given => writeWithTrail(key, at, [{ ...claimed, facts: given }])),
      { numRuns: 40 },
    )
    expect(await sound(key)).toHaveLength(40)
  })

  it('writes neither where a condition does not hold, and says which', async () => {
    const [key, other] = [fresh(), fresh()]
    await database.write(record(key, { outcome: 'cancelled' }))
    const failed = writeWithTrail(key, at, [claimed, claimed], record(other), record(key))
    await expect(failed).rejects.toBeInstanceOf(ConditionFailedError)
    await failed.catch(({ failed, items }: ConditionFailedError) => {
      expect(failed).toEqual([false, true])
      expect(items).toEqual([undefined, expect.objectContaining({ outcome: 'cancelled' })])
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
    expect(trail.map(({ by }) => by).sort()).toEqual(writers.map(writer => `agent-${writer}`).sort())
  })

  it('lets one of twenty win a condition, and the others append nothing', async () => {
    const key = fresh()
    const claims = [...Array(20).keys()].map(writer =>
      writeWithTrail(key, at, [{ what: 'claimed', by: `agent-${writer}` }], record(key, { by: writer })),
    )
    const settled = await Promise.allSettled(claims)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ failed: [true] })
    const [only, ...others] = await sound(key)
    expect([only!.by, others]).toEqual([`agent-${(await storedRecord(key))!.by}`, []])
  })

  it('goes on behind what somebody has meddled with, and stays broken', async () => {
    const key = fresh()
    await writeWithTrail(key, at, [claimed, claimed])
    await database.write({ update: trailKey(key, key.verificationId, 2), set: { n: 1 } })
    await writeWithTrail(key, at, [claimed])
    const trail = await read(key)
    expect(trail.map(({ n }) => n)).toEqual([1, 1, 3])
    expect(findTrailBreak(key, trail)).toMatchObject({ place: 2, kind: 'altered' })
  })

  it('takes what a transaction can hold, and refuses more before it writes anything', async () => {
    const key = fresh()
    const events = Array<TrailEvent>(99).fill(claimed)
    await writeWithTrail(key, at, events, record(key))
    expect(await sound(key)).toHaveLength(99)
    const calls = table.calls.length
    await expect(writeWithTrail(key, at, [...events, claimed], record(key))).rejects.toThrow(
      'Too much for one transaction',
    )
    await expect(writeWithTrail(key, at, [], record(key))).rejects.toThrow('says what happened')
    expect(table.calls).toHaveLength(calls)
  })

  it('asks for the newest entry alone, and for no stale one', async () => {
    const key = fresh()
    await writeWithTrail(key, at, [claimed])
    const calls = table.calls.length
    await writeWithTrail(key, at, [claimed], record(key))
    const [query, transaction, ...others] = table.calls.slice(calls)
    expect(JSON.parse(query!.body)).toMatchObject({ ConsistentRead: true, Limit: 1, ScanIndexForward: false })
    const { TransactItems } = JSON.parse(transaction!.body)
    expect(TransactItems.map((item: object) => Object.keys(item))).toEqual([['Put'], ['Put']])
    expect(TransactItems[1].Put.ConditionExpression).toBe('attribute_not_exists(#pk)')
    expect(others).toEqual([])
  })
})

describe('an answer that got lost', () => {
  it.each([
    ['alone', false],
    ['beside a write', true],
  ])('is no second entry: an append %s finds its own entry in its way', async (_how, isBeside) => {
    const key = fresh()
    await writeWithTrail(key, at, [claimed])
    const writes = isBeside ? [record(key)] : []
    table.loseNextAnswer()
    await writeWithTrail(key, at, [{ what: 'viewed', by: 'reviewer-1' }], ...writes)
    expect((await sound(key)).map(({ what }) => what)).toEqual(['claimed', 'viewed'])
  })
})

describe('the end of a trail', () => {
  it('comes for all its entries at once, a year after the first', async () => {
    const key = fresh()
    await writeWithTrail(key, at, [claimed])
    await writeWithTrail(key, '2027-11-21T11:59:59.000Z', [claimed, claimed])
    const items = await Promise.all(
      [1, 2, 3].map(n => database.get(trailKey(key, key.verificationId, n), { consistent: true })),
    )
    const end = Date.parse('2027-11-21T12:00:00.000Z')
    expect(items.map(item => item!.expiresAt)).toEqual([end / 1000, end / 1000, end / 1000])
    expect(await readTrail(key, end - 1)).toHaveLength(3)
    expect(await readTrail(key, end)).toEqual([])
  })
})

describe('erasing facts', () => {
  const planted = async () => {
    const key = fresh()
    const reported: TrailEvent = { what: 'reported', by: 'agent-1', facts: { comment: 'Plantedlast' } }
    await writeWithTrail(key, at, [{ what: 'claimed', by: 'service' }, reported, reported])
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
    const after = await sound(key)
    expect(JSON.stringify(after)).not.toContain('Planted')
    expect(after.map(({ what, salt }) => [what, salt !== undefined])).toEqual([
      ['claimed', true],
      ['reported', false],
      ['reported', false],
      ['erased', true],
    ])
    expect(after.slice(0, 3).map(({ digest }) => digest)).toEqual(before.map(({ digest }) => digest))
  })

  it('again does nothing, and goes on where a crash left it', async () => {
    const key = await planted()
    // A crash behind the note.
    await writeWithTrail(key, at, [{ what: 'erased', by: 'operator' }])
    expect(await eraseFacts(key, { at, isDry: false })).toBe(2)
    const once = await sound(key)
    expect(await eraseFacts(key, { at, isDry: false })).toBe(0)
    expect(await read(key)).toEqual(once)
    expect(await eraseFacts(fresh(), { at, isDry: false })).toBe(0)
  })
})
