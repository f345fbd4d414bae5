import { afterAll, describe, expect, it } from 'vitest'
import { eventsIn } from '../../shared/trail/entry.ts'
import type { ApiClient } from '../support/api-client.ts'
import { quickly, startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, reportedWork, worker } from '../support/fieldwork.ts'
import { receivedEvent } from '../support/receiver.ts'
import { signInOwn } from '../support/sign-in.ts'
import { keptItems } from '../support/stored-items.ts'

/*
 * A reviewer at the desk can take a decision back for a while: what customers, other reviewers and the trail see of it.
 * The time is longer than the stage's, so that what is done within it is, on a busy machine, too.
 */

const takeBackSeconds = 30
// Every approved visit is made again, once its decision holds.
const fieldwork = { ...quickly.fieldwork!, takeBackSeconds, backCheckShare: 1 }
const world = await startWorld({ settings: { fieldwork } })
afterAll(() => world[Symbol.asyncDispose]())
const customer = await world.client('local-live')
const receiver = await world.receiver()
await customer.post('/v1/webhooks', { url: receiver.url })
const agent = await worker(world, 'back-agent', ['agent'])
const second = await worker(world, 'back-second', ['agent'])
const machine = await worker(world, 'back-machine', ['reviewer'])
const reviewer = await signInOwn(world, 'back-reviewer', 'reviewer')
const other = await signInOwn(world, 'back-other', 'reviewer')

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
const approve = { ...approval, adminComment: 'Seen.' }
const decide = (by: ApiClient, assignment: string, body: object = approve) =>
  by.post(at(assignment, '/decision'), body)
const takeBack = (by: ApiClient, assignment: string) => by.delete(at(assignment, '/decision'))
const recordOf = async (id: number) => (await customer.get(`/v1/addresses/${id}`)).body.address
const trailOf = async (by: ApiClient, assignment: string) =>
  eventsIn((await by.get(at(assignment, '/trail'))).body.entries).map(({ what, by: who }) => `${what} ${who}`)
const waiting = async (by: ApiClient): Promise<readonly string[]> =>
  (await by.get('/v1/operations/assignments?list=reported&limit=100')).body.data.map(
    ({ id }: { id: string }) => id,
  )
const inProgress = expect.objectContaining({ state: 'IN_PROGRESS' })

// They hold while the tests below go on.
const left = await reportedWork(world, agent)
const returned = await reportedWork(world, agent)
const heldFromMs = Date.now()
const first = await decide(reviewer, left.assignment)
const back = await decide(reviewer, returned.assignment, { decision: 'return', comment: 'Which gate?' })

describe('a decision that is taken back', () => {
  const taken = reportedWork(world, agent)

  it('was never there, for the customer and on every list, but for the trail', async () => {
    const { id, assignment } = await taken
    await reviewer.post(at(assignment, '/claim'))
    const { status, body } = await decide(reviewer, assignment)
    const holdsAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
    expect([status, body]).toEqual([
      202,
      { id: assignment, way: 'reported', isStaged: false, status: null, holdsAt },
    ])
    expect((await recordOf(id)).status).toEqual(inProgress)
    expect(await waiting(other)).not.toContain(assignment)
    const seen = (await other.get(at(assignment))).body.review.pendingDecision
    expect(seen).toMatchObject({
      decision: 'approve',
      reason: null,
      by: 'back-reviewer',
      holdsAt: body.holdsAt,
    })
    const refused = [
      409,
      'already_decided',
      `A reviewer decided it. The decision holds from ${body.holdsAt}.`,
    ]
    const told = ({ status, body: { code, detail } }: Awaited<ReturnType<typeof decide>>) => [
      status,
      code,
      detail,
    ]
    expect(told(await other.post(at(assignment, '/claim')))).toEqual(refused)
    expect(told(await decide(other, assignment))).toEqual(refused)
    expect(told(await decide(machine, assignment))).toEqual(refused)
    expect(told(await takeBack(other, assignment))).toEqual(refused)
    expect((await customer.delete(`/v1/addresses/${id}`)).body.code).toBe('not_cancellable')

    expect((await takeBack(reviewer, assignment)).status).toBe(204)
    expect((await takeBack(reviewer, assignment)).status).toBe(204)
    expect((await recordOf(id)).status).toEqual(inProgress)
    expect(await waiting(other)).toContain(assignment)
    // Who took it back has it, and nobody else.
    expect((await other.post(at(assignment, '/claim'))).body.code).toBe('already_claimed')
    expect((await reviewer.post(at(assignment, '/claim'))).status).toBe(200)
    expect((await trailOf(reviewer, assignment)).filter(said => said.startsWith('decision'))).toEqual([
      'decisionPending back-reviewer',
      'decisionTakenBack back-reviewer',
    ])
  })

  it('is heard of by nobody outside, also once the time is over', async () => {
    const { id, assignment } = await taken
    // A later decision of the same tenant has been carried out by now.
    await receivedEvent(receiver, `evt_${left.id}_completed`)
    await eventually(() => Date.now() > heldFromMs + 2 * takeBackSeconds * 1000, 'twice the time')
    expect((await recordOf(id)).status).toEqual(inProgress)
    expect(receiver.received.filter(({ id: eventId }) => eventId === `evt_${id}_completed`)).toEqual([])
    const named = (await keptItems(world, `${id}`)).map(item => JSON.parse(item).pk.S as string)
    expect(named.filter(key => /#event#|^ledger#/.test(key) && !key.includes('started'))).toEqual([])
    expect((await decide(machine, assignment, approve)).body.code).toBe('already_claimed')
  })
})

describe('a decision that is not taken back', () => {
  it('holds after the time, once', async () => {
    expect([first.status, first.body.way, first.body.status]).toEqual([202, 'reported', null])
    await receivedEvent(receiver, `evt_${left.id}_completed`)
    const { status, adminComment } = await recordOf(left.id)
    expect([status.subStatus, adminComment]).toEqual(['VERIFIED', 'Seen.'])
    expect((await trailOf(reviewer, left.assignment)).filter(said => /^deci/.test(said))).toEqual([
      'decisionPending back-reviewer',
      'decided back-reviewer',
    ])
    expect(receiver.received.filter(({ id }) => id === `evt_${left.id}_completed`)).toHaveLength(1)
    const late = await takeBack(reviewer, left.assignment)
    expect([late.status, late.body.code]).toEqual([409, 'already_decided'])
    // The same once more is what was decided.
    expect((await decide(reviewer, left.assignment)).body).toMatchObject({ way: 'decided', holdsAt: null })
  })

  it('has the visit made again then, and not before', async () => {
    const secondVisits = async () =>
      (await second.get('/v1/operations/assignments?stateId=24&limit=100')).body.data.filter(
        ({ requestedAt }: { requestedAt: string }) => Date.parse(requestedAt) >= heldFromMs,
      )
    expect(await secondVisits()).toHaveLength(1)
  })

  it('gives a report back to its agent, when it is that', async () => {
    expect(back.status).toBe(202)
    const comment = await eventually(
      async () => (await agent.get(at(returned.assignment))).body.returned?.comment,
      'the report to be back',
    )
    expect(comment).toBe('Which gate?')
  })
})

it('a client with a token decides at once', async () => {
  const { id, assignment } = await reportedWork(world, agent)
  const { status, body } = await decide(machine, assignment)
  expect([status, body.way, body.holdsAt]).toEqual([200, 'decided', null])
  expect((await recordOf(id)).status.state).toBe('COMPLETE')
  const trail = (await trailOf(machine, assignment)).filter(said => /^deci/.test(said))
  expect(trail).toEqual(['decided back-machine'])
})
