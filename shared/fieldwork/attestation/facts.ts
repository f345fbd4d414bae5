import type { EmploymentReport } from '../../verification/report.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import { attemptFacts, type TriedAt } from './attempt-facts.ts'
import { contactFacts } from './contact-facts.ts'
import type { Device } from './device.ts'
import { differenceFacts } from './difference-facts.ts'
import { domainFacts } from './domain-facts.ts'
import { type Fact, fact } from './fact.ts'
import type { Provenance } from './provenance.ts'
import { provenanceFacts } from './provenance-facts.ts'

/** What an employer said, and how it came to us. */
export interface Filed {
  readonly report: EmploymentReport
  readonly provenance: Provenance
}

/** Everything that the facts about one employment check are made from. */
export interface Known {
  readonly order: EmploymentVerification
  /** The report that is to be decided upon, if the employer said anything. */
  readonly filed?: Filed | undefined
  /** What the employer said on a page after the report was in. */
  readonly later?: Filed | undefined
  readonly attempts: readonly TriedAt[]
  /** The device that answered the applicant's own page. */
  readonly applicantDevice?: Device | undefined
}

const linkAddressOf = ({ link }: Provenance): string | undefined =>
  link?.channel === 'mail' ? link.to : undefined

const filedFacts = (
  order: EmploymentVerification,
  { report, provenance }: Filed,
  applicant?: Device,
): Fact[] => [
  ...provenanceFacts(provenance, applicant),
  ...domainFacts({
    ordered: order.employerEmail,
    link: linkAddressOf(provenance),
    attestator: report.attestator.email,
  }),
  ...contactFacts(order, report, provenance.link),
  ...differenceFacts(order, report, provenance.claim),
]

const laterFacts = (later: Filed): Fact[] => [
  fact('answeredTwice', 'The employer answered on the page as well, after this report was filed.', {
    answeredAt: later.provenance.answeredAt,
    claim: later.provenance.claim,
  }),
]

/** What a reviewer is shown beside an employer's word: facts, in words and numbers, and no score made of them. */
export const factsOf = ({ order, filed, later, attempts, applicantDevice }: Known): readonly Fact[] => [
  ...(filed ? filedFacts(order, filed, applicantDevice) : []),
  ...(later ? laterFacts(later) : []),
  ...attemptFacts(attempts),
]
