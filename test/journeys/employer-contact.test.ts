import { describe, expect, it } from 'vitest'
import { attestation, formOf } from '../support/attestations.ts'
import { heldEmployment, open, openEmployment, pageSentTo, send } from '../support/employer.ts'
import { joinWorld } from '../support/environment.ts'
import { openWork, rejected, worker } from '../support/fieldwork.ts'
import { keptItems } from '../support/stored-items.ts'

/* How an agent tries to reach an employer, and when nobody there can be reached. */

const assignments = '/v1/operations/assignments'
const at = (id: string, what = '') => `${assignments}/${id}${what}`
const hourMs = 3_600_000
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString()
const call = { channel: 'phone', outcome: 'noAnswer' }

const world = await joinWorld()
const customer = await world.client('local-live')
const agent = await worker(world, 'contact-agent', ['agent'])
const other = await worker(world, 'contact-other', ['agent'])
const reviewer = await worker(world, 'contact-reviewer', ['reviewer'])
const second = await worker(world, 'contact-second', ['reviewer'])

const note = (id: string, attempt: object = call, headers?: Record<string, string>) =>
  agent.post(at(id, '/attempts'), attempt, headers)

const tryThreeTimes = async (id: string) => {
  for (const hours of [5, 3, 1]) expect((await note(id, { ...call, at: hoursAgo(hours) })).status).toBe(201)
}
const lackOf = async (id: string) => (await agent.get(at(id, '/attempts'))).body.lacks

describe('an attempt', () => {
  it('is noted by the agent who has the work, and read by them and by reviewers', async () => {
    const { assignment } = await heldEmployment(world, agent)
    const made = hoursAgo(2)
    const attempt = {
      channel: 'phone',
      outcome: 'wrongNumber',
      at: made,
      contactFrom: 'publicListing',
      contact: '+234 1 270 0000',
      comment: 'A bakery.',
    }
    const noted = await note(assignment, attempt)
    expect(noted.status).toBe(201)
    const whole = { id: noted.body.id, ...attempt, recordedAt: expect.any(String), by: 'contact-agent' }
    expect(noted.body).toEqual(whole)
    for (const reader of [agent, reviewer])
      expect((await reader.get(at(assignment, '/attempts'))).body).toEqual({
        data: [whole],
        failedApart: 1,
        mayBeUnreachable: false,
        lacks: 'attempts',
      })
    expect((await other.get(at(assignment, '/attempts'))).status).toBe(404)
  })

  it('is one, however often it is sent with its key', async () => {
    const { assignment } = await heldEmployment(world, agent)
    const headers = { 'idempotency-key': `attempt-${assignment}` }
    const [first, second] = [await note(assignment, call, headers), await note(assignment, call, headers)]
    expect(second.body).toEqual(first.body)
    expect((await agent.get(at(assignment, '/attempts'))).body.data).toHaveLength(1)
  })

  it('is nobody’s to note who does not have the work, or after the report', async () => {
    const { assignment } = await openEmployment(world)
    expect((await note(assignment)).body.code).toBe('lease_lost')
    await agent.post(at(assignment, '/claim'))
    expect((await other.post(at(assignment, '/attempts'), call)).body.code).toBe('lease_lost')
    expect((await reviewer.post(at(assignment, '/attempts'), call)).body.code).toBe('product_not_enabled')
    await agent.post(at(assignment, '/report'), { attestation: { source: 'phone', ...attestation() } })
    expect((await note(assignment)).body.code).toBe('already_reported')
  })

  it('is of an employer: an address has none', async () => {
    const { assignment } = await openWork(world)
    await agent.post(at(assignment, '/claim'))
    expect((await note(assignment)).status).toBe(404)
    expect((await agent.get(at(assignment, '/links'))).status).toBe(404)
  })

  it('says of the employer nothing more once it is cancelled', async () => {
    const { id, assignment } = await heldEmployment(world, agent)
    await customer.delete(`/v1/employments/${id}`)
    expect((await note(assignment)).body.code).toBe('already_decided')
  })
})

describe('a link', () => {
  it('is sent where the order says, and never shown to whoever sent it', async () => {
    const { assignment } = await heldEmployment(world, agent)
    const sent = await agent.post(at(assignment, '/links'), { purpose: 'attest', channel: 'email' })
    expect(sent.status).toBe(201)
    expect(sent.body).toEqual({
      purpose: 'attest',
      number: 1,
      channel: 'email',
      to: null,
      state: 'sent',
      message: null,
      by: 'contact-agent',
      sentAt: expect.any(String),
      endsAt: expect.any(String),
      openedAt: null,
      answeredAt: null,
      said: null,
    })
    expect(Date.parse(sent.body.endsAt) - Date.parse(sent.body.sentAt)).toBeLessThanOrEqual(14 * 24 * hourMs)
  })

  it('is sent once with one key', async () => {
    const { assignment } = await heldEmployment(world, agent)
    const headers = { 'idempotency-key': `link-${assignment}` }
    const send = () => agent.post(at(assignment, '/links'), { purpose: 'attest', channel: 'sms' }, headers)
    const [first, second] = [await send(), await send()]
    // Its message may have left meanwhile.
    expect(second.body).toEqual({ ...first.body, message: second.body.message })
    expect((await reviewer.get(at(assignment, '/links'))).body.data).toHaveLength(1)
  })

  it.each([
    [{ purpose: 'attest', channel: 'email', to: 'not an address', toFrom: 'register' }, '/to'],
    [{ purpose: 'attest', channel: 'sms', to: '12345', toFrom: 'register' }, '/to'],
    [{ purpose: 'attest', channel: 'email', to: 'a@b.example' }, '/toFrom'],
    [{ purpose: 'documents', channel: 'sms', to: '+2348031234567', toFrom: 'employer' }, '/to'],
    [{ purpose: 'applicant', channel: 'sms' }, '/purpose'],
  ])(
    'is not sent to where nothing arrives, or where nobody said that it should: %j',
    async (link, pointer) => {
      const { assignment } = await heldEmployment(world, agent)
      const refused = await agent.post(at(assignment, '/links'), link)
      expect(refused.body.errors).toMatchObject([{ pointer }])
    },
  )
})

