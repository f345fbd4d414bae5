import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Assignment } from '../../../shared/work/assignment/assignment.ts'
import { buildBackCheck } from '../../../shared/work/assignment/back-check-store.ts'
import { claimVisit } from '../../../shared/work/assignment/claim-store.ts'
import { listDue } from '../../../shared/work/assignment/list-store.ts'
import { fileReport, saveStagedDecision } from '../../../shared/work/assignment/report-store.ts'
import { findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import { buildDisputeWork } from '../../../shared/dispute/dispute.ts'
import { addDispute } from '../../../shared/dispute/store.ts'
import type { OpenCase, OpenCaseFilter } from '../../../shared/overview/contract.ts'
import { toWorkCounts } from '../../../shared/overview/counted-work.ts'
import { listOpenCases } from '../../../shared/overview/open-cases.ts'
import { toAgents, toHeld } from '../../../shared/overview/results.ts'
import { database } from '../../../shared/table/driver.ts'
import { findVerification } from '../../../shared/verification/store.ts'
import { markPublished, transitionVerification } from '../../../shared/verification/transition-store.ts'
import { acceptedAddress, acceptedEmployment } from '../../support/links.ts'
import { startTable } from '../../support/table.ts'

/* One world of open work: every number that the overview shows of it is as long as its list. */

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const hours = (n: number): string => new Date(nowMs + n * 3_600_000).toISOString()
const at = hours(-200)

interface WorkPlan {
  readonly dueInHours: number
  /** Who claimed it. */
  readonly agent?: string
  readonly isReported?: boolean
  readonly isStaged?: boolean
  readonly place?: { readonly stateName: string; readonly lgaName: string }
}

const ikeja = { stateName: 'Lagos', lgaName: 'Ikeja' }
const alimosho = { stateName: 'Lagos', lgaName: 'Alimosho' }
const kano = { stateName: 'Kano', lgaName: 'Ajingi' }

const read = async (assignment: Assignment): Promise<Assignment> => (await findAssignment(assignment))!

const makeWork = async ({
  dueInHours,
  agent,
  isReported,
  isStaged,
  place,
}: WorkPlan): Promise<Assignment> => {
  const order = place ? acceptedAddress(nowMs, place) : acceptedEmployment(nowMs)
  const { key, verification } = await order
  await openAssignment(key, verification, { taskToken: '', at, dueAt: hours(dueInHours), isListed: true })
  const work = (await findAssignment(key))!
  if (!agent) return work
  expect(await claimVisit(work, { by: agent, at, until: hours(-199) }, 100)).toBe('claimed')
  if (!isReported) return read(work)
  const report = { submittedAt: hours(-100) } as never
  expect(await fileReport(await read(work), { by: agent, report })).toBe(true)
  if (!isStaged) return read(work)
  const decision = { outcome: 'noAccess', by: 'reviewer-1', at: hours(-99) } as const
  expect(await saveStagedDecision(await read(work), decision)).toBe(true)
  return read(work)
}

const plans: readonly WorkPlan[] = [
  { dueInHours: 30, place: ikeja },
  { dueInHours: 24, place: ikeja },
  { dueInHours: 23.9, place: alimosho },
  { dueInHours: 0, place: kano },
  { dueInHours: -0.1, place: kano },
  { dueInHours: -6, place: ikeja },
  { dueInHours: -7, place: ikeja, agent: 'agent-1' },
  { dueInHours: 5, place: alimosho, agent: 'agent-2' },
  { dueInHours: -25, agent: 'agent-1', isReported: true },
  { dueInHours: 48 },
  { dueInHours: -100, place: kano, agent: 'agent-1', isReported: true, isStaged: true },
  { dueInHours: 2, place: ikeja, agent: 'agent-2', isReported: true },
]

const addBackCheck = async (first: Assignment, id: number, agent?: string): Promise<void> => {
  const request = { id, at, dueAt: hours(-3), tookPart: ['agent-9'] }
  const [visit, mark] = buildBackCheck(first, request)
  await database.transact({ visit, mark })
  const work = (await findAssignment({ ...first, verificationId: id }))!
  if (agent) expect(await claimVisit(work, { by: agent, at, until: hours(-199) }, 100)).toBe('claimed')
}

const addObjection = async (): Promise<void> => {
  const { key } = await acceptedAddress(nowMs, kano)
  const set = { decidedBy: 'first', price: 100, adminComment: 'Seen.' }
  await transitionVerification(key, 'decide', { to: 'verified', at, by: 'first', set })
  await markPublished(key)
  const verification = (await findVerification(key, key.verificationId, nowMs, { consistent: true }))!
  const objection = { by: 'customer', ground: 'other', reason: 'No.', nowMs: Date.parse(at) } as const
  const made = buildDisputeWork(verification, { assignment: undefined, disputes: [] }, objection, 3600)
  expect(await addDispute(verification, made, 'client-1')).toBe(true)
}

let due: Awaited<ReturnType<typeof listDue>>

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startTable()
  const made: Assignment[] = []
  for (const plan of plans) made.push(await makeWork(plan))
  await addBackCheck(made[0]!, 501)
  await addBackCheck(made[1]!, 502, 'agent-1')
  await addObjection()
  due = await listDue('live', 1000)
})

