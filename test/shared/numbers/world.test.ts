import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { countFieldwork } from '../../../shared/fieldwork/count.ts'
import { readFieldworkHealth } from '../../../shared/fieldwork/health.ts'
import type { OpenCaseFilter, Overview } from '../../../shared/overview/contract.ts'
import { listOpenCases } from '../../../shared/overview/open-cases.ts'
import { readOverview } from '../../../shared/overview/overview.ts'
import type { Mode } from '../../../shared/table/tenant.ts'
import { countWork } from '../../../shared/overview/work-count.ts'
import { findWorkCount } from '../../../shared/overview/work-count-store.ts'
import type { SearchCases } from '../../../shared/case/search/contract.ts'
import { searchCases } from '../../../shared/case/search/search.ts'
import { readOwnQuality } from '../../../shared/numbers/quality.ts'
import {
  days,
  now,
  nowMs,
  type NumbersWorld,
  places,
  startNumbersWorld,
} from '../../support/numbers-world.ts'

/* What every number means: of a world of two days, each page's numbers, one by one, and what each opens. */

let world: NumbersWorld
let live: Overview
let test: Overview

beforeAll(async () => {
  world = await startNumbersWorld()
  for (const mode of ['live', 'test'] as const) await countFieldwork(mode, nowMs)
  live = await readOverview('live', nowMs)
  test = await readOverview('test', nowMs)
})
afterAll(() => {
  vi.useRealTimers()
})

const { ikeja, alimosho, warawa } = places
const namesIn = (items: readonly { readonly id: string }[]) => items.map(({ id }) => world.nameOf(id))

describe('the overview’s open work', () => {
  it('counts what waits by state and by when it is due, disputes as reported, back-checks apart', () => {
    expect(live.work).toEqual({
      states: [
        { state: 'open', dueLater: 1, dueSoon: 1, late: 1 },
        { state: 'claimed', dueLater: 0, dueSoon: 1, late: 0 },
        { state: 'reported', dueLater: 0, dueSoon: 0, late: 2 },
        { state: 'staged', dueLater: 1, dueSoon: 0, late: 0 },
      ],
      lateBy: [
        { upTo: '6h', count: 3 },
        { upTo: '1d', count: 0 },
        { upTo: '3d', count: 0 },
        { upTo: 'more', count: 0 },
      ],
      places: [
        { lgaId: null, dueLater: 0, dueSoon: 1, late: 0 },
        { lgaId: warawa, dueLater: 1, dueSoon: 0, late: 1 },
        { lgaId: alimosho, dueLater: 1, dueSoon: 1, late: 0 },
        { lgaId: ikeja, dueLater: 0, dueSoon: 0, late: 2 },
      ],
      backChecks: 1,
      isMore: false,
      countedAt: now,
    })
    expect(test.work.states[0]).toEqual({ state: 'open', dueLater: 1, dueSoon: 0, late: 0 })
    expect(test.work.places).toEqual([{ lgaId: ikeja, dueLater: 1, dueSoon: 0, late: 0 }])
  })

  it('opens the cases of each number', async () => {
    const listOf = async (filter: OpenCaseFilter, mode: Mode = 'live') =>
      namesIn((await listOpenCases(mode, filter, nowMs)).data)
    expect(await listOf({})).toEqual([
      'givenUp',
      'waiting',
      'objected-d1',
      'held',
      'openCall',
      'staged',
      'later',
    ])
    expect(await listOf({ state: 'open', due: 'late' })).toEqual(['givenUp'])
    expect(await listOf({ state: 'open', due: 'dueSoon' })).toEqual(['openCall'])
    expect(await listOf({ state: 'open', due: 'dueLater' })).toEqual(['later'])
    expect(await listOf({ state: 'claimed' })).toEqual(['held'])
    expect(await listOf({ state: 'reported' })).toEqual(['waiting', 'objected-d1'])
    expect(await listOf({ state: 'staged' })).toEqual(['staged'])
    expect(await listOf({ lateBy: '6h' })).toEqual(['givenUp', 'waiting', 'objected-d1'])
    expect(await listOf({ lgaId: ikeja })).toEqual(['givenUp', 'waiting'])
    expect(await listOf({ lgaId: 0 })).toEqual(['openCall'])
    expect(await listOf({ list: 'backChecks' })).toEqual(['again'])
    expect(await listOf({ agent: 'agent-b', state: 'claimed' })).toEqual(['held'])
    expect(await listOf({ agent: 'agent-a', state: 'reported' })).toEqual(['waiting'])
    expect(await listOf({ list: 'visited' })).toEqual(['returned', 'again', 'refused', 'waiting', 'staged'])
    expect(await listOf({ list: 'visited', flags: 'strong' })).toEqual(['returned', 'again'])
    expect(await listOf({ list: 'visited', agent: 'agent-b' })).toEqual(['returned', 'again', 'refused'])
    expect(await listOf({ list: 'visits', stateId: 24 })).toEqual(['held', 'givenUp', 'later'])
    expect(await listOf({ list: 'visits', stateId: 19 })).toEqual(['again'])
    expect(await listOf({}, 'test')).toEqual(['testOpen'])
  })
})

