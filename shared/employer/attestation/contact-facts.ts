import { subscriberNumber } from '../../verification/duplicate.ts'
import type { EmploymentReport } from '../../verification/report.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import { fact } from './fact.ts'
import type { Fact } from './fact-contract.ts'
import type { LinkRecipient } from '../../assignment/assignment.ts'

/** Somebody's telephone or address, and whose it is said to be. */
interface Contact {
  readonly of: string
  readonly kind: 'telephone' | 'email'
  readonly value: string | undefined
}

const phoneOf = (of: string, value: string | undefined): Contact => ({ of, kind: 'telephone', value })
const mailOf = (of: string, value: string | undefined): Contact => ({ of, kind: 'email', value })

/** What makes two the same: a telephone however it is written, an address in any case. */
const normal = ({ kind, value }: Contact): string | undefined =>
  value === undefined
    ? undefined
    : `${kind} ${kind === 'telephone' ? subscriberNumber(value) : value.toLowerCase()}`

const isSame = (one: Contact) => (other: Contact) =>
  normal(one) !== undefined && normal(one) === normal(other)

const applicantsOf = ({ applicant }: EmploymentVerification): Contact[] => [
  phoneOf('the applicant', applicant.phone),
  mailOf('the applicant', applicant.email),
]

const employersOf = (
  { employerPhone, employerEmail }: EmploymentVerification,
  { attestator, details }: EmploymentReport,
  link: LinkRecipient | undefined,
): Contact[] => [
  phoneOf('the employer in the order', employerPhone),
  mailOf('the employer in the order', employerEmail),
  ...(link ? [(link.channel === 'sms' ? phoneOf : mailOf)('the link', link.to)] : []),
  phoneOf('whoever answered', attestator.phone),
  mailOf('whoever answered', attestator.email),
  phoneOf('the supervisor', details.supervisorPhone),
  mailOf('the supervisor', details.supervisorEmail),
]

/** Telephones and addresses of the applicant that stand for the employer as well. */
const applicantsFacts = (applicants: readonly Contact[], employers: readonly Contact[]): Fact[] =>
  employers
    .filter(each => applicants.some(isSame(each)))
    .map(({ of, kind }) => fact('applicantsContact', `The ${kind} of ${of} is the applicant’s own.`))

/** The supervisor and whoever answered may be one person; two with one telephone are worth a look. */
const supervisorFacts = ({ attestator, details }: EmploymentReport): Fact[] =>
  [
    [phoneOf('', attestator.phone), phoneOf('', details.supervisorPhone)] as const,
    [mailOf('', attestator.email), mailOf('', details.supervisorEmail)] as const,
  ]
    .filter(([one, other]) => isSame(one)(other))
    .map(([{ kind }]) =>
      fact('sameContactTwice', `Whoever answered and the supervisor have the same ${kind}.`),
    )

/** Who shares a telephone or an address with whom. */
export const contactFacts = (
  order: EmploymentVerification,
  report: EmploymentReport,
  link: LinkRecipient | undefined,
): readonly Fact[] => [
  ...applicantsFacts(applicantsOf(order), employersOf(order, report, link)),
  ...supervisorFacts(report),
]
