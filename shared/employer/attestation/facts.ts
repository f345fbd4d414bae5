import type { EmploymentReport } from '../../verification/report.ts'
import type { EmploymentVerification } from '../../verification/verification.ts'
import { attemptFacts, type TriedAt } from './attempt-facts.ts'
import { contactFacts } from './contact-facts.ts'
import type { RespondentDevice } from '../../assignment/respondent-device.ts'
import { differenceFacts } from './difference-facts.ts'
import { domainFacts } from './domain-facts.ts'
import { fact } from './fact.ts'
import type { Fact } from './fact-contract.ts'
import type { Provenance } from '../../assignment/assignment.ts'
import { provenanceFacts } from './provenance-facts.ts'

/** What an employer said, and how it came to us. */
export interface FiledAttestation {
  readonly report: EmploymentReport
  readonly provenance: Provenance
}

/** Everything that the facts about one employment check are made from. */
export interface FactSources {
  readonly order: EmploymentVerification
  /** The report that is to be decided upon, if the employer said anything. */
  readonly filed?: FiledAttestation | undefined
  /** What the employer said on pages besides. */
  readonly others?: readonly FiledAttestation[]
  readonly attempts: readonly TriedAt[]
  /** The device that answered the applicant's own page. */
  readonly applicantDevice?: RespondentDevice | undefined
}

const linkAddressOf = ({ link }: Provenance): string | undefined =>
  link?.channel === 'mail' ? link.to : undefined

const filedFacts = (
  order: EmploymentVerification,
  { report, provenance }: FiledAttestation,
  applicant?: RespondentDevice,
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

const claimed: Readonly<Record<Provenance['claim'], string>> = {
  worksHere: 'the person works there',
  workedHere: 'the person worked there',
  neverWorkedHere: 'the person never worked there',
}

const otherFact = ({ provenance: { claim } }: FiledAttestation): Fact =>
  fact('answeredOnPageToo', `On the page the employer said besides: ${claimed[claim]}.`)

/** What a reviewer is shown beside an employer's word: facts, in words and numbers, and no score made of them. */
export const attestationFacts = ({
  order,
  filed,
  others = [],
  attempts,
  applicantDevice,
}: FactSources): readonly Fact[] => [
  ...(filed ? filedFacts(order, filed, applicantDevice) : []),
  ...others.map(otherFact),
  ...attemptFacts(attempts),
]
