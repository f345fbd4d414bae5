import { describe, expect, it } from 'vitest'
import type { Trail } from '../../shared/trail/contract.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import type { Answer, ApiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import {
  approval,
  againstFinding,
  decidedByTwo,
  openWork,
  reportedWork,
  worker,
} from '../support/fieldwork.ts'
import { messageTo } from '../support/messages.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'
import { receivedEvent } from '../support/receiver.ts'

/* Staff open any case, whatever became of it; the trail says who did, and nobody sees what their own work hides from them. */

const world = await joinWorld()
const live = await world.client('local-live')
const agent = await worker(world, 'file-agent', ['agent'])
const reviewer = await worker(world, 'file-reviewer', ['reviewer'])
const second = await worker(world, 'file-second', ['reviewer'])
const third = await worker(world, 'file-third', ['reviewer'])
const operator = await worker(world, 'file-operator', ['operator'])
const both = await worker(world, 'file-both', ['agent', 'reviewer'])
const receiver = await world.receiver()
await live.post('/v1/webhooks', { url: `${receiver.url}/secret-path?key=hidden`, events: ['address.*'] })

const casePath = (id: string, what = '') => `/v1/operations/cases/${id}${what}`
const workPath = (id: string, what = '') => `/v1/operations/assignments/${id}${what}`
const open = (id: string, by: ApiClient = reviewer, what = '') => by.get(casePath(id, what))
const told = ({ status, body }: Answer) => [status, body.code]
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
const parts = ['', '/trail', '/report', '/receipt']

let streets = 0
const personOf = (phone: string) => ({
  ...applicant,
  firstname: 'Ngozi',
  lastname: 'Fileable',
  phone,
  email: 'ngozi.fileable@letters.example',
})
const orderOf = (changes: object = {}) =>
  addressOrder({
    applicant: personOf('08035559128'),
    customerReference: 'filed-4711',
    street: `${++streets} Filing Street`,
    allowRevisit: true,
    ...changes,
  })
const reported = (by: ApiClient = agent, order = orderOf()) =>
  reportedWork(world, by, undefined, '/v1/addresses', order)
const approve = (assignment: string, by = reviewer) => by.post(workPath(assignment, '/decision'), approval)

describe('a case that is open', () => {
  it('says who waits for what, which messages went out, and no decision', async () => {
    const order = orderOf({ applicant: personOf('08000779128'), applicantLink: true })
    const { id, assignment } = await openWork(world, '/v1/addresses', order)
    await messageTo(world, '+2348000779128')
    const body = await eventually(async () => {
      const answer = await open(assignment)
      return answer.body.messages[0]?.message === 'sent' ? answer.body : undefined
    }, 'the message to be noted as sent')
    expect(body).toMatchObject({
      id: assignment,
      organisationId: world.organisationId,
      verificationId: id,
      product: 'address',
      isMasked: false,
      customerReference: 'filed-4711',
      applicant: 'Ngozi Fileable',
      phone: '+2348000779128',
      employer: null,
      status: { status: 'IN_PROGRESS', subStatus: 'IN PROGRESS', state: 'IN_PROGRESS' },
      decidedBy: null,
      endedAt: null,
      work: { way: 'open', dueAt: time, holder: null, reviewId: null },
      place: {
        street: order.street,
        lgaName: 'Ikeja',
        stateName: 'Lagos',
        latitude: null,
        precision: 'state_centre',
      },
      revisions: [],
      disputes: [],
      documents: [],
    })
    expect(body.messages).toEqual([
      {
        purpose: 'applicant',
        number: 1,
        recipient: 'applicant',
        channel: 'sms',
        to: '…128',
        state: 'sent',
        message: 'sent',
        by: 'service',
        sentAt: time,
        openedAt: null,
        answeredAt: null,
      },
    ])
  })

  it('is with its agent, then waits for a review, then is with its reviewer', async () => {
    const { assignment } = await openWork(world, '/v1/addresses', orderOf())
    await agent.post(workPath(assignment, '/claim'))
    expect((await open(assignment)).body.work).toMatchObject({
      way: 'claimed',
      holder: { role: 'agent', id: 'file-agent', until: time },
      reviewId: null,
    })
    await agent.post(workPath(assignment, '/report'), {
      visit: { findings: { addressExists: true, hadAccess: true, isThere: true } },
    })
    expect((await open(assignment)).body.work).toMatchObject({
      way: 'reported',
      holder: null,
      reviewId: assignment,
    })
    await second.post(workPath(assignment, '/claim'))
    expect((await open(assignment, operator)).body.work.holder).toEqual({
      role: 'reviewer',
      id: 'file-second',
      until: time,
    })
  })

  it('has neither report nor receipt, as for its customer', async () => {
    const { id, assignment } = await openWork(world, '/v1/addresses', orderOf())
    for (const what of ['/report', '/receipt']) {
      const theirs = await live.get(`/v1/addresses/${id}${what}`)
      expect(told(await open(assignment, operator, what))).toEqual(told(theirs))
      expect(told(theirs)).toEqual([409, 'not_final'])
    }
  })
})