it('counts open work for everybody as it is for one who looks, and opens nothing sealed for it', async () => {
  await countWork('live', nowMs)
  const counted = await findWorkCount('live')
  expect(counted!.work).toEqual(live.work)
})

describe('the overview’s ends', () => {
  const [verified, notThere, expired, cancelled] = [
    { status: 'VERIFIED', count: 4 },
    { status: 'FAILED - NOT IN RESIDENCE', count: 1 },
    { status: 'FAILED - EXPIRED', count: 1 },
    { status: 'CANCELLED', count: 2 },
  ]

  it('count each verification once, by its first outcome: what a dispute changed stays what it was', () => {
    const address = {
      product: 'address',
      outcomes: [verified, notThere, expired, cancelled],
      // Three of 180 minutes, one of 300 and one of 1500: of what people decided alone.
      medianMinutes: 181,
      p90Minutes: 1610,
    }
    const called = [{ status: 'FAILED - NOT AN EMPLOYEE', count: 1 }]
    const employment = { product: 'employment', outcomes: called, medianMinutes: 1610, p90Minutes: 1610 }
    expect(live.ended).toEqual([
      { days: 7, products: [address, employment] },
      { days: 30, products: [address, employment] },
    ])
  })

  it('count by the day in UTC on which they came', () => {
    expect(live.daily).toHaveLength(30)
    expect(live.daily.slice(0, 28).every(one => one.ended === 0 && one.medianMinutes === null)).toBe(true)
    expect(live.daily.slice(28)).toEqual([
      { day: days[0], ended: 5, medianMinutes: 181 },
      { day: days[1], ended: 4, medianMinutes: 1610 },
    ])
  })

  it('of test mode are apart', () => {
    const outcomes = [
      { status: 'VERIFIED', count: 1 },
      { status: 'FAILED - EXPIRED', count: 1 },
    ]
    expect(test.ended[0]!.products).toEqual([
      { product: 'address', outcomes, medianMinutes: 539, p90Minutes: 539 },
    ])
    expect(test.daily.slice(28)).toEqual([
      { day: days[0], ended: 1, medianMinutes: 539 },
      { day: days[1], ended: 1, medianMinutes: null },
    ])
  })
})

describe('the overview’s people', () => {
  it('are agents, by what they hold, and how what they reported was judged the first time', () => {
    const none = { claimed: 0, reported: 0, approved: 0, rejected: 0, returned: 0, agreed: 0 }
    const unchecked = { backChecked: 0, backCheckAgreed: 0 }
    expect(live.agents).toEqual([
      {
        ...none,
        id: 'agent-a',
        reported: 1,
        approved: 1,
        rejected: 1,
        agreed: 2,
        backChecked: 1,
        backCheckAgreed: 0,
      },
      { ...none, ...unchecked, id: 'agent-b', claimed: 1, approved: 1, returned: 1 },
      { ...none, ...unchecked, id: 'agent-k', reported: 1, approved: 2, agreed: 2 },
      { ...none, ...unchecked, id: 'caller-1', rejected: 1, agreed: 1 },
    ])
    expect(test.agents).toEqual([
      { ...none, id: 'test-agent', approved: 1, agreed: 1, backChecked: 1, backCheckAgreed: 1 },
    ])
  })

  it('are reviewers, by what they decided, confirmed, returned and asked a colleague for; disputes not', () => {
    const none = { approved: 0, rejected: 0, returned: 0, staged: 0, overFlags: 0, alone: 0, against: [] }
    expect(live.reviewers).toEqual([
      { ...none, id: 'reviewer-1', approved: 3, rejected: 1, staged: 2, medianWaitMinutes: 60 },
      {
        ...none,
        id: 'reviewer-2',
        approved: 1,
        rejected: 1,
        returned: 1,
        overFlags: 1,
        alone: 1,
        against: [{ reason: 'evidence', count: 1 }],
        // Two hours, and eight and a half.
        medianWaitMinutes: 125,
      },
    ])
    expect(test.reviewers).toEqual([{ ...none, id: 'test-reviewer', approved: 1, medianWaitMinutes: 60 }])
  })
})

it('says what is stuck: late work of which nobody noted that it is, and a message that did not arrive', () => {
  const stuck = live.stuck.items.map(({ kind, id, since, by }) => [kind, world.nameOf(id), since, by])
  expect(stuck).toEqual([
    ['forgotten', 'givenUp', `${days[1]}T07:00:00.000Z`, null],
    ['forgotten', 'waiting', `${days[1]}T08:00:00.000Z`, null],
    ['unsent', 'held', `${days[1]}T12:00:00.000Z`, 'agent-b'],
  ])
  expect(test.stuck).toEqual({ items: [], isMore: false })
})

