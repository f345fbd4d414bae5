import { beforeAll, describe, expect, it } from 'vitest'
import { buildBackCheck } from '../../../shared/work/assignment/back-check-store.ts'
import { claimVisit } from '../../../shared/work/assignment/claim-store.ts'
import { fileReport } from '../../../shared/work/assignment/report-store.ts'
import { findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import type { Problem } from '../../../shared/http/contract/problem.ts'
import type { OpenCaseFilter } from '../../../shared/overview/contract.ts'
import { listOpenCases } from '../../../shared/overview/open-cases.ts'
import { factsOf } from '../../../shared/numbers/fact.ts'
import { saveFacts } from '../../../shared/numbers/fact-store.ts'
import { database } from '../../../shared/table/driver.ts'
import { acceptedAddress } from '../../support/links.ts'
import { startTable } from '../../support/table.ts'

/* One world of visits: the lists that the numbers of the fieldwork lead to. */

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const hours = (n: number): string => new Date(nowMs + n * 3_600_000).toISOString()
const ikeja = { stateName: 'Lagos', lgaName: 'Ikeja' }
const kano = { stateName: 'Kano', lgaName: 'Warawa' }
const [lagosId, ikejaId, warawaId] = [24, 2411, 1943]

const open = async (place: object, dueInHours: number) => {
  const { key, verification } = await acceptedAddress(nowMs, place)
  await openAssignment(key, verification, {
    taskToken: '',
    at: hours(-30),
    dueAt: hours(dueInHours),
    isListed: true,
  })
  return (await findAssignment(key))!
}
type Work = Awaited<ReturnType<typeof open>>
const claim = async (work: Work, by: string, untilHours: number): Promise<Work> => {
  await claimVisit(work, { by, at: hours(-3), until: hours(untilHours) }, 20)
  return (await findAssignment(work))!
}
const report = async (work: Work, by: string, at: string, flags: readonly object[] = []) => {
  const before = await claim(work, by, 4)
  const input = { by, report: { submittedAt: at } as never, findings: {} as never, flags: flags as never }
  expect(await fileReport(before, input)).toBe(true)
  const after = (await findAssignment(work))!
  await saveFacts(factsOf({ kind: 'assignment', before, after }), nowMs)
  return before
}

const nameOf = ({ organisationId, verificationId }: Work): string => `${organisationId}-${verificationId}`
const list = (filter: OpenCaseFilter) => listOpenCases('live', filter, nowMs)
const idsOf = async (filter: OpenCaseFilter) => (await list(filter)).data.map(({ id }) => id)
const refusalOf = async (filter: OpenCaseFilter) => {
  const problem = (await list(filter).catch(error => error)) as Problem
  return problem.errors?.map(({ pointer, code }) => [pointer, code])
}

let late: Work
let soon: Work
let held: Work
let lapsed: Work
let elsewhere: Work
let flagged: Work
let plain: Work
let first: Work

beforeAll(async () => {
  await startTable()
  late = await open(ikeja, -1)
  soon = await open(ikeja, 5)
  held = await claim(await open(ikeja, 3), 'agent-1', 5)
  lapsed = await claim(await open(ikeja, -8), 'agent-1', -1)
  elsewhere = await open(kano, -30)
  flagged = await report(await open(ikeja, 9), 'agent-1', hours(-2), [
    { code: 'impossible_speed', reason: '' },
  ])
  plain = await report(await open(kano, 9), 'agent-2', hours(-1), [{ code: 'position_unknown', reason: '' }])
  await report(await open(ikeja, 9), 'agent-1', hours(-14))
  const id = nowMs
  const [visit, mark] = buildBackCheck(flagged, { id, at: hours(-1), dueAt: hours(2), tookPart: ['agent-9'] })
  await database.transact({ visit, mark })
  first = { ...flagged, verificationId: id }
})

describe('the visits that are not reported', () => {
  it('are those of a state or an LGA: what is held first, then what is open, first due first', async () => {
    const all = [held, lapsed, late, first, soon].map(nameOf)
    expect(await idsOf({ list: 'visits', stateId: lagosId })).toEqual(all)
    expect(await idsOf({ list: 'visits', lgaId: ikejaId })).toEqual(all)
    expect(await idsOf({ list: 'visits', stateId: lagosId, lgaId: ikejaId })).toEqual(all)
    expect(await idsOf({ list: 'visits', stateId: lagosId, lgaId: warawaId })).toEqual([])
    expect(await idsOf({ list: 'visits', lgaId: warawaId })).toEqual([nameOf(elsewhere)])
    expect(await idsOf({ list: 'visits', stateId: 99 })).toEqual([])
    expect(await idsOf({ list: 'visits', lgaId: 0 })).toEqual([])
  })

  it('are narrowed by who has them and by when they are due', async () => {
    const of = (more: OpenCaseFilter) => idsOf({ list: 'visits', lgaId: ikejaId, ...more })
    expect(await of({ state: 'claimed' })).toEqual([nameOf(held)])
    expect(await of({ state: 'open' })).toEqual([lapsed, late, first, soon].map(nameOf))
    expect(await of({ state: 'reported' })).toEqual([])
    expect(await of({ due: 'late' })).toEqual([lapsed, late].map(nameOf))
    expect(await of({ due: 'late', lateBy: '6h' })).toEqual([nameOf(late)])
    expect(await of({ due: 'dueSoon' })).toEqual([held, first, soon].map(nameOf))
    expect(await of({ due: 'dueLater' })).toEqual([])
  })

  it('say whose they are, and of what lapsed that anybody can claim it', async () => {
    const { data } = await list({ list: 'visits', lgaId: ikejaId })
    expect(data.map(({ state, agent, lgaId, isBackCheck }) => [state, agent, lgaId, isBackCheck])).toEqual([
      ['claimed', 'agent-1', ikejaId, false],
      ['open', null, ikejaId, false],
      ['open', null, ikejaId, false],
      ['open', null, ikejaId, true],
      ['open', null, ikejaId, false],
    ])
  })

  it('go on from page to page', async () => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ list: 'visits', stateId: lagosId, limit: 2, ...(cursor && { cursor }) })
      expect(page.data.length).toBeLessThanOrEqual(2)
      found.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(found).toEqual([held, lapsed, late, first, soon].map(nameOf))
  })

  it('are what an agent holds, wherever that is', async () => {
    expect((await idsOf({ list: 'visits', agent: 'agent-1' })).toSorted()).toEqual(
      [held, lapsed].map(nameOf).toSorted(),
    )
    expect(await idsOf({ list: 'visits', agent: 'agent-1', stateId: lagosId, state: 'claimed' })).toEqual([
      nameOf(held),
    ])
    expect(await idsOf({ list: 'visits', agent: 'agent-1', lgaId: warawaId })).toEqual([])
    expect(await idsOf({ list: 'visits', agent: 'nobody' })).toEqual([])
  })

  it('have no list of the whole country, and are not narrowed by flags', async () => {
    expect(await refusalOf({ list: 'visits' })).toEqual([['query/stateId', 'area_needed']])
    expect(await refusalOf({ list: 'visits', lgaId: ikejaId, flags: 'any' })).toEqual([
      ['query/flags', 'not_of_list'],
    ])
    expect(await refusalOf({ list: 'visits', lgaId: ikejaId, cursor: 'bm9uZQ' })).toEqual([
      ['query/cursor', 'wrong_form'],
    ])
  })
})

