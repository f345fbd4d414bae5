import { expect, it } from 'vitest'
import { eventsIn } from '../../shared/trail/entry.ts'
import { attestation, formOf } from '../support/attestations.ts'
import { pageSentTo, send } from '../support/employer.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { decidedByTwo } from '../support/fieldwork.ts'
import { stepsOf } from '../support/live-visit.ts'
import { employmentOrder } from '../support/orders.ts'
import { receivedEvent } from '../support/receiver.ts'
import { linesOf } from '../support/reports.ts'
import { signInOwn } from '../support/sign-in.ts'

/*
 * An employment as it is confirmed, through HTTP alone: a customer orders, an agent tries the telephone and sends a
 * link, the employer's contact answers on the page, a reviewer gives the report back once, the agent asks again by
 * telephone, the reviewer approves, and the customer's server is told.
 */

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
const verified = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' }
const employerEmail = 'canaryhr@canarylogistics.example'
const applicant = {
  firstname: 'Canaryngozi',
  middlename: 'Canaryadaeze',
  lastname: 'Canaryadeyemi',
  gender: 'female',
  phone: '+2348099550011',
  email: 'canaryngozi@person.example',
  dob: '1931-04-12',
}
const order = employmentOrder({
  customerReference: 'Canaryreference',
  employerName: 'Canarylogistics Limited',
  employerEmail,
  employerPhone: '+2348099550022',
  contactPersonName: 'Canaryibrahim',
  jobTitle: 'Canaryclerk',
  consentReference: 'Canaryconsent',
  applicant,
})
const details = {
  ...attestation().details,
  employeeTitle: 'Canaryclerk',
  employeeDepartment: 'Canaryfinance',
  jobLeaveReason: 'Canarymoved to Abuja',
  offence: 'Canarynone',
  supervisorName: 'Canaryamina Bello',
  supervisorTitle: 'Canaryhead of Finance',
  supervisorPhone: '+2348099550033',
  supervisorEmail: 'canaryamina@canarylogistics.example',
}
const attestator = {
  name: 'Canaryibrahim Musa',
  title: 'Canaryhr Manager',
  email: 'canaryibrahim@canarylogistics.example',
  phone: '+2348099550044',
}
const employer = {
  companyAddress: '4 Canarymarina, Lagos',
  companyCac: 'RC995566',
  companySize: '51-200',
  industry: 'Canarytransport',
  comment: 'Canarycareful worker.',
}
const said = attestation({ details, attestator, employer })
const corrected = attestation({
  details: { ...details, employeeTitle: 'Canarysenior Clerk' },
  attestator,
  employer,
})

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
const cases: any[] = []

const at = (what: string) => `/v1/operations/assignments/${assignment}${what}`

const tryByTelephone = async (hours: number, outcome: string) => {
  const attempt = { channel: 'phone', outcome, at: hoursAgo(hours), comment: 'Canaryattempt.' }
  expect((await agent.post(at('/attempts'), attempt)).status).toBe(201)
}

/** As a browser does that shows the page to somebody. */
const look = async (url: string): Promise<string> =>
  (await (await fetch(url, { headers: { 'sec-fetch-dest': 'document' } })).text()).replace(/<[^>]*>/g, '')

