import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { claimVisit } from '../../../shared/work/assignment/claim-store.ts'
import { listOpenVisits } from '../../../shared/work/assignment/list-store.ts'
import { fileReport } from '../../../shared/work/assignment/report-store.ts'
import { findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import { saveUnsent } from '../../../shared/evidence/unsent-store.ts'
import { findFieldworkCount, saveFieldworkCount } from '../../../shared/fieldwork/count-store.ts'
import { countFieldwork } from '../../../shared/fieldwork/count.ts'
import { readFieldworkHealth } from '../../../shared/fieldwork/health.ts'
import { allStates, lgaById, stateById } from '../../../shared/location/location.ts'
import { factsOf } from '../../../shared/numbers/fact.ts'
import { saveFacts } from '../../../shared/numbers/fact-store.ts'
import { database } from '../../../shared/table/driver.ts'
import { saveMember, saveTeam } from '../../../shared/work/team/store.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { openMeter } from '../../bench/dynamodb-units.ts'
import { fieldworkLimits } from '../../support/fieldwork-limits.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import {
  addressVerification,
  drawIds,
  employmentVerification,
  liveTenant,
} from '../../support/verifications.ts'

/* A day in two states on the real engine, counted at one in the afternoon of a Friday in Lagos. */

const nowMs = Date.parse('2026-11-27T12:00:00.000Z')
const hours = (n: number): string => new Date(nowMs + n * 3_600_000).toISOString()
const tenant = liveTenant(1)
const draw = drawIds(nowMs - 40 * 3_600_000)
const [ikeja, alimosho, warawa] = [2411, 2403, 1943]
const emitted: Readonly<Record<string, number>>[] = []

let table: RecordedTable

const open = async (lgaId: number, dueInHours: number) => {
  const id = draw()
  const { name: lgaName, stateId } = lgaById(lgaId)!
  const order = { lgaName, stateName: stateById(stateId)!.name, street: `${id} Allen Avenue` }
  const verification = addressVerification(order, { id, ...tenant })
  await database.write({ put: { ...verification, ...verificationKey(tenant, id) } })
  const opening = { taskToken: 't', at: hours(-20), dueAt: hours(dueInHours), isListed: true }
  await openAssignment({ ...tenant, verificationId: id }, verification, opening)
  return (await findAssignment({ ...tenant, verificationId: id }))!
}
const claim = async (work: Awaited<ReturnType<typeof open>>, by: string, untilHours = 8) => {
  const lease = { by, at: hours(-2), until: hours(untilHours) }
  expect(await claimVisit(work, lease, 20)).toBe('claimed')
  return (await findAssignment(work))!
}
const report = async (work: Awaited<ReturnType<typeof open>>, by: string, at: string) => {
  const before = await claim(work, by)
  await fileReport(before, { by, report: { submittedAt: at } as never })
  const after = (await findAssignment(work))!
  await saveFacts(factsOf({ kind: 'assignment', before, after }), nowMs)
}

beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(line => {
    emitted.push(JSON.parse(`${line}`))
    return true
  })
  table = await startRecordedTable()
  process.env.STAGE = 'table-test'
  process.env.FIELDWORK_LIMITS = fieldworkLimits()
  await saveTeam({ id: 'lagos', name: 'Lagos', areas: [ikeja, alimosho] })
  await saveTeam({ id: 'kano', name: 'Kano', areas: [warawa] })
  await saveMember({ agentId: 'agent-a', teamId: 'lagos', dailyCapacity: 8 })
  // As many as the stage permits.
  await saveMember({ agentId: 'agent-b', teamId: 'lagos' })
  await saveMember({ agentId: 'agent-k', teamId: 'kano', dailyCapacity: 5 })
  // Who calls employers is no agent of the field.
  await saveMember({ agentId: 'caller', teamId: 'kano', dailyCapacity: 50, products: ['employment'] })
  await open(ikeja, -1)
  await open(ikeja, 30)
  await open(alimosho, 5)
  await claim(await open(ikeja, 3), 'agent-b')
  await claim(await open(warawa, -7), 'agent-k', -1)
  await report(await open(ikeja, 20), 'agent-a', hours(-3))
  await report(await open(warawa, 20), 'agent-a', hours(-1))
  await report(await open(warawa, 20), 'agent-k', hours(-14))
  const id = draw()
  const call = employmentVerification({}, { id, ...tenant })
  const opening = { taskToken: 't', at: hours(-20), dueAt: hours(-5), isListed: true }
  await openAssignment({ ...tenant, verificationId: id }, call, opening)
  const phone = { agentId: 'agent-b', deviceId: 'd'.repeat(43) }
  await saveUnsent('live', phone, { number: 1, reports: 2, photos: 9 }, hours(-1))
})
afterAll(() => table[Symbol.asyncDispose]())

