import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Provenance } from '../../../../shared/work/assignment/assignment.ts'
import { Attestation } from '../../../../shared/work/assignment/attestation-contract.ts'
import { attestationFacts, type FactSources } from '../../../../shared/employer/attestation/facts.ts'
import { isReportedAttestation, toEmploymentReport } from '../../../../shared/employer/attestation/report.ts'
import { attestation } from '../../../support/attestations.ts'
import { applicant } from '../../../support/orders.ts'
import { employmentVerification } from '../../../support/verifications.ts'

const order = employmentVerification({
  employerPhone: '+234 803 000 0009',
  currentlyEmployed: false,
  applicant: { ...applicant, email: 'ngozi@gmail.com' },
})

const said = (changes: object = {}) => {
  const parsed = z.parse(Attestation, attestation(changes))
  if (!isReportedAttestation(parsed)) throw new Error('no report')
  return parsed
}

const link = {
  number: 1,
  channel: 'mail',
  to: 'hr@zenithworks.example',
  sentAt: '2026-11-21T10:00:00.000Z',
  openedAt: '2026-11-21T11:55:00.000Z',
} as const

const filed = (changes: object = {}, provenance: Partial<Provenance> = {}) => {
  const attested = said(changes)
  const answeredAt = '2026-11-21T12:00:00.000Z'
  return {
    report: toEmploymentReport(attested, answeredAt),
    provenance: { claim: attested.claim, source: 'page', answeredAt, link, ...provenance } as const,
  }
}

const facts = (known: Partial<FactSources>) => attestationFacts({ order, attempts: [], ...known })
const texts = (known: Partial<FactSources>) => facts(known).map(({ text }) => text)

it('says of a good answer whose mail it is, and nothing else', () => {
  expect(facts({ filed: filed() })).toEqual([
    { code: 'linkSentAsOrdered', text: 'The link went to the address in the order.' },
    {
      code: 'attestatorAtEmployersDomain',
      text: 'Whoever answered gave an address at the employer’s domain, zenithworks.example: typed, not proved.',
    },
  ])
})

it('says nothing where nobody has said anything', () => {
  expect(facts({})).toEqual([])
})

it('says where the link went instead', () => {
  const linkTo = (to: string) => texts({ filed: filed({}, { link: { ...link, to } }) })[0]
  expect(linkTo('HR@ZenithWorks.example')).toBe('The link went to the address in the order.')
  expect(linkTo('payroll@lagos.zenithworks.example')).toBe(
    'The link went to payroll@lagos.zenithworks.example: another address at the employer’s domain.',
  )
  expect(linkTo('hr@zenith-works.example')).toBe(
    'The link went to hr@zenith-works.example. The order says zenithworks.example.',
  )
  expect(linkTo('zenithworks@gmail.com')).toBe(
    'The link went to zenithworks@gmail.com, at a provider where anybody gets an address.',
  )
})

it('says from where whoever answered writes', () => {
  const from = (email: string) => {
    const { attestator } = attestation()
    return texts({ filed: filed({ attestator: { ...attestator, email } }) })[1]
  }
  expect(from('ibrahim@other.com.ng')).toBe(
    'Whoever answered gave an address at other.com.ng. The order says zenithworks.example.',
  )
  expect(from('ibrahim@yahoo.com')).toBe(
    'Whoever answered gave an address at yahoo.com, where anybody gets one.',
  )
})

it('says that the order itself names a free mailbox', () => {
  const known = {
    order: { ...order, employerEmail: 'zenith@gmail.com' },
    filed: filed({}, { link: undefined }),
  }
  expect(texts(known)).toEqual([
    'The employer’s address in the order is at gmail.com, where anybody gets one.',
    'Whoever answered gave an address at zenithworks.example. The order says gmail.com.',
  ])
})

it('finds the applicant’s own telephone and address wherever they stand for the employer, however they are written', () => {
  const { details } = attestation()
  const known = {
    order: { ...order, employerPhone: '+234 803 123 4567' },
    filed: filed(
      {
        details: { ...details, supervisorPhone: '0803-123-4567', supervisorEmail: 'N.GOZI+work@gmail.com' },
        attestator: { name: 'Ibrahim', title: 'HR', email: 'ngozi@gmail.com', phone: '(0803) 1234567' },
      },
      { link: { ...link, channel: 'sms', to: '+2348031234567' } },
    ),
  }
  const codes = facts(known).filter(({ code }) => code === 'applicantsContact' || code === 'sameContactTwice')
  expect(codes.map(({ text }) => text)).toEqual([
    'The telephone of the employer in the order is the applicant’s own.',
    'The telephone of the link is the applicant’s own.',
    'The telephone of whoever answered is the applicant’s own.',
    'The email of whoever answered is the applicant’s own.',
    'The telephone of the supervisor is the applicant’s own.',
    'The email of the supervisor is the applicant’s own.',
    'Whoever answered and the supervisor have the same telephone.',
    'Whoever answered and the supervisor have the same email.',
  ])
})