describe('the fieldwork of the Friday', () => {
  const ofKano = {
    plan: 5,
    done: 1,
    expected: 1,
    behind: 0,
    agentsPlanned: 1,
    agentsActive: 1,
    // A back-check.
    toDo: 1,
    open: 1,
    claimed: 0,
    late: 0,
    dueSoon: 1,
    dueLater: 0,
    unsentReports: 0,
    unsentPhotos: 0,
    stronglyFlagged: 0,
    flagged: 0,
    medianMinutes: 1620,
  }
  const ofLagos = {
    plan: 12,
    // One was reported the day before, returned, and reported anew after midnight; one was ended by the applicant.
    done: 4,
    expected: 4,
    behind: 0,
    agentsPlanned: 2,
    agentsActive: 2,
    toDo: 3,
    open: 2,
    claimed: 1,
    late: 1,
    dueSoon: 1,
    dueLater: 1,
    unsentReports: 2,
    unsentPhotos: 9,
    stronglyFlagged: 2,
    flagged: 3,
    medianMinutes: 1500,
  }

  it('counts visits by the clock of the places, back-checks and reports after the end included, calls not', async () => {
    const { counted } = await readFieldworkHealth('live')
    const { area, places: states, ...count } = counted!
    expect(count).toMatchObject({ at: now, day: days[1], dayPercent: 60, isMore: false })
    expect(states).toEqual([
      { id: 19, ...ofKano },
      { id: 24, ...ofLagos },
    ])
    expect(area).toEqual({
      plan: 17,
      done: 5,
      expected: 5,
      behind: 0,
      agentsPlanned: 3,
      agentsActive: 3,
      toDo: 4,
      open: 3,
      claimed: 1,
      late: 1,
      dueSoon: 2,
      dueLater: 1,
      unsentReports: 2,
      unsentPhotos: 9,
      stronglyFlagged: 2,
      flagged: 3,
      medianMinutes: 1620,
    })
  })

  it('counts the day of each agent', async () => {
    const quiet = { unsentReports: 0, unsentPhotos: 0, unsentAt: null }
    const unsent = { unsentReports: 2, unsentPhotos: 9, unsentAt: `${days[1]}T12:00:00.000Z` }
    const { agents } = (await readFieldworkHealth('live')).counted!
    expect(agents).toEqual([
      {
        id: 'agent-b',
        teamId: 'lagos',
        plan: 4,
        done: 3,
        ...unsent,
        stronglyFlagged: 2,
        flagged: 2,
        medianMinutes: 1380,
        stateIds: [24],
      },
      {
        id: 'agent-a',
        teamId: 'lagos',
        plan: 8,
        done: 1,
        ...quiet,
        stronglyFlagged: 0,
        flagged: 1,
        medianMinutes: 1620,
        stateIds: [24],
      },
      {
        id: 'agent-k',
        teamId: 'kano',
        plan: 5,
        done: 1,
        ...quiet,
        stronglyFlagged: 0,
        flagged: 0,
        medianMinutes: 1620,
        stateIds: [19],
      },
    ])
  })

  it('keeps the modes apart', async () => {
    const { area } = (await readFieldworkHealth('test')).counted!
    // Of the Friday, the back-check alone.
    expect([area.done, area.toDo, area.unsentReports]).toEqual([1, 1, 0])
  })
})

it('tells each agent how their reports of thirty days were judged, the first time', async () => {
  const qualityOf = async (clientId: string, mode: Mode = 'live') => {
    const caller = { mode, clientId, organisationId: 0, scopes: ['operations.agent'] } as const
    const { since, ...counts } = await readOwnQuality(caller, nowMs)
    expect(since).toBe('2026-10-28T13:00:00.000Z')
    return Object.values(counts)
  }
  // Decided, as found, otherwise, returned, strong and weak flags, second visits, those that agree.
  expect(await qualityOf('agent-a')).toEqual([2, 2, 0, 0, 1, 1, 1, 0])
  expect(await qualityOf('agent-b')).toEqual([1, 0, 1, 1, 1, 0, 0, 0])
  expect(await qualityOf('agent-k')).toEqual([2, 2, 0, 0, 0, 1, 0, 0])
  expect(await qualityOf('caller-1')).toEqual([1, 1, 0, 0, 0, 0, 0, 0])
  expect(await qualityOf('test-agent', 'test')).toEqual([1, 1, 0, 0, 0, 1, 1, 1])
})