describe('an employer is unreachable', () => {
  const unreached = { unreached: { comment: 'The office is empty.' } }

  it('after three failed attempts, documents that were asked for, and the time to send them', async () => {
    const { assignment } = await heldEmployment(world, agent)
    const documents = { purpose: 'documents', channel: 'sms' }
    expect(await lackOf(assignment)).toBe('attempts')
    expect((await agent.post(at(assignment, '/links'), documents)).body.code).toBe('employer_reachable')
    await tryThreeTimes(assignment)
    expect(await lackOf(assignment)).toBe('documents')
    expect((await agent.post(at(assignment, '/report'), unreached)).body).toMatchObject({
      code: 'employer_reachable',
      detail: 'Ask the applicant for documents first, by a link.',
    })
    expect((await agent.post(at(assignment, '/links'), documents)).status).toBe(201)
    expect(await lackOf(assignment)).toBe('time')
    expect((await agent.post(at(assignment, '/report'), unreached)).body).toMatchObject({
      code: 'employer_reachable',
      detail: 'The applicant was asked for documents, and has 24 hours to answer.',
    })
  })

  it('once the applicant has answered: then it may be decided so, and the customer is told', async () => {
    const phone = '08039990001'
    const { id, assignment } = await heldEmployment(world, agent, {
      applicant: { firstname: 'Ada', lastname: 'Obi', phone },
    })
    await tryThreeTimes(assignment)
    await agent.post(at(assignment, '/links'), { purpose: 'documents', channel: 'sms' })
    const page = await pageSentTo(world, '+2348039990001')
    expect((await open(page)).text).toContain('We could not reach Zenith Works Limited')
    const wrong = await send(page, 'has=some&contactPhone=call+me')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Please correct 2 answers')])
    const said = {
      has: 'some',
      which: 'Payslips of 2023',
      contactName: 'Bola Ade',
      contactPhone: '+2348030000007',
    }
    expect((await send(page, `${new URLSearchParams(said)}`)).text).toContain('We have your answer.')
    expect((await send(page, 'has=none')).status).toBe(409)
    const links = (await agent.get(at(assignment, '/links'))).body.data
    expect(links).toMatchObject([{ purpose: 'documents', state: 'answered', said }])
    expect((await agent.post(at(assignment, '/report'), unreached)).status).toBe(200)
    const { review } = (await reviewer.get(at(assignment))).body
    expect(review).toMatchObject({
      suggestedReason: 'FAILED - EMPLOYER UNREACHABLE',
      employerCase: {
        claim: null,
        source: null,
        facts: [{ code: 'attempts' }, { code: 'attemptsNotedLate' }],
      },
    })
    const reason = 'FAILED - EMPLOYER UNREACHABLE'
    expect(await rejected([reviewer, second], assignment, reason)).toBe(200)
    expect((await customer.get(`/v1/employments/${id}`)).body.employment).toMatchObject({
      status: { status: 'UNVERIFIED', subStatus: reason },
      rejectedAt: expect.any(String),
      employerDetails: { comment: 'The office is empty.' },
    })
    expect((await open(page)).status).toBe(410)
  })

  it('not because attempts were made at one time', async () => {
    const { assignment } = await heldEmployment(world, agent)
    for (const hours of [3, 2.5, 2]) await note(assignment, { ...call, at: hoursAgo(hours) })
    expect((await agent.get(at(assignment, '/attempts'))).body).toMatchObject({
      failedApart: 1,
      lacks: 'attempts',
    })
  })

  it('not because a reviewer says so', async () => {
    const { assignment } = await heldEmployment(world, agent)
    await agent.post(at(assignment, '/report'), { attestation: { source: 'phone', ...attestation() } })
    const reason = 'FAILED - EMPLOYER UNREACHABLE'
    const refused = await reviewer.post(at(assignment, '/decision'), { decision: 'reject', reason })
    expect([refused.status, refused.body.code]).toEqual([409, 'employer_reachable'])
  })
})

it('is forgotten with the applicant: attempts, what was said on pages, and where links went', async () => {
  const planted = ['Plantedcomment', '+23480199880077', 'planted@hidden.example', 'Plantedattestator']
  const { id, assignment } = await heldEmployment(world, agent)
  await note(assignment, { ...call, contact: planted[1], contactFrom: 'register', comment: planted[0] })
  const link = { purpose: 'attest', channel: 'email', to: planted[2], toFrom: 'register' }
  await agent.post(at(assignment, '/links'), link)
  const { attestator } = attestation()
  const answer = attestation({ attestator: { ...attestator, name: planted[3] } })
  expect((await send(await pageSentTo(world, planted[2]!), formOf(answer))).status).toBe(200)
  const kept = async () =>
    (await keptItems(world)).filter(item => planted.some(value => item.includes(value))).length
  expect(await kept()).toBeGreaterThan(0)
  const command = { command: 'erase', organisationId: 1, mode: 'live', verificationId: id }
  expect(await world.administer(command)).toMatchObject({
    erased: [{ verificationId: id, links: 1, contacts: 1 }],
  })
  expect(await kept()).toBe(0)
})
