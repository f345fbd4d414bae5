import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import type { OpenCase, Overview } from '../../shared/overview/contract.ts'
import { saveDays, saveDayStats } from '../../shared/numbers/day-store.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, againstFinding, openWork, reportedWork, worker } from '../support/fieldwork.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import type { Receiver } from '../support/receiver.ts'
import { signIn } from '../support/sign-in.ts'

/* The operator's view of real work: what is counted, what is stuck, and what comes of mending it. */

let world: World
let operator: ApiClient
let agent: ApiClient
let reviewer: ApiClient
let customer: ApiClient
let receiver: Receiver
/** How the receiver answers. */
let status = 200

beforeAll(async () => {
  world = await startWorld({
    settings: {
      verification: { ...stages.local.verification, dueSeconds: 2, simulatedAgentDelaySeconds: 0 },
      webhooks: { ...stages.local.webhooks, allowLocalReceivers: true, retryScheduleSeconds: [1] },
      fieldwork: { ...stages.local.fieldwork, fourEyes: true },
    },
  })
  operator = await signIn(world, 'operator-1')
  agent = await worker(world, 'agent-a', ['agent'])
  reviewer = await worker(world, 'reviewer-a', ['reviewer'])
  customer = await world.client('local-live')
  receiver = await world.receiver((_count, response) => response.writeHead(status).end())
  await customer.post('/v1/webhooks', { url: receiver.url, events: ['address.*'] })
})
afterAll(() => world[Symbol.asyncDispose]())

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
const overview = async (by = operator): Promise<Overview> => {
  const { status: answered, body } = await by.get('/v1/operations/overview')
  expect({ answered, body }).toMatchObject({ answered: 200 })
  return body
}
const until = (holds: (now: Overview) => unknown, what: string, by = operator) =>
  eventually(async () => {
    const now = await overview(by)
    return holds(now) ? now : undefined
  }, what)
const mend = (id: string, action: string) => operator.post(`/v1/operations/stuck/${id}/mend`, { action })
const stuckOf = ({ stuck }: Overview, id: string) => stuck.items.filter(one => one.id === id)

const trailOf = async (assignment: string) => {
  const { body } = await reviewer.get(at(assignment, '/trail'))
  expect(body.broken).toBe(null)
  return eventsIn(body.entries).map(({ what, by }) => `${what} ${by}`)
}

const isLateInTheList = async (assignment: string) =>
  until(now => stuckOf(now, assignment).length > 0, `${assignment} to be stuck`)

it('is the operator’s alone: agents, reviewers and customers are refused', async () => {
  for (const other of [agent, reviewer, customer, await signIn(world, 'agent-1')]) {
    expect((await other.get('/v1/operations/overview')).body.code).toBe('product_not_enabled')
    const { body } = await other.post('/v1/operations/stuck/1-2/mend', { action: 'expire' })
    expect(body.code).toBe('product_not_enabled')
  }
})

const casesOf = async (query: Readonly<Record<string, string | number>>, by = operator) => {
  const cases: OpenCase[] = []
  let cursor: string | null = null
  do {
    const page = { ...query, limit: 2, ...(cursor !== null && { cursor }) }
    const words = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, `${value}`]))
    const { status: answered, body } = await by.get(`/v1/operations/cases?${words}`)
    expect({ answered, body }).toMatchObject({ answered: 200 })
    cases.push(...body.data)
    cursor = body.nextCursor
  } while (cursor !== null)
  return cases
}

/** Every number of open work that the overview shows, each with the length of its list. */
const withLengths = async ({ work, agents }: Overview) => {
  const dueSteps = ['late', 'dueSoon', 'dueLater'] as const
  const numbers = [
    ...work.states.flatMap(({ state, ...counts }) =>
      dueSteps.map(due => [{ state, due }, counts[due]] as const),
    ),
    ...work.lateBy.map(({ upTo, count }) => [{ lateBy: upTo }, count] as const),
    ...work.places.flatMap(({ lgaId, ...counts }) =>
      dueSteps.map(due => [{ lgaId: lgaId ?? 0, due }, counts[due]] as const),
    ),
    [{ list: 'backChecks' }, work.backChecks] as const,
    ...agents.flatMap(({ id, claimed, reported }) => [
      [{ agent: id, state: 'claimed' }, claimed] as const,
      [{ agent: id, state: 'reported' }, reported] as const,
    ]),
  ]
  const lists: [object, number, number][] = []
  for (const [query, count] of numbers) lists.push([query, count, (await casesOf(query)).length])
  return lists
}

