import { describe, expect, it } from 'vitest'
import { attestation, formOf } from '../support/attestations.ts'
import {
  askedEmployment,
  documentsAsked,
  heldEmployment,
  open,
  pageSentTo,
  send,
} from '../support/employer.ts'
import { joinWorld } from '../support/environment.ts'
import { againstFinding, decidedByTwo, rejected, worker } from '../support/fieldwork.ts'

/* An employer's word: asked for on a page behind a link, or on the telephone, and shown to a reviewer with its facts. */

const assignments = '/v1/operations/assignments'
const at = (id: string, what = '') => `${assignments}/${id}${what}`

const world = await joinWorld()
const customer = await world.client('local-live')
const agent = await worker(world, 'word-agent', ['agent', 'reviewer'])
const other = await worker(world, 'word-other', ['agent'])
const reviewer = await worker(world, 'word-reviewer', ['reviewer'])
const second = await worker(world, 'word-second', ['reviewer'])

const reviewOf = async (id: string) => (await reviewer.get(at(id))).body.review
const factsOf = async (id: string): Promise<string[]> =>
  (await reviewOf(id)).employerCase.facts.map(({ text }: { text: string }) => text)
const approve = (id: string) => decidedByTwo([second, reviewer], id, { decision: 'approve', againstFinding })
const wholeForm = formOf(attestation())
const byPhone = (changes: object = {}) => ({ attestation: { source: 'phone', ...attestation(changes) } })

describe('an employer’s contact', () => {
  it('answers once, and the customer is told that it was approved', async () => {
    const { id, assignment, page } = await askedEmployment(world, agent)
    expect((await open(page)).text).toContain(
      'asks Zenith Works Limited about the employment of Ngozi Adeyemi',
    )
    const thanks = await send(page, wholeForm)
    expect([thanks.status, thanks.text]).toEqual([
      200,
      expect.stringContaining('We have your answer. You can close'),
    ])
    expect((await approve(assignment)).body).toMatchObject({ way: 'decided', status: { status: 'VERIFIED' } })
    const { employment } = (await customer.get(`/v1/employments/${id}`)).body
    expect(employment).toMatchObject({
      status: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' },
      approvedAt: expect.any(String),
      rejectedAt: null,
    })
  })

  it('answers from the applicant’s own browser, which the reviewer reads', async () => {
    const { assignment, page, employerEmail } = await documentsAsked(world, agent)
    await send(page, 'has=some&which=Payslips')
    await agent.post(at(assignment, '/links'), { purpose: 'attest', channel: 'email' })
    await send(await pageSentTo(world, employerEmail), wholeForm)
    const { facts } = (await reviewOf(assignment)).employerCase
    expect(facts.map(({ code }: { code: string }) => code)).toContain('sameBrowserAsApplicant')
  })

  it('is told who asks and about whom, and nothing that was claimed', async () => {
    const { page } = await askedEmployment(world, agent)
    const { status, headers, text } = await open(page)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const claimed of ['Accountant', '2019', '2024', '0803', 'Ibrahim', '1990', 'hr-'])
      expect(text).not.toContain(claimed)
  })

  it('is shown what to correct beside what was typed, and may send it again', async () => {
    const { assignment, page } = await askedEmployment(world, agent)
    const { attestator } = attestation()
    const wrong = await send(page, formOf(attestation({ attestator: { ...attestator, email: '"><b>x' } })))
    expect(wrong.status).toBe(400)
    expect(wrong.page).toContain('value="&quot;>&lt;b>x"')
    expect(wrong.page).toContain(
      '<a href="#attestator-email">Your email at work</a>: Expected an email address.',
    )
    expect(await reviewOf(assignment)).toBeNull()
    expect((await send(page, wholeForm)).status).toBe(200)
    expect(await reviewOf(assignment)).toMatchObject({
      employerCase: { claim: 'workedHere', source: 'page' },
    })
  })

  it('has answered, however often the form is sent, and whenever it is opened again', async () => {
    const { assignment, page } = await askedEmployment(world, agent)
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(page, wholeForm)))
    expect(sent.map(({ status }) => status).toSorted()).toEqual(Array(5).fill(200))
    const { reportedAt } = await reviewOf(assignment)
    const again = await send(page, formOf(attestation({ claim: 'neverWorkedHere' })))
    expect([again.status, again.text]).toEqual([
      409,
      expect.stringContaining('We had your answer already. It cannot be changed here.'),
    ])
    expect((await open(page)).text).toContain('We have your answer.')
    const { employerCase, reportedAt: since } = await reviewOf(assignment)
    expect([employerCase.claim, since]).toEqual(['workedHere', reportedAt])
  })

  it('may not answer: that is an attempt that failed, and the agent goes on', async () => {
    const { assignment, page, employerEmail } = await askedEmployment(world, agent)
    expect((await send(page, 'claim=mayNotAnswer')).text).toContain('We have your answer')
    const { data } = (await agent.get(at(assignment, '/attempts'))).body
    expect(data).toMatchObject([
      { channel: 'email', outcome: 'refused', by: 'employer', contactFrom: 'order', contact: employerEmail },
    ])
    expect((await agent.get(at(assignment))).body.way).toBe('claimed')
    expect((await agent.post(at(assignment, '/report'), byPhone())).status).toBe(200)
  })

  it('says that the person never worked there', async () => {
    const { id, assignment, page } = await askedEmployment(world, agent)
    await send(page, formOf(attestation({ claim: 'neverWorkedHere' })))
    expect(await reviewOf(assignment)).toMatchObject({
      suggestedReason: 'FAILED - NOT AN EMPLOYEE',
      employerCase: { claim: 'neverWorkedHere' },
    })
    expect(await rejected([reviewer, second], assignment, 'FAILED - NOT AN EMPLOYEE')).toBe(200)
    const { employment } = (await customer.get(`/v1/employments/${id}`)).body
    expect(employment).toMatchObject({
      status: { status: 'UNVERIFIED', subStatus: 'FAILED - NOT AN EMPLOYEE' },
      employmentDetails: { employeeTitle: null, employerConsented: true },
      attestator: { name: 'Ibrahim Musa' },
    })
  })

  it('is too late when it is decided or cancelled, and changes nothing', async () => {
    const { id, page } = await askedEmployment(world, agent)
    expect((await customer.delete(`/v1/employments/${id}`)).status).toBe(200)
    for (const late of [await open(page), await send(page, wholeForm)])
      expect([late.status, late.text]).toEqual([410, expect.stringContaining('This matter is closed')])
    expect((await customer.get(`/v1/employments/${id}`)).body.employment.status.status).toBe('CANCELLED')
  })

  it('finds nothing behind a link that was altered or replaced', async () => {
    const { assignment, page, employerEmail } = await askedEmployment(world, agent)
    const altered = page.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
    for (const wrong of [await open(altered), await send(altered, wholeForm)]) {
      expect(wrong.status).toBe(404)
      expect(wrong.text).not.toContain('Ngozi')
    }
    await agent.post(at(assignment, '/links'), { purpose: 'attest', channel: 'email' })
    expect((await send(page, wholeForm)).status).toBe(410)
    const next = await pageSentTo(world, employerEmail, page)
    expect((await send(next, wholeForm)).status).toBe(200)
  })
})

