import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reported } from '../../../shared/numbers/fact.ts'
import { isVisit, readVisits, saveVisits } from '../../../shared/numbers/visit-store.ts'
import { openMeter } from '../../bench/dynamodb-units.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'

let table: RecordedTable
beforeAll(async () => {
  table = await startRecordedTable()
})
afterAll(() => table[Symbol.asyncDispose]())

let days = 0
let day: string
beforeEach(() => {
  day = new Date(Date.UTC(2026, 9, ++days)).toISOString().slice(0, 10)
})

const visit = (verificationId: number, changes: Partial<Reported> = {}): Reported => ({
  kind: 'reported',
  organisationId: 1,
  mode: 'live',
  verificationId,
  at: `${day}T12:00:00.000Z`,
  product: 'address',
  agent: 'agent-1',
  lgaId: 2411,
  tookMs: 1450 * 60_000,
  strongFlags: 0,
  weakFlags: 1,
  ...changes,
})
const idsOf = async (mode: 'live' | 'test' = 'live', of = day) =>
  (await readVisits(mode, of)).map(({ verificationId }) => verificationId)

describe('the visits of a day', () => {
  it('are what batches brought, each once, by the time of the report', async () => {
    const late = visit(2, { at: `${day}T13:00:00.000Z` })
    await saveVisits([late, visit(1)])
    await saveVisits([late, visit(1)])
    await saveVisits([visit(1), visit(3)])
    expect(await readVisits('live', day)).toEqual([visit(1), visit(3), late])
  })

  it('count a report that was returned and came again as it was first', async () => {
    await saveVisits([visit(1, { at: `${day}T14:00:00.000Z`, weakFlags: 0 })])
    await saveVisits([visit(1)])
    expect(await readVisits('live', day)).toEqual([visit(1)])
  })

  it('are those of the places: the last hour of the day before in UTC', async () => {
    await saveVisits([
      visit(1, { at: `${day}T22:59:59.999Z` }),
      visit(2, { at: `${day}T23:00:00.000Z` }),
      visit(3, { mode: 'test' }),
    ])
    const next = new Date(Date.parse(`${day}T12:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10)
    expect([await idsOf(), await idsOf('test'), await idsOf('live', next)]).toEqual([[1], [3], [2]])
    days++
  })

  it('cost a batch of them one write unit, until there are more than fit', async () => {
    const agents = Array.from({ length: 100 }, (_, n) => `agent-${(n * 7919) % 5000}`)
    const many = agents.map((agent, n) =>
      visit(890_123_456_789_012 + n * 4091, { agent, tookMs: 54_000_000 + n * 61_789 }),
    )
    const unitsOf = async (visits: readonly Reported[]) => {
      const meter = openMeter()
      table.calls.length = 0
      await saveVisits(visits)
      return table.calls.map(({ action, body }) => [action, meter.unitsOf(action, body)[0]!.write])
    }
    expect(await unitsOf(many.slice(0, 1))).toEqual([['PutItem', 1]])
    expect(await unitsOf(many.slice(0, 30))).toEqual([['PutItem', 1]])
    expect(await unitsOf(many)).toEqual([['PutItem', 2]])
    expect(await unitsOf([])).toEqual([])
  })
})

it('takes a call for none, which is in no LGA', () => {
  expect([visit(1), visit(2, { lgaId: 0 })].map(isVisit)).toEqual([true, false])
})