describe('the cases of a number', () => {
  it('are listed to operators and reviewers, and to nobody else', async () => {
    expect((await reviewer.get('/v1/operations/cases')).status).toBe(200)
    for (const other of [agent, customer])
      expect((await other.get('/v1/operations/cases')).body.code).toBe('product_not_enabled')
  })

  it('are asked for by what the overview counts, and every other word is named', async () => {
    const { body } = await operator.get(
      '/v1/operations/cases?state=decided&due=yesterday&lateBy=2h&stateId=0&lgaId=x&list=all&limit=0',
    )
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(
      ['due', 'lateBy', 'lgaId', 'limit', 'list', 'state', 'stateId'].map(name => `query/${name}`),
    )
    const foreign = Buffer.from('7').toString('base64url')
    const { body: other } = await operator.get(`/v1/operations/cases?cursor=${foreign}`)
    expect(other.errors).toMatchObject([{ pointer: 'query/cursor' }])
  })
})

it('counts real work from the order to the decision, for its product, its agent and its reviewer', async () => {
  const approved = await reportedWork(world, agent)
  await reviewer.post(at(approved.assignment, '/decision'), approval)
  const staged = await reportedWork(world, agent)
  const rejection = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
  expect((await reviewer.post(at(staged.assignment, '/decision'), rejection)).status).toBe(202)
  const returned = await reportedWork(world, agent)
  await reviewer.post(at(returned.assignment, '/decision'), {
    decision: 'return',
    comment: 'The gate, please.',
  })
  await reportedWork(world, agent)
  const now = await until(
    ({ ended, reviewers: [one] }) =>
      ended[0]!.products.length > 0 && one?.approved && one.returned && one.staged,
    'all to be counted',
  )
  const one = {
    product: 'address',
    outcomes: [{ status: 'VERIFIED', count: 1 }],
    medianMinutes: 0,
    p90Minutes: 0,
  }
  expect(now.ended).toEqual([
    { days: 7, products: [one] },
    { days: 30, products: [one] },
  ])
  expect(now.agents).toEqual([
    {
      id: 'agent-a',
      claimed: 1,
      reported: 2,
      approved: 1,
      rejected: 0,
      returned: 1,
      agreed: 1,
      backChecked: 0,
      backCheckAgreed: 0,
    },
  ])
  expect(now.reviewers).toEqual([
    {
      id: 'reviewer-a',
      approved: 1,
      rejected: 0,
      returned: 1,
      staged: 1,
      overFlags: 1,
      alone: 0,
      against: [],
      medianWaitMinutes: 0,
    },
  ])
  const inState = now.work.states.map(({ state, dueLater, dueSoon, late }) => [
    state,
    dueLater + dueSoon + late,
  ])
  expect(inState).toEqual([
    ['open', 0],
    ['claimed', 1],
    ['reported', 1],
    ['staged', 1],
  ])
  // The clock goes on, and what was due soon is late meanwhile: numbers that stayed the same are compared.
  const compared = await eventually(async () => {
    const before = await overview()
    const lists = await withLengths(before)
    const after = await overview()
    const isSame = isDeepStrictEqual(
      { ...before.work, countedAt: after.work.countedAt, agents: before.agents },
      { ...after.work, agents: after.agents },
    )
    return isSame ? lists : undefined
  }, 'numbers that stay')
  expect(compared.map(([query, , length]) => [query, length])).toEqual(
    compared.map(([query, count]) => [query, count]),
  )
  const [waits] = await casesOf({ state: 'staged' }, reviewer)
  expect(waits).toMatchObject({
    id: staged.assignment,
    applicant: 'N. A.',
    agent: 'agent-a',
    state: 'staged',
  })
  expect(now.daily.length).toBe(30)
  expect(now.daily.at(-1)).toEqual({ day: now.at.slice(0, 10), ended: 1, medianMinutes: 0 })
  expect(now.registries.map(({ state }) => state)).toContain('available')
})

it('tells of no person outside, in what it answers and in what is kept for it', async () => {
  const text = JSON.stringify([await overview(), await casesOf({})])
  for (const word of [applicant.firstname, applicant.lastname, applicant.phone, 'Open Street'])
    expect(text).not.toContain(word)
})

describe('a late verification that nobody took', () => {
  it('is ended by the operator: its customer is told, pays nothing, and the trail says who did', async () => {
    const { id, assignment } = await openWork(world)
    const now = await isLateInTheList(assignment)
    expect(stuckOf(now, assignment)).toEqual([
      {
        id: assignment,
        caseId: assignment,
        kind: 'untaken',
        action: 'expire',
        since: expect.any(String),
        by: null,
        lgaId: 2411,
        photosAwaited: 0,
      },
    ])
    expect((await mend(assignment, 'expire')).body).toEqual({ id: assignment, action: 'expire' })
    const { body } = await customer.get(`/v1/addresses/${id}`)
    expect(body.status.subStatus).toBe('FAILED - EXPIRED')
    expect(body.address.price).toBe(0)
    expect((await trailOf(assignment)).filter((entry: string) => entry.startsWith('expired'))).toEqual([
      'expired operator-1',
    ])
    await until(found => stuckOf(found, assignment).length === 0, 'it to be off the list')
    expect((await mend(assignment, 'expire')).body).toMatchObject({ status: 409, code: 'not_stuck' })
  })

  it('is left to whoever takes it in the same moment', async () => {
    const { assignment } = await openWork(world)
    await isLateInTheList(assignment)
    const [claimed, ended] = await Promise.all([
      agent.post(at(assignment, '/claim')),
      mend(assignment, 'expire'),
    ])
    expect([claimed.status, ended.status].toSorted()).toEqual([200, 409])
  })
})