const world = await joinWorld()
const customer = await world.client('local-live')
const receiver = await world.receiver()
await customer.post('/v1/webhooks', { url: receiver.url })
const agent = await signInOwn(world, 'calling-agent', 'agent')
const reviewer = await signInOwn(world, 'calling-reviewer', 'reviewer')
const first = await signInOwn(world, 'calling-first', 'reviewer')
const ordered = (await customer.post('/v1/employments', order)).body
const id = ordered.id
const assignment = `${ordered.employment.organisationId}-${id}`
const steps = stepsOf(assignment)
await eventually(async () => {
  const { body } = await agent.get('/v1/operations/assignments?product=employment')
  return body.data.some((work: { id: string }) => work.id === assignment)
}, 'the work to be open')
await steps.claim(agent)
await tryByTelephone(5, 'noAnswer')
await tryByTelephone(2, 'wrongNumber')
expect((await agent.post(at('/links'), { purpose: 'attest', channel: 'email' })).status).toBe(201)
const page = await pageSentTo(world, employerEmail)
const pageText = await look(page)
expect((await send(page, formOf(said))).status).toBe(200)
await steps.claim(reviewer)
cases.push(await steps.case(reviewer))
await steps.decide(reviewer, { decision: 'return', comment: 'Canaryreturn: ask for the title.' })
const again = { attestation: { source: 'phone', ...corrected } }
expect((await agent.post(at('/report'), again)).status).toBe(200)
cases.push(await steps.case(reviewer))
const againstFinding = { reason: 'wording', explanation: 'Canaryagainst: the same job.' }
const approve = { decision: 'approve', adminComment: 'Canaryadmin: all is well.', againstFinding }
expect((await decidedByTwo([first, reviewer], assignment, approve)).body.status.status).toBe('VERIFIED')
const event = await receivedEvent(receiver, `evt_${id}_completed`)
const envelope = JSON.parse(event.body)

it('asks the employer’s contact about a person, and tells them nothing that was claimed', () => {
  expect(pageText).toContain('asks Canarylogistics Limited about the employment of Canaryngozi')
  for (const claimed of ['Canaryclerk', '2019', '2024', applicant.phone, '1931', 'canaryngozi@'])
    expect(pageText).not.toContain(claimed)
})

it('shows the reviewer how the word came, at first and once it was corrected', () => {
  const [first, second] = cases.map(({ review }) => review)
  const codesOf = ({ employerCase }: { employerCase: { facts: readonly { code: string }[] } }) =>
    employerCase.facts.map(({ code }) => code)
  expect(first).toMatchObject({
    agent: 'calling-agent',
    job: {
      jobTitle: 'Canaryclerk',
      startDate: '2019-02-01',
      endDate: '2024-06-30',
      currentlyEmployed: false,
    },
    employerCase: { claim: 'workedHere', source: 'page', linkSentTo: employerEmail },
    suggestedReason: null,
    returns: [],
  })
  expect(codesOf(first)).toEqual([
    'answeredWithinMinute',
    'filledWithinHalfMinute',
    'linkSentAsOrdered',
    'attestatorAtEmployersDomain',
    'attempts',
    'attemptsNotedLate',
  ])
  expect(second).toMatchObject({
    agent: 'calling-agent',
    employerCase: { claim: 'workedHere', source: 'phone', linkSentTo: null },
    returns: [{ at: time, by: 'calling-reviewer', comment: 'Canaryreturn: ask for the title.' }],
  })
  expect(codesOf(second)).toEqual([
    'saidToAgent',
    'attestatorAtEmployersDomain',
    'titleDiffers',
    'answeredOnPageToo',
    'attempts',
    'attemptsNotedLate',
  ])
})

it('is told to the customer’s server with every field of the interface, and no other', () => {
  expect(envelope).toEqual({
    event: 'employment',
    event_type: 'verification_completed',
    data: {
      id,
      summary: null,
      customerReference: 'Canaryreference',
      employment: {
        id,
        verificationTypeCode: 'employment',
        isAsset: false,
        organisationId: world.organisationId,
        requestedAt: time,
        updatedAt: time,
        consentReference: 'Canaryconsent',
        requestSource: 'api',
        archived: false,
        canContactPoc: false,
        isVague: false,
        customerReference: 'Canaryreference',
        paymentMethodCode: 'standard',
        price: 3000,
        status: verified,
        userId: null,
        approvedAt: time,
        rejectedAt: time,
        identityVerificationId: null,
        apiReference: null,
        bundleCode: null,
        stateId: null,
        lgaId: null,
        applicationId: id,
        latitude: null,
        longitude: null,
        isLive: true,
        criminalRecord: {
          offence: null,
          policeReport: null,
          policeReportNumber: null,
          policeStationAddress: null,
        },
        employmentDetails: {
          currentlyEmployed: false,
          startDate: '2019-02-01T00:00:00.000Z',
          endDate: '2024-06-30T00:00:00.000Z',
          jobTitle: 'Canaryclerk',
          averageHours: '40',
          compensationRate: 'Monthly',
          employeeDepartment: 'Canaryfinance',
          employeeStartDate: '2019-02-01T00:00:00.000Z',
          employeeEndDate: '2024-06-30T00:00:00.000Z',
          employeeTitle: 'Canarysenior Clerk',
          employerConsented: true,
          employmentType: 'Full-Time',
          jobBenefits: 'Pension,Health insurance',
          jobLeaveReason: 'Canarymoved to Abuja',
          jobTermination: 'Voluntary',
          offence: 'Canarynone',
          rehire: true,
          salaryRange: '100000-200000',
          supervisorEmail: 'canaryamina@canarylogistics.example',
          supervisorName: 'Canaryamina Bello',
          supervisorPhone: '+2348099550033',
          supervisorTitle: 'Canaryhead of Finance',
        },
        employerDetails: {
          contactPersonName: 'Canaryibrahim',
          email: employerEmail,
          name: 'Canarylogistics Limited',
          phone: '+2348099550022',
          ...employer,
        },
        attestator,
        applicant: { ...applicant, maritalStatus: null, photo: null },
      },
    },
  })
})