/** All pages of a list, of two cases each. */
const listAll = async (filter: OpenCaseFilter): Promise<readonly OpenCase[]> => {
  const found: OpenCase[] = []
  let cursor: string | undefined
  do {
    const page = await listOpenCases('live', { ...filter, limit: 2, cursor }, nowMs)
    expect(page.data.length).toBeLessThanOrEqual(2)
    found.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  expect(found.map(({ dueAt }) => dueAt)).toEqual(found.map(({ dueAt }) => dueAt).toSorted())
  return found
}

const lengthOf = async (filter: OpenCaseFilter): Promise<number> => (await listAll(filter)).length

const dueSteps = ['late', 'dueSoon', 'dueLater'] as const

describe('every number of the overview is as long as its list', () => {
  it('by state and by when it is due', async () => {
    const { states } = toWorkCounts(due, nowMs)
    expect(states).toEqual([
      { state: 'open', dueLater: 3, dueSoon: 2, late: 2 },
      { state: 'claimed', dueLater: 0, dueSoon: 1, late: 1 },
      { state: 'reported', dueLater: 0, dueSoon: 1, late: 2 },
      { state: 'staged', dueLater: 0, dueSoon: 0, late: 1 },
    ])
    for (const { state, ...counts } of states)
      for (const step of dueSteps)
        expect([state, step, await lengthOf({ state, due: step })]).toEqual([state, step, counts[step]])
  })

  it('by how late it is', async () => {
    const { lateBy } = toWorkCounts(due, nowMs)
    expect(lateBy.map(({ count }) => count)).toEqual([2, 1, 1, 2])
    for (const { upTo, count } of lateBy)
      expect([upTo, await lengthOf({ lateBy: upTo })]).toEqual([upTo, count])
  })

  it('by LGA, by state of the country, and from a desk', async () => {
    const { places } = toWorkCounts(due, nowMs)
    expect(places.map(({ lgaId }) => lgaId)).toEqual([null, 1901, 2403, 2411])
    for (const { lgaId, ...counts } of places)
      for (const step of dueSteps)
        expect([lgaId, step, await lengthOf({ lgaId: lgaId ?? 0, due: step })]).toEqual([
          lgaId,
          step,
          counts[step],
        ])
    const ofLagos = places.filter(({ lgaId }) => lgaId !== null && Math.trunc(lgaId / 100) === 24)
    const whole = ofLagos.reduce((sum, { late, dueSoon, dueLater }) => sum + late + dueSoon + dueLater, 0)
    expect([whole, await lengthOf({ stateId: 24 })]).toEqual([7, 7])
  })

  it('of second visits, which no other number counts', async () => {
    const { backChecks, states } = toWorkCounts(due, nowMs)
    expect([backChecks, await lengthOf({ list: 'backChecks' })]).toEqual([2, 2])
    const whole = states.reduce((sum, { late, dueSoon, dueLater }) => sum + late + dueSoon + dueLater, 0)
    expect([whole, await lengthOf({})]).toEqual([13, 13])
  })

  it('of each agent: second visits and staged decisions are theirs, a dispute is not', async () => {
    const agents = toAgents([], toHeld(due.assignments))
    expect(agents.map(({ id, claimed, reported }) => [id, claimed, reported])).toEqual([
      ['agent-1', 2, 2],
      ['agent-2', 1, 1],
    ])
    for (const { id: agent, claimed, reported } of agents)
      expect([
        await lengthOf({ agent, state: 'claimed' }),
        await lengthOf({ agent, state: 'reported' }),
      ]).toEqual([claimed, reported])
  })
})

it('masks who it is about, and says whose it is and by when', async () => {
  const [first] = await listAll({ state: 'staged' })
  expect(first).toMatchObject({
    applicant: 'N. A.',
    phone: '…567',
    customerReference: '…r-1',
    state: 'staged',
    isBackCheck: false,
    dueAt: hours(-100),
    agent: 'agent-1',
    status: { subStatus: 'IN PROGRESS' },
  })
  expect(JSON.stringify(first)).not.toMatch(/Ngozi|Adeyemi|08031234567/)
})

it('names a second visit and an objection by ids of their own, beside their verification', async () => {
  const visits = await listAll({ list: 'backChecks' })
  expect(visits.map(({ id }) => id).toSorted()).toEqual(['7-501', '7-502'])
  expect(visits.every(({ verificationId }) => verificationId > 1000)).toBe(true)
  const objected = (await listAll({ state: 'reported', stateId: 19 })).at(-1)!
  expect(objected.id).toBe(`7-${objected.verificationId}-d1`)
})

it('answers a test’s cases to nobody of live mode', async () => {
  expect(await listOpenCases('test', {}, nowMs)).toEqual({ data: [], nextCursor: null })
})

/** How many entries of the lists a page reads. */
const entriesOf = async (filter: OpenCaseFilter): Promise<number> => {
  const { query } = database
  let entries = 0
  const reading = vi.spyOn(database, 'query').mockImplementation(async wanted => {
    const page = await query(wanted)
    entries += page.items.length
    return page as never
  })
  await listOpenCases('live', { limit: 1, ...filter }, nowMs)
  reading.mockRestore()
  return entries
}

it('reads a page of what is open or reported, from where it is due, and of an LGA what lies there', async () => {
  // Two reads, since a second visit stands between the first two, of two states; and the list of calls.
  expect(await entriesOf({ state: 'open' })).toBe(11)
  expect(await entriesOf({ state: 'open', lgaId: 2403 })).toBe(1)
  expect(await entriesOf({ state: 'open', due: 'late', stateId: 24 })).toBe(2)
  expect(await entriesOf({ state: 'open', lgaId: 2401 })).toBe(0)
  expect(await entriesOf({ state: 'reported', lgaId: 2411 })).toBe(1)
  expect(await entriesOf({ state: 'claimed', lgaId: 2411 })).toBe(2)
})

it('reads the work and the records of its page alone, and of all else the entries of the lists', async () => {
  const { getMany } = database
  const asked: string[] = []
  const reading = vi.spyOn(database, 'getMany').mockImplementation((keys, options) => {
    asked.push(...keys.map(({ sk }) => sk))
    return getMany(keys, options) as never
  })
  const pages: number[] = []
  for (const limit of [1, 3]) {
    await listOpenCases('live', { limit }, nowMs)
    pages.push(asked.splice(0).length)
  }
  await listDue('live', 1000)
  reading.mockRestore()
  expect([pages, asked]).toEqual([[2, 6], []])
})