describe('an employer’s answer and an agent', () => {
  it('meet while the agent types: who is first is the report, and the agent is told', async () => {
    const { assignment, page } = await askedEmployment(world, agent)
    await send(page, wholeForm)
    const late = await agent.post(at(assignment, '/report'), byPhone())
    expect([late.status, late.body.code]).toEqual([409, 'already_reported'])
    expect((await reviewOf(assignment)).employerCase.source).toBe('page')
  })

  it('meet the other way round: the page’s answer is kept beside the report, and the reviewer told', async () => {
    const { assignment, page } = await askedEmployment(world, agent)
    expect((await agent.post(at(assignment, '/report'), byPhone())).status).toBe(200)
    const { reportedAt } = await reviewOf(assignment)
    expect((await send(page, formOf(attestation({ claim: 'neverWorkedHere' })))).text).toContain('Thank you')
    const review = await reviewOf(assignment)
    expect([review.reportedAt, review.employerCase.source]).toEqual([reportedAt, 'phone'])
    expect(await factsOf(assignment)).toContain(
      'On the page the employer said besides: the person never worked there.',
    )
  })

  it('meet when another agent has it by then: the report is of whoever sent the link', async () => {
    const { assignment, page } = await askedEmployment(world, agent)
    expect((await agent.delete(at(assignment, '/claim'))).status).toBe(204)
    expect((await other.post(at(assignment, '/claim'))).status).toBe(200)
    await send(page, wholeForm)
    const late = await other.post(at(assignment, '/report'), byPhone())
    expect([late.status, late.body.code]).toEqual([409, 'lease_lost'])
    expect((await reviewOf(assignment)).agent).toBe('word-agent')
    const own = await agent.post(at(assignment, '/decision'), { decision: 'approve' })
    expect([own.status, own.body.code]).toEqual([403, 'own_visit'])
    const mine = (await other.get(`${assignments}?list=mine`)).body.data
    expect(mine.map((work: { id: string }) => work.id)).not.toContain(assignment)
  })

  it('meet when nobody has it: it need not be claimed to be answered', async () => {
    const { assignment, page } = await askedEmployment(world, agent)
    await agent.delete(at(assignment, '/claim'))
    await send(page, wholeForm)
    expect((await reviewOf(assignment)).agent).toBe('word-agent')
    expect((await approve(assignment)).status).toBe(200)
  })

  it('a report that is returned is corrected on the telephone, and both times are told', async () => {
    const { id, assignment, page } = await askedEmployment(world, agent)
    await send(page, wholeForm)
    await reviewer.post(at(assignment, '/decision'), {
      decision: 'return',
      comment: 'Ask for the title again.',
    })
    const { details } = attestation()
    const corrected = byPhone({ details: { ...details, employeeTitle: 'Senior Accountant' } })
    expect((await agent.post(at(assignment, '/report'), corrected)).status).toBe(200)
    expect((await approve(assignment)).status).toBe(200)
    const { employment } = (await customer.get(`/v1/employments/${id}`)).body
    expect(employment).toMatchObject({
      approvedAt: expect.any(String),
      rejectedAt: expect.any(String),
      employmentDetails: { employeeTitle: 'Senior Accountant' },
    })
  })

  it('refuses what an agent files as an employer’s word and is none, naming every field', async () => {
    const { assignment } = await heldEmployment(world, agent)
    const fieldsOf = async (body: object) =>
      (await agent.post(at(assignment, '/report'), body)).body.errors?.map(
        ({ pointer }: { pointer: string }) => pointer,
      )
    expect(await fieldsOf({})).toEqual(['/attestation'])
    expect(await fieldsOf({ attestation: { source: 'phone', claim: 'mayNotAnswer' } })).toEqual([
      '/attestation/details',
      '/attestation/employer',
      '/attestation/attestator',
      '/attestation/claim',
    ])
    expect(await fieldsOf(byPhone({ attestator: {}, details: { employerConsented: 'no' } }))).toEqual([
      '/attestation/details/employeeTitle',
      '/attestation/details/employeeStartDate',
      '/attestation/details/employeeEndDate',
      '/attestation/attestator/name',
      '/attestation/attestator/title',
      '/attestation/attestator/email',
      '/attestation/details/employerConsented',
    ])
  })
})