describe('a case that was decided', () => {
  it('is whole for a reviewer: its decision, its deliveries, its documents as the customer has them', async () => {
    const { id, assignment } = await reported()
    await approve(assignment)
    await receivedEvent(receiver, `evt_${id}_completed`)
    const body = await eventually(async () => {
      const { body } = await open(assignment)
      const last = body.events.at(-1)
      return last?.deliveries[0]?.outcome === 'delivered' ? body : undefined
    }, 'the delivery to be noted')
    const verified = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' }
    expect(body).toMatchObject({
      status: verified,
      organisationName: expect.stringMatching(/./),
      decidedBy: 'file-reviewer',
      endedAt: time,
      work: null,
      documents: ['report', 'receipt'],
    })
    expect(body.revisions).toEqual([
      { number: 1, status: verified, decidedAt: body.endedAt, decidedBy: 'file-reviewer', dispute: null },
    ])
    const completed = body.events.find((one: { id: string }) => one.id === `evt_${id}_completed`)
    expect(completed).toEqual({
      id: `evt_${id}_completed`,
      eventType: 'verification_completed',
      createdAt: time,
      deliveries: [
        {
          endpointId: expect.any(Number),
          attempt: 1,
          at: time,
          outcome: 'delivered',
          status: 200,
          failure: null,
          nextAttemptAt: null,
          host: new URL(receiver.url).host,
        },
      ],
    })
    expect(JSON.stringify(body)).not.toMatch(/secret-path|hidden/)
    const receipt = (await live.get(`/v1/addresses/${id}/receipt`)).body
    for (const by of [reviewer, operator]) {
      expect((await open(assignment, by, '/receipt')).body).toBe(receipt)
      const page = await open(assignment, by, '/report')
      expect(page.headers.get('content-type')).toMatch(/^text\/html/)
      expect(page.body).toContain(receipt)
      expect(page.body).toContain(body.organisationName)
    }
  })

  it('is masked for an operator: nothing that names a person, and nothing that people wrote', async () => {
    const order = orderOf({ applicant: personOf('08000779129'), applicantLink: true })
    const { assignment } = await reported(agent, order)
    await reviewer.post(workPath(assignment, '/decision'), {
      ...approval,
      adminComment: 'Mrs Fileable opened.',
    })
    const { body } = await open(assignment, operator)
    expect(body).toMatchObject({
      isMasked: true,
      customerReference: '…711',
      applicant: 'N. F.',
      phone: '…129',
      adminComment: null,
      decidedBy: 'file-reviewer',
      place: { street: null, landmark: null, city: null, lgaName: 'Ikeja', stateName: 'Lagos' },
    })
    expect(JSON.stringify(body)).not.toMatch(/Ngozi|Fileable|00779129|filed-4711|Filing|roundabout/)
    expect((await open(assignment)).body.adminComment).toBe('Mrs Fileable opened.')
  })

  it('has every revision after a dispute, and the work of one that is open', async () => {
    const { id, assignment } = await reported()
    await approve(assignment)
    await receivedEvent(receiver, `evt_${id}_completed`)
    const objection = { reason: 'Ask for Ngozi.', ground: 'evidence' }
    expect((await live.post(`/v1/addresses/${id}/dispute`, objection)).status).toBe(201)
    const disputed = (await open(assignment, operator)).body
    expect(disputed.work).toMatchObject({ way: 'reported', reviewId: `${assignment}-d1` })
    expect(disputed.disputes).toMatchObject([
      { number: 1, raisedBy: 'customer', state: 'open', reason: null },
    ])
    expect((await open(assignment)).body.disputes[0].reason).toBe(objection.reason)
    const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
    expect((await decidedByTwo([second, third], `${assignment}-d1`, reject)).status).toBe(200)
    const { body } = await open(assignment)
    expect(body.work).toBeNull()
    expect(body.againstFinding).toEqual(againstFinding)
    expect(body.disputes).toMatchObject([{ state: 'revised' }])
    expect(
      body.revisions.map((one: { number: number; decidedBy: string; dispute: number | null }) => [
        one.number,
        one.decidedBy,
        one.dispute,
      ]),
    ).toEqual([
      [1, 'file-reviewer', null],
      [2, 'file-third', 1],
    ])
    await receivedEvent(receiver, `evt_${id}_updated_2`)
    const first = (await live.get(`/v1/addresses/${id}/receipt?revision=1`)).body
    expect((await open(assignment, operator, '/receipt?revision=1')).body).toBe(first)
  })
})