it('emits metrics of each change once', () => {
  const sums = new Map<string, number>()
  for (const { mode, product, outcome, ...values } of world.counted)
    for (const [name, value] of Object.entries(values)) {
      // Measurements of one line share it, so that it has values of dimensions which are not of each.
      const { [name]: of = [product] } = {
        OrdersAccepted: [mode, product],
        VerificationsCompleted: [mode, outcome],
      }
      const key = [name, ...of].join(' ')
      sums.set(key, (sums.get(key) ?? 0) + Number(value))
    }
  expect(Object.fromEntries(sums)).toEqual({
    'OrdersAccepted live address': 13,
    'OrdersAccepted live employment': 2,
    'OrdersAccepted live nin': 1,
    'OrdersAccepted test address': 3,
    // A report that was returned, and came again, twice; what the applicant had ended, too.
    'ReportsFiled address': 9,
    'ReportsFiled employment': 1,
    'BackChecked address': 1,
    'Disagreed address': 1,
    'VerificationsCompleted live verified': 4,
    'VerificationsCompleted live notInResidence': 1,
    'VerificationsCompleted live notAnEmployee': 1,
    'VerificationsCompleted live expired': 1,
    'VerificationsCompleted live cancelled': 2,
    'VerificationsCompleted test verified': 1,
    'VerificationsCompleted test expired': 1,
    // Three of three hours, one of five and one of twenty-five.
    'Turnaround address': 39 * 3600,
    'Turnaround employment': 28 * 3600,
    'Charged address': 5 * 2500,
    'Charged employment': 3000,
    // Five that were decided in time, and one that was late before it expired.
    'VerificationsDue address': 6,
    'VerificationsOverdue address': 1,
    'VerificationsDue employment': 1,
    'VerificationsOverdue employment': 1,
  })
})

describe('a search of cases', () => {
  let requestId = 0
  const find = async (field: SearchCases['field'], value?: string, more: Partial<SearchCases> = {}) => {
    const body = { field, value, purpose: 'quality', limit: 100, ...more } as SearchCases
    const by = { clientId: 'reviewer-9', organisationId: 0, scopes: ['operations.reviewer'] } as const
    const caller = { ...by, mode: 'live' } as const
    const asked = { caller, requestId: ++requestId, body, nowMs }
    return namesIn((await searchCases(asked)).data)
  }
  const ordered =
    'openCall later called staged waiting held givenUp cancelled refused expired objected disputed returned rejected approved'.split(
      ' ',
    )

  it('finds by the time of the order and by LGA, the last one first', async () => {
    expect(await find('time')).toEqual(ordered)
    expect(await find('time', undefined, { from: days[1] })).toEqual(['openCall', 'later'])
    expect(await find('time', undefined, { to: days[1] })).toEqual(ordered.slice(2))
    expect(await find('lga', `${ikeja}`)).toEqual([
      'waiting',
      'givenUp',
      'refused',
      'expired',
      'rejected',
      'approved',
    ])
    expect(await find('lga', `${alimosho}`, { from: days[1] })).toEqual(['later'])
  })

  it('finds by the agent of the last report, at its time, without back-checks', async () => {
    expect(await find('agent', 'agent-a')).toEqual(['waiting', 'rejected', 'approved'])
    expect(await find('agent', 'agent-b')).toEqual(['refused', 'returned'])
    expect(await find('agent', 'agent-b', { to: days[1] })).toEqual(['returned'])
    expect(await find('agent', 'agent-k')).toEqual(['staged', 'objected', 'disputed'])
    expect(await find('agent', 'caller-1')).toEqual(['called'])
  })

  it('finds by the decision that stands: after a dispute the later one, and its reviewer', async () => {
    expect(await find('reviewer', 'reviewer-1')).toEqual(['called', 'objected', 'approved'])
    expect(await find('reviewer', 'reviewer-2')).toEqual(['disputed', 'returned', 'rejected'])
    expect(await find('reviewer', 'applicant')).toEqual(['refused'])
    expect(await find('outcome', 'VERIFIED')).toEqual(['returned', 'objected', 'approved'])
    expect(await find('outcome', 'VERIFIED', { from: days[1] })).toEqual(['returned'])
    expect(await find('outcome', 'CANNOT ACCESS ADDRESS')).toEqual(['disputed'])
    expect(await find('outcome', 'CANCELLED')).toEqual(['refused', 'cancelled'])
    expect(await find('outcome', 'FAILED - EXPIRED')).toEqual(['expired'])
  })

  it('goes on from page to page', async () => {
    const body = { field: 'time', purpose: 'quality', limit: 4 } as const
    const caller = { mode: 'live', clientId: 'reviewer-9', organisationId: 0, scopes: [] } as const
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await searchCases({ caller, requestId: ++requestId, body: { ...body, cursor }, nowMs })
      expect(page.data.length).toBeLessThanOrEqual(4)
      found.push(...namesIn(page.data))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(ordered)
  })
})
