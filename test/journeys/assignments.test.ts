import { describe, expect, it } from 'vitest'
import { database } from '../../shared/table/driver.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { verificationKey } from '../../shared/verification/kinds.ts'
import type { ApiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import {
  approval,
  againstFinding,
  openWork,
  reportedWork,
  visitReport,
  worker,
} from '../support/fieldwork.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import { receivedEvent } from '../support/receiver.ts'

/* The work of people on live verifications: claimed, reported, reviewed, decided. */

const assignments = '/v1/operations/assignments'

const world = await joinWorld()
await reachTable(world.emulator)
const customer = await world.client('local-live')
const agent = await worker(world, 'work-agent', ['agent'])
const other = await worker(world, 'work-other', ['agent'])
const reviewer = await worker(world, 'work-reviewer', ['agent', 'reviewer'])
const second = await worker(world, 'work-second', ['reviewer'])

const at = (id: string, what = '') => `${assignments}/${id}${what}`
const decide = (by: ApiClient, id: string, body: object) => by.post(at(id, '/decision'), body)
const approve = approval
/** Its line in a list of this worker's. */
const lineIn = async (by: ApiClient, query: string, assignment: string) =>
  (await by.get(`${assignments}?${query}`)).body.data.find(({ id }: { id: string }) => id === assignment)
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)