describe('a case that ended without a report', () => {
  it('is open to staff after it was cancelled, to those who also make visits, too', async () => {
    const { id, assignment } = await openWork(world, '/v1/addresses', orderOf())
    expect((await live.delete(`/v1/addresses/${id}`)).status).toBe(200)
    await receivedEvent(receiver, `evt_${id}_completed`)
    for (const by of [reviewer, operator, both]) {
      const { body } = await open(assignment, by)
      expect(body).toMatchObject({ status: { subStatus: 'CANCELLED' }, decidedBy: null, work: null })
      expect(body.revisions).toMatchObject([{ number: 1, decidedBy: null }])
      expect(body.documents).toEqual(['report', 'receipt'])
    }
    const trail = (await open(assignment, operator, '/trail')).body
    expect(trail.broken).toBeNull()
    expect(eventsIn(trail.entries).map(({ what }) => what)).toContain('cancelled')
  })

  it('is open to staff after it expired', async () => {
    const client = await world.client()
    const tester = await worker(world, 'file-tester', ['reviewer'], 'test')
    const order = orderOf({ applicant: { ...applicant, phone: '08000001010' } })
    const { id, address } = (await client.post('/v1/addresses', order)).body
    await eventually(
      async () =>
        (await client.post('/v1/sandbox/clock', { to: 'expired', verificationId: id })).status === 202,
      'the clock to be moved',
    )
    const { body } = await open(`${address.organisationId}-${id}`, tester)
    expect(body).toMatchObject({ status: { subStatus: 'FAILED - EXPIRED' }, endedAt: time, work: null })
    // Nobody of the other mode finds it.
    expect(told(await open(`${address.organisationId}-${id}`))).toEqual([404, 'not_found'])
  })
})

it('names the employer of an employment to a reviewer alone', async () => {
  const { assignment } = await openWork(world, '/v1/employments', employmentOrder({ allowRevisit: true }))
  expect((await open(assignment)).body).toMatchObject({ employer: 'Zenith Works Limited', place: null })
  expect((await open(assignment, operator)).body).toMatchObject({ employer: null, place: null })
})

describe('refuses', () => {
  it('an unknown case, an id that is none, and whoever has another role', async () => {
    const { assignment } = await openWork(world, '/v1/addresses', orderOf())
    for (const part of parts) {
      expect(told(await open(`${world.organisationId}-890123456789012`, operator, part))).toEqual([
        404,
        'not_found',
      ])
      expect(told(await open(`${assignment}-d1`, operator, part))).toEqual([400, 'invalid_request'])
      for (const other of [agent, live])
        expect(told(await open(assignment, other, part))).toEqual([403, 'product_not_enabled'])
    }
  })

  it('whoever made the visit, and whoever may still make it', async () => {
    const { assignment } = await openWork(world, '/v1/addresses', orderOf())
    for (const part of parts) expect(told(await open(assignment, both, part))).toEqual([409, 'not_reported'])
    const own = await reported(both)
    await approve(own.assignment)
    for (const part of parts) expect(told(await open(own.assignment, both, part))).toEqual([403, 'own_visit'])
    // Somebody else's report is theirs to read.
    expect((await open((await reported()).assignment, both)).status).toBe(200)
  })

  it('to tell the first of two decisions: the file of a case that waits for the second says none', async () => {
    const { assignment } = await reported()
    const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
    expect((await third.post(workPath(assignment, '/decision'), reject)).status).toBe(202)
    for (const by of [second, third, operator]) {
      const { body } = await open(assignment, by)
      expect(body).toMatchObject({
        status: { subStatus: 'IN PROGRESS' },
        decidedBy: null,
        againstFinding: null,
        revisions: [],
        work: { way: 'reported', holder: null },
      })
      expect(JSON.stringify(body)).not.toMatch(/file-third|NOT IN RESIDENCE|another house/)
    }
  })
})

it('has each opening in the trail once an hour, by who and of what', async () => {
  const { id, assignment } = await reported()
  await approve(assignment)
  await receivedEvent(receiver, `evt_${id}_completed`)
  for (const part of [...parts, ...parts]) expect((await open(assignment, operator, part)).status).toBe(200)
  await open(assignment, second)
  const { entries } = (await open(assignment, operator, '/trail')).body as Trail
  const views = eventsIn(entries).filter(({ what, facts }) => what === 'viewed' && facts?.part !== undefined)
  const shown = views.map(({ by, facts }) => `${by} ${facts?.part}`).toSorted()
  // An hour may end while this runs: then there are two of each, at most.
  expect([...new Set(shown)]).toEqual([
    'file-operator case',
    'file-operator receipt',
    'file-operator report',
    'file-operator trail',
    'file-second case',
  ])
  const hours = new Set(entries.map(({ at }) => at.slice(0, 13)))
  expect(shown.length).toBeLessThanOrEqual(5 * hours.size)
})