describe('a reviewer', () => {
  it('is told where a link went that did not go where the order says, and whose mail answered', async () => {
    const { assignment } = await heldEmployment(world, agent, {
      applicant: { firstname: 'Ngozi', lastname: 'Adeyemi', phone: '08031234567' },
    })
    const to = 'payroll@zenith-works.example'
    const link = { purpose: 'attest', channel: 'email', to }
    const unsourced = await agent.post(at(assignment, '/links'), link)
    expect(unsourced.body.errors).toMatchObject([{ pointer: '/toFrom', code: 'required' }])
    const sent = await agent.post(at(assignment, '/links'), { ...link, toFrom: 'publicListing' })
    expect(sent.body).toMatchObject({ number: 1, to, state: 'sent' })
    const { attestator } = attestation()
    const answer = attestation({
      attestator: { ...attestator, email: 'boss@gmail.com', phone: '0803 123 4567' },
    })
    await send(await pageSentTo(world, to), formOf(answer))
    expect((await reviewOf(assignment)).employerCase.linkSentTo).toBe(to)
    const facts = await factsOf(assignment)
    expect(facts).toEqual(
      expect.arrayContaining([
        'The link went to payroll@zenith-works.example. The order says zenithworks.example.',
        'Whoever answered gave an address at gmail.com, where anybody gets one.',
        'The telephone of whoever answered is the applicant’s own.',
      ]),
    )
    expect(facts[0]).toBe('The agent got the address of the link in a public listing.')
    expect(facts[1]).toMatch(/^Answered \d+ seconds? after the link was sent\.$/)
  })

  it('is told how many earlier answers came from a domain, of this customer alone', async () => {
    const answerFrom = async (email: string) => {
      const { assignment, page } = await askedEmployment(world, agent)
      await send(page, formOf(attestation({ attestator: { ...attestation().attestator, email } })))
      return (await factsOf(assignment)).filter(text => text.includes('earlier answer'))
    }
    expect(await answerFrom('a@counted.example')).toEqual([])
    expect(await answerFrom('b@mail.counted.example')).toEqual([
      '1 earlier answer to this customer came from the same mail domain.',
    ])
    expect(await answerFrom('c@gmail.com')).toEqual([])
    expect(await answerFrom('d@gmail.com')).toEqual([])
  })
})