it('says how the employer’s word differs from the order, which was not shown to them', () => {
  const { details } = attestation()
  const different = {
    ...details,
    employeeTitle: 'Senior Accountant',
    employeeStartDate: '2019-02-02',
    employeeEndDate: '2024-04-30',
  }
  expect(texts({ filed: filed({ details: different }) }).slice(2)).toEqual([
    'The job title is “Senior Accountant”. The order says “Accountant”.',
    'The first day is 2019-02-02, 1 day later than in the order (2019-02-01).',
    'The last day is 2024-04-30, 61 days earlier than in the order (2024-06-30).',
  ])
  const sameWords = { ...details, employeeTitle: ' ACCOUNTANT. ' }
  expect(texts({ filed: filed({ details: sameWords }) }).slice(2)).toEqual([])
})

it('says who still works there against the order, and who has left', () => {
  const { employeeEndDate: _, ...open } = attestation().details
  expect(texts({ filed: filed({ claim: 'worksHere', details: open }) }).slice(2)).toEqual([
    'The person still works there. The order says that it has ended.',
  ])
  expect(texts({ order: { ...order, currentlyEmployed: true }, filed: filed() }).slice(2)).toEqual([
    'The person has left. The order says that they still work there.',
  ])
})

it('says how soon the answer came', () => {
  const soon = { ...link, sentAt: '2026-11-21T11:59:18.000Z', openedAt: '2026-11-21T11:59:59.000Z' }
  expect(texts({ filed: filed({}, { link: soon }) }).slice(0, 2)).toEqual([
    'Answered 42 seconds after the link was sent.',
    'Answered 1 second after the page was opened.',
  ])
  const later = { ...link, sentAt: '2026-11-21T11:59:00.000Z', openedAt: '2026-11-21T11:59:30.000Z' }
  expect(facts({ filed: filed({}, { link: later }) })[0]?.code).toBe('linkSentAsOrdered')
})

it('says where the agent has an address from that is not the order’s', () => {
  const from = (toFrom: 'register' | 'applicant') =>
    texts({ filed: filed({}, { link: { ...link, toFrom } }) })[0]
  expect(from('register')).toBe('The agent got the address of the link in a register.')
  expect(from('applicant')).toBe('The agent got the address of the link from the applicant.')
})

it('says that an agent typed it in', () => {
  expect(texts({ filed: filed({}, { source: 'phone', link: undefined }) })[0]).toBe(
    'The employer said this on the telephone. The agent typed it in.',
  )
})

it('says what employer’s and applicant’s page have in common, and how little a network says', () => {
  const device = { network: 'n1', browser: 'b1' }
  const with_ = (applicantDevice: typeof device) =>
    texts({ filed: filed({}, { device }), applicantDevice })[0]
  expect(with_({ ...device })).toBe(
    'The page was answered from the same network and kind of browser as the applicant’s page.',
  )
  expect(with_({ network: 'n1', browser: 'b2' })).toBe(
    'The page was answered from the same network as the applicant’s page. Many people of one mobile network share an address.',
  )
  expect(with_({ network: 'n2', browser: 'b2' })).toBe('The link went to the address in the order.')
})

it('counts earlier answers from the same domain', () => {
  expect(facts({ filed: filed({}, { earlierAnswers: 3 }) })[0]).toEqual({
    code: 'earlierAnswersFromDomain',
    text: '3 earlier answers to this customer came from the same mail domain.',
  })
})

it('says what else the employer said on a page', () => {
  const others = [filed({ claim: 'neverWorkedHere' })]
  expect(facts({ filed: filed(), others }).at(-1)).toEqual({
    code: 'answeredOnPageToo',
    text: 'On the page the employer said besides: the person never worked there.',
  })
})

it('says how often the employer was tried, and what was noted late', () => {
  const attempt = (channel: 'phone' | 'email', hour: string, noted = hour) => ({
    channel,
    outcome: 'noAnswer' as const,
    at: `2026-11-20T${hour}:00.000Z`,
    recordedAt: `2026-11-20T${noted}:00.000Z`,
  })
  const attempts = [attempt('phone', '08:00'), attempt('email', '10:00'), attempt('phone', '12:00', '13:01')]
  expect(facts({ attempts })).toEqual([
    {
      code: 'attempts',
      text: '3 attempts (phone 2, email 1), of which 3 failed at least 2 hours apart.',
    },
    {
      code: 'attemptsNotedLate',
      text: '1 of 3 attempts was noted more than an hour after it was made.',
    },
  ])
})