describe('the visits of today', () => {
  it('are those whose report came, the first one first', async () => {
    expect(await idsOf({ list: 'visited' })).toEqual([flagged, plain].map(nameOf))
    expect((await list({ list: 'visited' })).data.map(({ state, agent }) => [state, agent])).toEqual([
      ['reported', 'agent-1'],
      ['reported', 'agent-2'],
    ])
  })

  it('are narrowed by agent, place and flags', async () => {
    expect(await idsOf({ list: 'visited', agent: 'agent-2' })).toEqual([nameOf(plain)])
    expect(await idsOf({ list: 'visited', stateId: lagosId })).toEqual([nameOf(flagged)])
    expect(await idsOf({ list: 'visited', lgaId: warawaId })).toEqual([nameOf(plain)])
    expect(await idsOf({ list: 'visited', flags: 'strong' })).toEqual([nameOf(flagged)])
    expect(await idsOf({ list: 'visited', flags: 'any' })).toEqual([flagged, plain].map(nameOf))
  })

  it('go on from page to page, and name every filter that they have not', async () => {
    const { data, nextCursor } = await list({ list: 'visited', limit: 1 })
    expect(data.map(({ id }) => id)).toEqual([nameOf(flagged)])
    const next = await list({ list: 'visited', limit: 1, cursor: nextCursor! })
    expect([next.data.map(({ id }) => id), next.nextCursor]).toEqual([[nameOf(plain)], null])
    const more = { due: 'late', lateBy: '1d', state: 'open' } as const
    expect(await refusalOf({ list: 'visited', ...more })).toEqual([
      ['query/state', 'not_of_list'],
      ['query/due', 'not_of_list'],
      ['query/lateBy', 'not_of_list'],
    ])
    expect(await refusalOf({ list: 'visited', cursor: 'bm9uZQ' })).toEqual([['query/cursor', 'wrong_form']])
  })
})

it('narrows open cases by the flags of their visits, too', async () => {
  expect(await idsOf({ flags: 'strong' })).toEqual([nameOf(flagged)])
  expect((await idsOf({ flags: 'any' })).toSorted()).toEqual([flagged, plain].map(nameOf).toSorted())
})