describe('an agent', () => {
  it('sees what a visit needs, and no more', async () => {
    const order = addressOrder({
      street: '1 Visible Street',
      applicant: { ...applicant, idType: 'nin', idNumber: '12345678901' },
    })
    const { assignment } = await openWork(world, '/v1/addresses', order)
    const { body } = await agent.get(at(assignment))
    expect(body).toEqual({
      id: assignment,
      product: 'address',
      way: 'open',
      requestedAt: time,
      dueAt: time,
      isLate: false,
      isMine: false,
      isOffered: false,
      leaseUntil: null,
      isLeaseExtended: false,
      appointment: null,
      applicantSaidAt: null,
      applicant: { firstname: 'Ngozi', middlename: '', lastname: 'Adeyemi', phone: '+2348031234567' },
      place: {
        street: '1 Visible Street',
        landmark: 'Opposite the roundabout',
        city: 'Ikeja',
        lgaId: expect.any(Number),
        lgaName: 'Ikeja',
        stateId: 24,
        stateName: 'Lagos',
        latitude: 6.6031,
        longitude: 3.3496,
        precision: 'lga_centre',
      },
      business: null,
      employer: null,
      takesPhotos: true,
      returned: null,
      applicantSays: null,
      property: null,
      placeFacts: [],
      review: null,
    })
    expect(Date.parse(body.dueAt) - Date.parse(body.requestedAt)).toBe(48 * 3_600_000)
  })

  it('lists open work by state and LGA, what is due first standing first', async () => {
    const first = await openWork(
      world,
      '/v1/addresses',
      addressOrder({ street: '2 Listed Street', lgaName: 'Epe' }),
    )
    const next = await openWork(
      world,
      '/v1/addresses',
      addressOrder({ street: '3 Listed Street', lgaName: 'Epe' }),
    )
    const { lgaId } = (await agent.get(at(first.assignment))).body.place
    const list = async (query: string) =>
      (await agent.get(`${assignments}?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await list(`stateId=24&lgaId=${lgaId}`)).toEqual([first.assignment, next.assignment])
    expect(await list(`stateId=1&lgaId=${lgaId}`)).toEqual([])
    const beyond = await agent.get(`${assignments}?stateId=9007199254740992`)
    expect(beyond.body).toMatchObject({ status: 400, errors: [{ pointer: 'query/stateId' }] })
    expect(await list(`lgaId=${lgaId}&product=business-address`)).toEqual([])
    const page = (await agent.get(`${assignments}?lgaId=${lgaId}&limit=1`)).body
    expect(page.data).toHaveLength(1)
    const rest = (await agent.get(`${assignments}?lgaId=${lgaId}&cursor=${page.nextCursor}`)).body
    expect(rest.data.map(({ id }: { id: string }) => id)).toEqual([next.assignment])
  })

  it('claims a visit that another claims at the same moment: one of them has it', async () => {
    const { assignment } = await openWork(world)
    const claims = await Promise.all([agent, other].map(each => each.post(at(assignment, '/claim'))))
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(claims.find(({ status }) => status === 200)!.body).toEqual({
      id: assignment,
      way: 'claimed',
      leaseUntil: time,
    })
    expect(claims.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'already_claimed' })
  })

  it('says where it is with any number that a device can state, kept to the centimetre', async () => {
    const { assignment } = await openWork(world)
    const position = (latitude: number) => ({
      latitude,
      longitude: 3.35148612345,
      accuracyMetres: 1e-200,
      measuredAt: new Date().toISOString(),
    })
    const claimed = await agent.post(at(assignment, '/claim'), { position: position(1e-200) })
    expect(claimed.status).toBe(200)
    await agent.post(at(assignment, '/report'), visitReport({ position: position(6.60183812345) }))
    const { found } = (await reviewer.get(at(assignment))).body.review
    expect(found.location).toMatchObject({ latitude: 6.6018381, longitude: 3.3514861 })
  })

  it('finds its claims in its own list, and releases them', async () => {
    const { assignment } = await openWork(world)
    await agent.post(at(assignment, '/claim'))
    const mine = () => lineIn(agent, 'list=mine', assignment)
    expect(await mine()).toBeDefined()
    expect((await other.get(at(assignment))).status).toBe(404)
    expect((await agent.delete(at(assignment, '/claim'))).status).toBe(204)
    expect(await mine()).toBeUndefined()
    expect((await other.post(at(assignment, '/claim'))).status).toBe(200)
  })

  it('may lose a visit to others once its lease has expired, and may report until one of them has claimed it', async () => {
    const [kept, lost] = [await openWork(world), await openWork(world)]
    for (const { assignment } of [kept, lost]) await agent.post(at(assignment, '/claim'))
    expect((await other.post(at(lost.assignment, '/claim'))).body.code).toBe('already_claimed')
    for (const { id } of [kept, lost]) {
      const tenant = { organisationId: world.organisationId, mode: 'live' } as const
      const key = { ...verificationKey(tenant, id), sk: 'assignment' }
      await database.write({ update: key, set: { leaseUntil: new Date(Date.now() - 1).toISOString() } })
    }
    expect((await other.post(at(lost.assignment, '/claim'))).status).toBe(200)
    const late = await agent.post(at(lost.assignment, '/report'), visitReport())
    expect(late.body).toMatchObject({ status: 409, code: 'lease_lost' })
    expect((await agent.post(at(kept.assignment, '/report'), visitReport())).body).toEqual({
      id: kept.assignment,
      way: 'reported',
      submittedAt: time,
    })
    expect((await other.post(at(lost.assignment, '/report'), visitReport())).status).toBe(200)
  })
})

describe('a reviewer', () => {
  it('reads a report beside what was claimed, and no other reviewer takes it meanwhile', async () => {
    const { assignment } = await reportedWork(world, agent, visitReport({ comment: 'Blue gate.' }))
    expect((await reviewer.post(at(assignment, '/claim'))).body).toMatchObject({ way: 'reported' })
    expect((await second.post(at(assignment, '/claim'))).body).toMatchObject({ code: 'already_claimed' })
    expect((await decide(second, assignment, approve)).body).toMatchObject({ code: 'already_claimed' })
    const { review, isMine } = (await reviewer.get(at(assignment))).body
    expect(isMine).toBe(true)
    expect(review).toMatchObject({
      agent: 'work-agent',
      reviewer: 'work-reviewer',
      findings: { addressExists: true, hadAccess: true, isThere: true },
      found: { agentComment: 'Blue gate.', agentSubmittedAt: review.reportedAt },
      suggestedReason: null,
      staged: null,
      returns: [],
    })
    expect((await agent.get(at(assignment))).body.review).toBeNull()
  })

  it('sees in the list how remarkable a report is, who looks at it, and whose rejection waits', async () => {
    const { assignment } = await reportedWork(world, agent)
    const lineFor = (by: ApiClient) => lineIn(by, 'list=reported&limit=100', assignment)
    const waiting = {
      agent: 'work-agent',
      reportedAt: time,
      // The order names no position, and the report has none and no photo.
      flags: 3,
      strongFlags: 2,
      canDecideTogether: false,
      reviewer: null,
      reviewUntil: null,
      stagedBy: null,
      disputed: null,
    }
    expect(await lineFor(second)).toMatchObject({ isMine: false, waiting })
    await reviewer.post(at(assignment, '/claim'))
    const held = { ...waiting, reviewer: 'work-reviewer', reviewUntil: time }
    expect(await lineFor(second)).toMatchObject({ isMine: false, leaseUntil: null, waiting: held })
    expect(await lineFor(reviewer)).toMatchObject({ isMine: true, leaseUntil: time, waiting: held })
    await decide(reviewer, assignment, {
      decision: 'reject',
      reason: 'CANNOT ACCESS ADDRESS',
      againstFinding,
    })
    expect((await lineFor(second)).waiting).toEqual({ ...waiting, stagedBy: 'work-reviewer' })
    await decide(second, assignment, { decision: 'return', comment: 'Once more.' })
    expect((await lineIn(agent, 'list=mine', assignment)).waiting).toBeNull()
    expect((await agent.get(`${assignments}?list=reported`)).status).toBe(403)
  })

  it('does not review a visit of their own', async () => {
    const { assignment } = await reportedWork(world, reviewer)
    for (const answer of [
      await decide(reviewer, assignment, approve),
      await reviewer.post(at(assignment, '/claim')),
    ])
      expect(answer.body).toMatchObject({ status: 403, code: 'own_visit' })
    expect((await reviewer.get(at(assignment))).body.review).toBeNull()
  })

  it('returns a report, and approves the corrected one: the customer is notified of both', async () => {
    const receiver = await world.receiver()
    await customer.post('/v1/webhooks', { url: receiver.url })
    const { id, assignment } = await reportedWork(world, agent)
    const returned = await decide(second, assignment, { decision: 'return', comment: 'Photograph the gate.' })
    expect(returned.body).toEqual({
      id: assignment,
      way: 'claimed',
      isStaged: false,
      status: null,
    })
    const again = await lineIn(agent, 'list=mine', assignment)
    expect(again.returned).toEqual({ at: time, comment: 'Photograph the gate.' })
    expect((await decide(second, assignment, approve)).body).toMatchObject({ code: 'not_reported' })
    await agent.post(at(assignment, '/report'), visitReport({ comment: 'The gate is blue.' }))
    const decided = await decide(second, assignment, { ...approve, adminComment: 'All well.' })
    expect(decided.body).toMatchObject({ way: 'decided', status: { status: 'VERIFIED' } })
    const { body } = await receivedEvent(receiver, `evt_${id}_completed`)
    const record = JSON.parse(body).data.address
    expect(record).toMatchObject({
      rejectedAt: again.returned.at,
      approvedAt: time,
      agentComment: 'The gate is blue.',
      adminComment: 'All well.',
      status: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' },
    })
    expect(record.rejectedAt < record.agentSubmittedAt).toBe(true)
  })

  it('is told what became of a row that others went on with meanwhile', async () => {
    const { assignment } = await reportedWork(world, agent)
    const late = await worker(world, 'late-agent', ['agent'])
    const claimOf = async (by: ApiClient, at: string) => {
      const { status, body } = await by.post(`/v1/operations/assignments/${at}/claim`)
      return [status, body.code, body.detail]
    }
    expect(await claimOf(late, assignment)).toEqual([
      409,
      'already_claimed',
      'Somebody else made this visit.',
    ])
    const { assignment: open } = await openWork(world)
    const only = await worker(world, 'late-reviewer', ['reviewer'])
    expect(await claimOf(only, open)).toEqual([
      409,
      'not_reported',
      'No report yet: an agent has claimed it, or none has.',
    ])
  })

  it('rejects with a second person, who cannot be the first', async () => {
    const { id, assignment } = await reportedWork(world, agent)
    const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
    expect(await decide(reviewer, assignment, reject)).toMatchObject({
      status: 202,
      body: { way: 'reported', isStaged: true, status: null },
    })
    expect((await decide(reviewer, assignment, reject)).body).toMatchObject({
      status: 403,
      code: 'second_reviewer_needed',
    })
    expect((await second.get(at(assignment))).body.review.staged).toMatchObject({ by: 'work-reviewer' })
    expect((await decide(second, assignment, reject)).body).toMatchObject({ way: 'decided' })
    const { address } = (await customer.get(`/v1/addresses/${id}`)).body
    expect(address).toMatchObject({ approvedAt: null, rejectedAt: time, status: { status: 'WRONG_ADDRESS' } })
  })

  it('cannot hold what they asked to reject, so that the second person need not wait', async () => {
    const { id, assignment } = await reportedWork(world, agent)
    const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
    expect((await decide(reviewer, assignment, reject)).status).toBe(202)
    const refusal = { status: 403, code: 'second_reviewer_needed' }
    expect((await reviewer.post(at(assignment, '/claim'))).body).toMatchObject(refusal)
    // What a claim from another tab of theirs leaves that was on its way when they rejected it.
    const tenant = { organisationId: world.organisationId, mode: 'live' } as const
    const reviewUntil = new Date(Date.now() + 900_000).toISOString()
    await database.write({
      update: { ...verificationKey(tenant, id), sk: 'assignment' },
      set: { reviewer: 'work-reviewer', reviewUntil },
    })
    const { waiting } = await lineIn(second, 'list=reported&limit=100', assignment)
    expect(waiting).toMatchObject({ reviewer: null, reviewUntil: null, stagedBy: 'work-reviewer' })
    expect((await second.post(at(assignment, '/claim'))).body).toMatchObject({ way: 'reported' })
    expect((await reviewer.post(at(assignment, '/claim'))).body).toMatchObject(refusal)
    expect((await decide(reviewer, assignment, approve)).body).toMatchObject({ code: 'already_claimed' })
    expect((await decide(second, assignment, reject)).body).toMatchObject({ way: 'decided' })
  })

  it('may decide twice the same, and not otherwise', async () => {
    const { assignment } = await reportedWork(world, agent)
    const first = await decide(second, assignment, approve)
    expect(await decide(second, assignment, approve)).toMatchObject({ status: 200, body: first.body })
    const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
    for (const [by, body] of [
      [second, reject],
      [reviewer, approve],
    ] as const)
      expect((await decide(by, assignment, body)).body).toMatchObject({
        status: 409,
        code: 'already_decided',
      })
  })

  it('names why whoever decides against what was found, for the trail, the record and the report', async () => {
    const findings = { addressExists: true, hadAccess: true, isThere: false }
    const { id, assignment } = await reportedWork(world, agent, visitReport({ findings }))
    const { contradictions } = (await second.get(at(assignment))).body.review
    expect(contradictions).toEqual([
      { decision: 'VERIFIED', fields: ['Applicant'] },
      { decision: 'FAILED - INVALID ADDRESS', fields: ['Report: FAILED - NOT IN RESIDENCE'] },
      { decision: 'CANNOT ACCESS ADDRESS', fields: ['Report: FAILED - NOT IN RESIDENCE'] },
    ])
    const errorsOf = async (body: object) => (await decide(second, assignment, body)).body.errors
    const missing = (what: string) => [
      { pointer: '/againstFinding', code: 'required', detail: `Say why against what was found: ${what}.` },
    ]
    expect(await errorsOf(approve)).toEqual(missing('Applicant'))
    expect(await errorsOf({ decision: 'reject', reason: 'CANNOT ACCESS ADDRESS' })).toEqual(
      missing('Report: FAILED - NOT IN RESIDENCE'),
    )
    const pointers = (await errorsOf({ ...approve, againstFinding: { reason: 'spite' } })) as {
      pointer: string
    }[]
    expect(pointers.map(({ pointer }) => pointer)).toEqual([
      '/againstFinding/reason',
      '/againstFinding/explanation',
    ])
    // With four eyes nobody decides against the finding alone.
    expect((await decide(reviewer, assignment, { ...approve, againstFinding })).status).toBe(202)
    expect((await decide(second, assignment, { ...approve, againstFinding })).status).toBe(200)
    expect((await decide(second, assignment, { ...approve, againstFinding })).status).toBe(200)
    const { body } = await customer.get(`/v1/addresses/${id}`)
    expect([body.status.status, body.againstFinding]).toEqual(['VERIFIED', againstFinding])
    const { entries } = (await second.get(at(assignment, '/trail'))).body
    expect(eventsIn(entries).find(({ what }) => what === 'decided')!.facts).toEqual({
      outcome: 'verified',
      strongFlags: 'no_photo no_position',
      againstFinding: 'evidence',
    })
    const report = await eventually(async () => {
      const { status, body } = await customer.get(`/v1/addresses/${id}/report`)
      return status === 200 && (body as string)
    }, 'the report')
    expect(report).toContain('Photos or documents show otherwise. The photos show another house.')
  })

  it('is told what a rejection and a return lack', async () => {
    const { assignment } = await reportedWork(world, agent)
    const errorsOf = async (body: object) => (await decide(second, assignment, body)).body.errors
    expect(await errorsOf({ decision: 'return' })).toMatchObject([{ pointer: '/comment' }])
    expect(await errorsOf({ decision: 'reject' })).toMatchObject([{ pointer: '/reason' }])
    const ofEmployments = { decision: 'reject', reason: 'FAILED - NOT AN EMPLOYEE' }
    expect(await errorsOf(ofEmployments)).toMatchObject([{ pointer: '/reason' }])
  })
})

describe('a final verification', () => {
  it('stands in no list, and takes nothing more', async () => {
    const { id, assignment } = await openWork(world)
    expect((await customer.delete(`/v1/addresses/${id}`)).body.status.status).toBe('CANCELLED')
    expect((await agent.post(at(assignment, '/claim'))).body).toMatchObject({ code: 'already_decided' })
    const isListed = async () => (await lineIn(agent, 'stateId=24&limit=100', assignment)) !== undefined
    await eventually(async () => !(await isListed()), 'the list without it')
    expect((await customer.get(`/v1/addresses/${id}`)).body.status.status).toBe('CANCELLED')
  })

  it('cannot be cancelled once it was reported', async () => {
    const { id } = await reportedWork(world, agent)
    expect((await customer.delete(`/v1/addresses/${id}`)).body).toMatchObject({ code: 'not_cancellable' })
  })

  it('is unknown to workers of the other mode', async () => {
    const { assignment } = await openWork(world)
    const inTest = await worker(world, 'test-agent', ['agent'], 'test')
    expect((await inTest.get(at(assignment))).status).toBe(404)
  })
})

it('opens an employment for a desk, with the employer and without what is to be confirmed', async () => {
  const { assignment } = await openWork(world, '/v1/employments', employmentOrder())
  const { body } = await agent.get(at(assignment))
  expect(body).toMatchObject({ product: 'employment', place: null, business: null })
  expect(body.employer).toEqual({
    name: 'Zenith Works Limited',
    phone: '+2348031234567',
    email: 'hr@zenithworks.example',
    contactPersonName: 'Ibrahim Musa',
    canContactPoc: false,
  })
  expect(JSON.stringify(body)).not.toMatch(/Accountant|2019-02-01/)
})