const lineOf = async (stateId: number | undefined, id?: number) => {
  const { area, places } = (await readFieldworkHealth('live', stateId)).counted!
  return id === undefined ? area : places.find(place => place.id === id)!
}

it('says that nothing was counted before the first count', async () => {
  expect(await readFieldworkHealth('live')).toEqual({
    mode: 'live',
    stateId: null,
    workingDay: { fromHour: 8, toHour: 18, timeZone: 'Africa/Lagos' },
    counted: null,
  })
})

describe('the count of a day', () => {
  beforeAll(() => countFieldwork('live', nowMs))

  it('has every visit once, of the day of the places, and no call', async () => {
    expect(await lineOf(undefined)).toEqual({
      plan: 33,
      // A report of eleven in the evening is of the day before.
      done: 2,
      // Half of the day is over, and of 33 visits only 7 were to be made.
      expected: 4,
      behind: 2,
      agentsPlanned: 3,
      agentsActive: 1,
      toDo: 5,
      open: 4,
      claimed: 1,
      late: 2,
      dueSoon: 2,
      dueLater: 1,
      unsentReports: 2,
      unsentPhotos: 9,
      stronglyFlagged: 0,
      flagged: 0,
      medianMinutes: 1080,
    })
  })

  it('gives back by itself what an agent held too long', async () => {
    const { open: unheld, claimed, late } = await lineOf(19)
    expect([unheld, claimed, late]).toEqual([1, 0, 1])
  })

  it('says the same by LGA', async () => {
    expect((await readFieldworkHealth('live')).counted!.places.map(({ id }) => id)).toEqual([19, 24])
    const { counted } = await readFieldworkHealth('live', 24)
    expect(counted!.places.map(({ id, toDo, done, plan }) => [id, toDo, done, plan])).toEqual([
      [alimosho, 1, 0, 28],
      [ikeja, 3, 1, 28],
    ])
    expect(counted!.agents.map(({ id }) => id)).toEqual(['agent-b', 'agent-a'])
    expect(counted!.isMore).toBe(false)
    expect((await readFieldworkHealth('live', 12)).counted).toMatchObject({ places: [], agents: [] })
    expect((await readFieldworkHealth('live', 99)).counted).toMatchObject({ places: [], agents: [] })
  })

  it('emits the numbers of the whole stage, from the same count', () => {
    const line = emitted.find(one => 'VisitsToDo' in one)
    expect(line).toMatchObject({
      stage: 'table-test',
      VisitsToDo: 5,
      VisitsLate: 2,
      VisitsExpected: 4,
      VisitsBehind: 2,
      ReportsUnsent: 2,
    })
  })

  it('emits nothing of test mode', async () => {
    const before = emitted.length
    await countFieldwork('test', nowMs)
    expect(emitted).toHaveLength(before)
  })

  it('keeps the later of two counts, whichever is stored last', async () => {
    const count = (await findFieldworkCount('live'))!
    expect(await saveFieldworkCount('live', { ...count, at: hours(-1) })).toBe(false)
    expect(await saveFieldworkCount('live', count)).toBe(false)
    expect((await findFieldworkCount('live'))!.at).toBe(hours(0))
  })
})