it('keeps the order of what happened: asked, given back, approved', () => {
  const { requestedAt, rejectedAt, approvedAt, updatedAt } = envelope.data.employment
  expect([requestedAt < rejectedAt, rejectedAt < approvedAt, updatedAt]).toEqual([true, true, approvedAt])
})

it('reads the same at its own address', async () => {
  const { body } = await customer.get(`/v1/employments/${id}`)
  expect(body.employment).toEqual(envelope.data.employment)
  expect([body.id, body.status]).toEqual([id, verified])
})

it('is reported with how the employer was tried, and names nobody who worked on it', async () => {
  const { status, body: report } = await customer.get(`/v1/employments/${id}/report`)
  expect(status).toBe(200)
  const lines = linesOf(report)
  const verdict = lines.indexOf('✓ Confirmed')
  expect(lines.slice(verdict, verdict + 2)).toEqual([
    '✓ Confirmed',
    'The employer confirms what was claimed.',
  ])
  const asked = lines.slice(lines.indexOf('How the employer was asked') + 1, lines.indexOf('What happened'))
  expect(asked.map(line => line.replace(/\d+ \w+ \d{4}, [\d:]{5} WAT \(.*?UTC\)/, 'then'))).toEqual([
    'The employer said that the applicant worked there.',
    'Said to our agent, by telephone, then.',
    'Attempts to reach the employer',
    'WhenHowResultContact from',
    'then | Telephone | no answer | your order',
    'then | Telephone | wrong number | your order',
  ])
  const happened = lines.slice(lines.indexOf('What happened') + 1, lines.indexOf('Receipt'))
  expect(happened.map(line => line.replace(/^.* UTC\) /, ''))).toEqual([
    'You ordered it.',
    'An agent took it on.',
    'A link to our questions was sent to the employer.',
    'The employer answered.',
    'A reviewer gave the report back to the agent.',
    'The agent reported.',
    'A reviewer decided it, for a second one to confirm.',
    'A reviewer decided.',
  ])
  expect(report).not.toMatch(/calling-|Canaryattempt|Canaryreturn/)
})

it('has a valid trail, with each person’s steps in order', async () => {
  const { entries, broken } = await stepsOf(assignment).trail(reviewer)
  expect(broken).toBeNull()
  expect(eventsIn(entries).map(({ what, by }) => [what, by])).toEqual([
    ['claimed', 'calling-agent'],
    ['contactAttempted', 'calling-agent'],
    ['contactAttempted', 'calling-agent'],
    ['linkSent', 'calling-agent'],
    ['linkOpened', 'employer'],
    ['linkAnswered', 'employer'],
    ['reported', 'employer'],
    ['reviewing', 'calling-reviewer'],
    ['viewed', 'calling-reviewer'],
    ['returned', 'calling-reviewer'],
    ['reported', 'calling-agent'],
    ['staged', 'calling-first'],
    ['decided', 'calling-reviewer'],
    ['told', 'service'],
    ['viewed', 'calling-reviewer'],
  ])
})