it('takes a late visit back from its agent, and others can claim it', async () => {
  const { assignment } = await openWork(world)
  await agent.post(at(assignment, '/claim'))
  const now = await until(found => stuckOf(found, assignment)[0]?.kind === 'held', 'it to be late')
  expect(stuckOf(now, assignment)[0]).toMatchObject({ action: 'release', by: 'agent-a' })
  expect((await mend(assignment, 'release')).status).toBe(200)
  expect((await mend(assignment, 'release')).body.code).toBe('not_stuck')
  expect(await trailOf(assignment)).toContain('released operator-1')
  const other = await worker(world, 'agent-b', ['agent'])
  expect((await other.post(at(assignment, '/claim'))).status).toBe(200)
})

it('refuses what an action does not fit, and what is not there', async () => {
  const { assignment } = await reportedWork(world, agent)
  for (const action of ['expire', 'release', 'delay', 'send', 'resend'])
    expect((await mend(assignment, action)).body.code).toBe('not_stuck')
  expect((await mend('999-5', 'reconcile')).body.code).toBe('not_found')
  expect((await mend('nonsense', 'reconcile')).body.code).toBe('invalid_request')
  expect((await mend(assignment, 'erase')).body.code).toBe('invalid_request')
})

it('brings an event that was given up to its endpoint again, and to the trail', async () => {
  status = 500
  const { id, assignment } = await openWork(world)
  const isGivenUp = ({ stuck }: Overview) => stuck.items.find(({ kind }) => kind === 'givenUp')
  const now = await until(isGivenUp, 'an event to be given up')
  status = 200
  const given = isGivenUp(now)!
  expect(given).toMatchObject({ id: expect.stringContaining(`-evt_${id}_started-`), action: 'resend' })
  expect((await mend(given.id, 'resend')).status).toBe(200)
  const after = await until(found => !isGivenUp(found), 'it to be delivered')
  expect(after.deliveries.failed).toBe(0)
  expect(after.deliveries.delivered).toBeGreaterThan(0)
  expect(await trailOf(assignment)).toContain('redriven operator-1')
  expect((await mend(given.id, 'resend')).body.code).toBe('not_stuck')
})

it('has an organisation’s open work looked over on request', async () => {
  const { assignment } = await openWork(world)
  expect((await mend(assignment, 'reconcile')).status).toBe(200)
  expect(await trailOf(assignment)).toContain('redriven operator-1')
})

it('keeps the modes apart: a client in test mode sees test work alone', async () => {
  const inTest = await worker(world, 'test-operator', ['operator'], 'test')
  const before = await overview(inTest)
  expect([before.mode, before.ended[0]!.products, before.agents, before.stuck.items]).toEqual([
    'test',
    [],
    [],
    [],
  ])
  const client = await world.client('local-test')
  await client.post('/v1/addresses', addressOrder({ street: '1 Test Street' }))
  const now = await until(({ ended }) => ended[0]!.products.length > 0, 'the test to be counted', inTest)
  expect(now.ended[0]!.products[0]!.outcomes).toEqual([{ status: 'VERIFIED', count: 1 }])
  expect(now.agents.map(({ id }) => id)).toEqual(['simulated-agent'])
  const live = await overview()
  expect(live.agents.map(({ id }) => id)).not.toContain('simulated-agent')
})

it('has the days that are over summed up by the hourly function, within its walls', async () => {
  await reachTable(world.emulator)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const about = {
    organisationId: 1,
    mode: 'live',
    verificationId: 1,
    at: `${yesterday}T12:00:00.000Z`,
  } as const
  const of = { product: 'address', outcome: 'verified', price: 2500, tookMs: 90 * 60_000 } as const
  await saveDays([{ kind: 'ended', ...about, ...of }], Date.now())
  await world.emulator.invoke('verification-local-outbox-reconcile-all', {})
  expect(await saveDayStats('live', yesterday)).toBe(false)
  const { daily } = await overview()
  expect(daily.at(-2)).toEqual({ day: yesterday, ended: 1, medianMinutes: 87 })
})