describe('what it costs', () => {
  const callsOf = async (work: () => Promise<unknown>) => {
    table.calls.length = 0
    await work()
    return table.calls.map(({ action, body }) => ({ action, body }))
  }
  const actionsOf = (calls: Awaited<ReturnType<typeof callsOf>>) => {
    const all = calls.map(({ action }) => action)
    return Object.fromEntries(
      [...new Set(all)].sort().map(name => [name, all.filter(one => one === name).length]),
    )
  }
  const readUnitsOf = async (calls: Awaited<ReturnType<typeof callsOf>>): Promise<number> => {
    const engine = new DynamoDBClient({})
    let units = 0
    for (const { action, body } of calls)
      if (action === 'Query') {
        const query = new QueryCommand({ ...JSON.parse(body), ReturnConsumedCapacity: 'TOTAL' })
        units += (await engine.send(query)).ConsumedCapacity!.CapacityUnits!
      }
    return units
  }

  it('is one read of one item for a look, whatever is open', async () => {
    expect(actionsOf(await callsOf(() => readFieldworkHealth('live', 24)))).toEqual({ GetItem: 1 })
    expect(actionsOf(await callsOf(() => readFieldworkHealth('live')))).toEqual({ GetItem: 1 })
  })

  it('is a query of each state’s entries, of the visits, the phones and the teams, for a count', async () => {
    const calls = await callsOf(() => countFieldwork('live', nowMs + 60_000))
    const [teams, partsOfVisits] = [2, 4]
    const queries = allStates().length + partsOfVisits + 2 + teams
    expect(actionsOf(calls)).toEqual({
      // Members are read by their team, and then as a whole.
      BatchGetItem: teams,
      PutItem: 1,
      Query: queries,
    })
    expect(calls.filter(({ body }) => /"#?verification"/.test(body))).toEqual([])
    const meter = openMeter()
    const written = calls.flatMap(({ action, body }) =>
      action === 'PutItem' ? meter.unitsOf(action, body) : [],
    )
    expect(written.map(({ write }) => write)).toEqual([1])
    // Half a unit for each query of little, eventually consistent. DynamoDB Local takes nothing for one that finds nothing.
    const isMetered = process.env.DYNAMODB_ENDPOINT === undefined
    if (isMetered) expect(await readUnitsOf(calls)).toBe(queries / 2)
  })

  it('grows by the entries of what is open, of which a read unit has dozens, and reads no record', async () => {
    const before = await readUnitsOf(await callsOf(() => countFieldwork('live', nowMs + 120_000)))
    for (let n = 0; n < 300; n++) await open(ikeja, 40)
    const calls = await callsOf(() => countFieldwork('live', nowMs + 180_000))
    expect(calls.filter(({ action }) => action === 'BatchGetItem')).toHaveLength(2)
    const grown = (await readUnitsOf(calls)) - before
    // 37 entries a unit: a country with 80,000 open visits is 2,130 units every five minutes.
    expect(grown).toBe(8)
    expect((await lineOf(24, ikeja)).toDo).toBe(303)
  })

  it('is a query and the records of a page for the list of a number, whatever is left out', async () => {
    const page = { lgaIds: [ikeja], limit: 20, nowMs }
    const all = await callsOf(() => listOpenVisits('live', page, () => true))
    expect(actionsOf(all)).toEqual({ BatchGetItem: 1, Query: 1 })
    const unheld = await callsOf(() => listOpenVisits('live', page, ({ state }) => state === 'open'))
    expect(actionsOf(unheld)).toEqual({ BatchGetItem: 1, Query: 1 })
    for (const { action, body } of [...all, ...unheld])
      if (action === 'BatchGetItem') {
        const [{ Keys }] = Object.values(JSON.parse(body).RequestItems) as [{ Keys: object[] }]
        // Work and record of each.
        expect(Keys).toHaveLength(2 * 20)
      }
  })
})
