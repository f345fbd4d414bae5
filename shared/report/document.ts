import { type DisputeWork, disputeStateOf } from '../dispute/dispute.ts'
import type { Html } from '../http/html.ts'
import type { Mode } from '../table/tenant.ts'
import { type ReportKind, reportTexts as words } from '../texts/report.ts'
import { contradictionReasons } from '../verification/contract/contradiction.ts'
import { type ResultText, resultTextOf, statusOf } from '../verification/contract/outcome.ts'
import { recordFlagsOf } from '../verification/record-flags.ts'
import { revisionOf, type Verification } from '../verification/verification.ts'
import { type ClockName, formatMoney } from '../texts/format.ts'
import { formatTime, type ReportFact } from './parts.ts'

const { revisions: said } = words

const earlierOf = ({ objection }: DisputeWork): ReportFact => [
  said.earlier(objection.revision),
  said.decided(statusOf(objection.outcome).subStatus, formatTime(objection.decidedAt)),
]

const disputeOf = (disputed: DisputeWork): ReportFact => {
  const { by, raisedAt } = disputed.objection
  return [
    said.dispute,
    said.raised(said.raisedBy[by], formatTime(raisedAt), said.ends[disputeStateOf(disputed)]),
  ]
}

/** Who objected to a decision and when, never why; and what was decided before. */
const disputeFacts = (verification: Verification, disputes: readonly DisputeWork[]): readonly ReportFact[] =>
  disputes.length === 0
    ? []
    : [
        [said.revision, `${revisionOf(verification)}`],
        ...disputes.map(disputeOf),
        ...disputes.filter(each => disputeStateOf(each) === 'revised').map(earlierOf),
      ]

const { disputed: banner } = words

/** Of the latest dispute, beside the verdict that it is about. */
const bannerOf = (disputed: DisputeWork): ReportBanner => {
  const { dueAt, objection, verdict } = disputed
  const state = disputeStateOf(disputed)
  const end = formatTime(verdict?.at ?? dueAt)
  const raised = banner.raised(said.raisedBy[objection.by], formatTime(objection.raisedAt))
  return { isOpen: state === 'open', text: `${raised} ${banner.ends[state](end)}` }
}

interface ReportBanner {
  readonly isOpen: boolean
  readonly text: string
}

export interface ReportDocument {
  readonly id: number
  readonly kind: ReportKind
  readonly mode: Mode
  readonly country: ClockName
  readonly verdict: ResultText
  /** Absent unless somebody objected. */
  readonly disputed?: ReportBanner | undefined
  readonly remark?: string | undefined
  readonly againstFinding?: string | undefined
  readonly flags?: ReturnType<typeof recordFlagsOf>
  readonly facts: readonly ReportFact[]
  readonly sections: readonly Html[]
}

interface EndedRecord {
  readonly id: number
  readonly customerReference?: string
  readonly status: string
  readonly requestedAt: string
  readonly endedAt: string
  readonly price: number
}

export const headFacts = (record: EndedRecord, country: ClockName): readonly ReportFact[] => [
  [words.facts.id, `${record.id}`],
  [words.facts.reference, record.customerReference],
  [words.facts.status, record.status],
  [words.facts.ordered, formatTime(record.requestedAt, country)],
  [words.facts.ended, formatTime(record.endedAt, country)],
  [words.facts.charged, record.price > 0 ? formatMoney(record.price) : words.nothingCharged],
]

/** What stands in the record of a check that its applicant ended is ours, and no reviewer's. */
const conclusionOf = (verification: Verification): Pick<ReportDocument, 'verdict' | 'remark'> => {
  const { outcome, product, adminComment, consentRefusedAt, consentWithdrawnAt } = verification
  const verdict = resultTextOf(outcome, product)
  if ((consentRefusedAt ?? consentWithdrawnAt) === undefined) return { verdict, remark: adminComment }
  return { verdict: { ...verdict, sentence: `${verdict.sentence} ${adminComment}` } }
}

export const headOf = (
  verification: Verification,
  disputes: readonly DisputeWork[],
): Omit<ReportDocument, 'sections'> => {
  const { id, mode, product, outcome, updatedAt, againstFinding } = verification
  const { subStatus } = statusOf(outcome)
  const latest = disputes.at(-1)
  return {
    id,
    kind: product,
    mode,
    // People visit and ask in Nigeria.
    country: 'ng',
    ...conclusionOf(verification),
    disputed: latest && bannerOf(latest),
    againstFinding:
      againstFinding && `${contradictionReasons[againstFinding.reason]}. ${againstFinding.explanation}`,
    flags: recordFlagsOf(verification),
    facts: [
      ...headFacts({ ...verification, status: subStatus, endedAt: updatedAt }, 'ng'),
      ...disputeFacts(verification, disputes),
    ],
  }
}
