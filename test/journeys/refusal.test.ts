import { describe, expect, it } from 'vitest'
import { database } from '../../shared/table/driver.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { assignmentKey } from '../../shared/verification/assignment-kind.ts'
import type { Answer, ApiClient } from '../support/api-client.ts'
import { enrolledDevice } from '../support/capture.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, againstFinding, openWork, visitReport, worker } from '../support/fieldwork.ts'
import { photograph, shot } from '../support/live-visit.ts'
import { reachTable } from '../support/reach-table.ts'
import { chargedIn } from '../support/ledger.ts'
import { linkIn, messageTo } from '../support/messages.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'
import { look, matterWords, say, titleOf } from '../support/pages.ts'
import { linesOf } from '../support/reports.ts'

/*
 * An applicant who does not agree ends the check, whatever people have done or decided by then: through HTTP alone, what
 * the applicant, the customer, the agent, the supervisor and the reviewers see of it.
 */

const world = await joinWorld()
await reachTable(world.emulator)
const customer = await world.client('local-live')
const agent = await worker(world, 'refusal-agent', ['agent'])
const other = await worker(world, 'refusal-other', ['agent'])
const supervisor = await worker(world, 'refusal-supervisor', ['supervisor'])
const reviewer = await worker(world, 'refusal-reviewer', ['reviewer'])
const second = await worker(world, 'refusal-second', ['reviewer'])
const receiver = await world.receiver()
await customer.post('/v1/webhooks', { url: receiver.url, events: ['address.*', 'employment.*'] })

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`
const cancelled = { status: 'CANCELLED', subStatus: 'CANCELLED', state: 'COMPLETE' }
const ended = 'You do not agree, and the check has ended'
const reason = 'The applicant does not agree to this check.'

let people = 0
/** A live order whose applicant has a link, and what stands in it. */
const ordered = async (path = '/v1/addresses', order: (changes: object) => object = addressOrder) => {
  const phone = `0800066${String(++people).padStart(4, '0')}`
  const of = { ...applicant, phone }
  const place = path === '/v1/addresses' ? { street: `${people} Refusal Street` } : {}
  const changes = {
    applicant: of,
    applicantLink: true,
    allowRevisit: true,
    customerReference: `no-${people}`,
  }
  const work = await openWork(world, path, order({ ...changes, ...place }))
  return { ...work, link: linkIn(await messageTo(world, `+234${phone.slice(1)}`)) }
}

/** "No", and "no" to the question whether that is meant. */
const refuse = async (link: string) => {
  const asked = await say(link, { consent: 'refused' })
  expect([asked.status, titleOf(asked)]).toEqual([200, 'Do you want the check to end?'])
  const answer = await say(link, { withdraw: 'yes' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(link).pathname])
}

const record = async (id: number, kind = 'addresses') => (await customer.get(`/v1/${kind}/${id}`)).body
const claimed = async () => {
  const work = await ordered()
  expect((await agent.post(at(work.assignment, '/claim'))).status).toBe(200)
  return work
}
const reported = async () => {
  const work = await claimed()
  expect((await agent.post(at(work.assignment, '/report'), visitReport())).status).toBe(200)
  return work
}
const decide = (by: ApiClient, assignment: string, decision: object) =>
  by.post(at(assignment, '/decision'), decision)
const listed = async (by: ApiClient, query: string) => {
  const { data } = (await by.get(`/v1/operations/assignments?${query}`)).body
  return data.map(({ id }: { id: string }) => id)
}
/** Every list on which the work may stand. */
const lists = async () =>
  (
    await Promise.all([
      listed(agent, 'list=mine'),
      listed(agent, 'stateId=24&limit=100'),
      listed(supervisor, 'list=claimed&stateId=24&limit=100'),
      listed(reviewer, 'list=reported&limit=100'),
    ])
  ).flat()

describe('a "no" on the first screen', () => {
  it('is asked for once more, and until then changes nothing', async () => {
    const { id, link } = await claimed()
    const asked = await say(link, { consent: 'refused', phone: 'no number' })
    expect(asked.text).toContain('First organisation is told that you do not agree, and gets no result.')
    expect((await record(id)).status.status).toBe('IN_PROGRESS')
    expect(titleOf(await look(link))).toBe('First organisation has asked us to check your address')
  })

  it('ends the check, free, and everybody is told', async () => {
    const { id, assignment, link } = await claimed()
    expect(await lists()).toContain(assignment)
    await refuse(link)

    // The applicant: what happens next, and whom to call. An equal repeat is the same page.
    const page = await look(link)
    expect([page.status, titleOf(page)]).toEqual([200, ended])
    expect(page.text).toContain('What happens next')
    expect(page.text).toContain(`call us: +234 1 000 0000. The number of this check is ${id}.`)
    expect(page.text.replace(/<footer>.*/s, '')).not.toMatch(matterWords)
    for (const [name, word] of [
      ['withdraw', 'yes'],
      ['consent', 'refused'],
    ] as const)
      expect((await say(link, { [name]: word })).status).toBe(303)
    const changed = await say(link, { consent: 'given' })
    expect([changed.status, titleOf(changed)]).toEqual([410, ended])

    // The customer.
    const { status, address } = await record(id)
    expect(status).toEqual(cancelled)
    expect(address).toMatchObject({ status: cancelled, price: 0, adminComment: reason, approvedAt: null })
    const body = await eventually(
      () =>
        receiver.received
          .map(each => JSON.parse(each.body))
          .find(sent => sent.data.id === id && sent.event_type === 'verification_completed'),
      'the event',
    )
    const { data, ...envelope } = body
    expect(envelope).toEqual({ event: 'address', event_type: 'verification_completed' })
    expect(Object.keys(data).sort()).toEqual(['address', 'customerReference', 'id', 'summary'])
    expect(data.address).toEqual(address)
    expect(data.address).toMatchObject({ agentSubmittedAt: null, rejectedAt: null, interiorPhotos: {} })
    const { lines } = await chargedIn(world.emulator, [world.organisationId])
    expect(lines.filter(line => line.split(' ')[2] === `${id}`)).toEqual([])
    const report = await customer.get(`/v1/addresses/${id}/report`)
    expect(linesOf(report.body)).toEqual(
      expect.arrayContaining([
        '– Cancelled',
        `It was cancelled before anybody concluded it. ${reason}`,
        'Charged | Nothing',
        'No photo was taken.',
        expect.stringMatching(/UTC\) The applicant does not agree, which ended it\.$/),
      ]),
    )

    // The agent who was under way, the supervisor and the desk.
    expect(await lists()).not.toContain(assignment)
    expect((await agent.get(at(assignment))).body).toMatchObject({
      way: 'decided',
      applicantSays: { consent: 'refused', phone: null, time: null },
    })
    const file = (await reviewer.get(`/v1/operations/cases/${assignment}`)).body
    expect(file).toMatchObject({
      status: cancelled,
      decidedBy: 'applicant',
      adminComment: reason,
      work: null,
    })
    const { entries } = (await reviewer.get(`/v1/operations/cases/${assignment}/trail`)).body
    const ends = eventsIn(entries).filter(({ what }) => /consent|decided|cancelled/.test(what))
    expect(ends).toMatchObject([{ what: 'consentRefused', by: 'applicant', facts: { outcome: 'cancelled' } }])
  })

  it('ends an employment check, and the employer is asked no more', async () => {
    const { id, assignment, link } = await ordered('/v1/employments', employmentOrder)
    const asked = await say(link, { consent: 'refused' })
    expect(asked.text).toMatch(/nobody calls you, and we ask .+ nothing more\./)
    await refuse(link)
    expect((await record(id, 'employments')).status).toEqual(cancelled)
    expect(await listed(agent, 'stateId=24&limit=100')).not.toContain(assignment)
    expect((await agent.post(at(assignment, '/claim'))).body.code).toBe('already_decided')
  })
})

describe('a "no" never becomes a decision', () => {
  const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
  const refused = [409, 'already_decided', 'It is complete: CANCELLED. The applicant does not agree.']

  it.each([
    ['reported', () => reported()],
    [
      'under review',
      async () => {
        const work = await reported()
        await reviewer.post(at(work.assignment, '/claim'))
        return work
      },
    ],
    [
      'staged for a second reviewer',
      async () => {
        const work = await reported()
        expect((await decide(second, work.assignment, reject)).status).toBe(202)
        return work
      },
    ],
  ])('of what is %s, and what the agent did is kept', async (_what, make) => {
    const { id, assignment, link } = await make()
    await refuse(link)
    for (const decision of [{ decision: 'approve' }, reject, { decision: 'return', comment: 'Again.' }])
      for (const by of [reviewer, second]) {
        const { status, body } = await decide(by, assignment, decision)
        expect([status, body.code, body.detail]).toEqual(refused)
      }
    const { status, address } = await record(id)
    expect([status, address.price, address.agentSubmittedAt]).toEqual([cancelled, 0, null])
    expect((await reviewer.get(at(assignment))).body.review.findings).toEqual(visitReport().visit.findings)
  })

  it('where it comes at the moment of the approval: one of them holds', async () => {
    const { id, assignment, link } = await reported()
    await say(link, { consent: 'refused' })
    const [no, decided] = await Promise.all([
      say(link, { withdraw: 'yes' }),
      decide(reviewer, assignment, approval),
    ])
    expect(no.status).toBeLessThan(500)
    const { status, address } = await record(id)
    const isRefused = status.status === 'CANCELLED'
    expect(decided.status).toBe(isRefused ? 409 : 200)
    expect([status.status, address.price > 0]).toEqual(isRefused ? ['CANCELLED', false] : ['VERIFIED', true])
    expect(titleOf(await look(link))).toBe(isRefused ? ended : 'Your address check has ended')
  })
})

describe('what an agent did before a "no"', () => {
  const toldAs = ({ status, body }: Answer) => [status, body.code]

  it('arrives later, is kept as evidence, and never becomes a decision', async () => {
    const { id, assignment, link } = await claimed()
    await refuse(link)
    const one = shot('late', 'exteriorPhotos.photo1', { metres: 20 })
    await photograph(agent, await enrolledDevice(agent), assignment, [one])
    expect(toldAs(await other.post(at(assignment, '/report'), visitReport()))).toEqual([
      409,
      'already_decided',
    ])
    expect((await agent.post(at(assignment, '/report'), visitReport())).status).toBe(200)
    expect(toldAs(await agent.post(at(assignment, '/report'), visitReport()))).toEqual([
      409,
      'already_reported',
    ])

    const { status, address } = await record(id)
    expect([status, address.price, address.exteriorPhotos]).toEqual([cancelled, 0, {}])
    expect(await lists()).not.toContain(assignment)
    for (const by of [reviewer, second])
      expect(toldAs(await decide(by, assignment, { decision: 'approve' }))).toEqual([409, 'already_decided'])
    const { body } = await reviewer.get(at(assignment))
    expect(body).toMatchObject({ way: 'decided', review: { findings: visitReport().visit.findings } })
    const { data } = (await reviewer.get(at(assignment, '/photos'))).body
    expect(data).toMatchObject([{ slot: 'exteriorPhotos.photo1', state: 'stored' }])
    const { entries } = (await reviewer.get(at(assignment, '/trail'))).body
    const whats = eventsIn(entries).map(({ what }) => what)
    expect(whats.filter(what => /consent|captured|uploaded|reported|decided/.test(what))).toEqual([
      'consentRefused',
      'captured',
      'uploaded',
      'reported',
    ])
  })

  it('is taken for a day', async () => {
    const { id, assignment, link } = await claimed()
    await refuse(link)
    const key = { organisationId: world.organisationId, mode: 'live', verificationId: id } as const
    const consentEndedAt = new Date(Date.now() - 24 * 3_600_000 - 1000).toISOString()
    await database.write({ update: assignmentKey(key, id), set: { consentEndedAt } })
    expect(toldAs(await agent.post(at(assignment, '/report'), visitReport()))).toEqual([
      409,
      'already_decided',
    ])
  })

  it('of a report that was returned is the second report', async () => {
    const { assignment, link } = await reported()
    expect((await decide(reviewer, assignment, { decision: 'return', comment: 'Which gate?' })).status).toBe(
      200,
    )
    await refuse(link)
    const corrected = visitReport({ comment: 'The black one.' })
    expect((await agent.post(at(assignment, '/report'), corrected)).status).toBe(200)
    expect((await reviewer.get(at(assignment))).body.review.found.agentComment).toBe('The black one.')
  })
})
