import type { Html } from '../../http/html.ts'
import type { Mode } from '../../table/tenant.ts'
import type { ResultText } from '../../verification/contract/outcome.ts'
import { type ReportKind, reportTexts as words } from './english.ts'
import { formatUtcTime, formatMoney } from './format.ts'
import type { ReportFact } from './parts.ts'

/** What a report says, before it is a page. */
export interface ReportDocument {
  readonly id: number
  readonly kind: ReportKind
  readonly mode: Mode
  readonly verdict: ResultText
  /** What the reviewer wrote to the customer. */
  readonly remark?: string | undefined
  readonly facts: readonly ReportFact[]
  readonly sections: readonly Html[]
}

interface Ended {
  readonly id: number
  readonly customerReference?: string
  /** The word that the API answers. */
  readonly status: string
  readonly requestedAt: string
  readonly endedAt: string
  readonly price: number
}

/** What every report begins with. */
export const headFacts = ({
  id,
  customerReference,
  status,
  requestedAt,
  endedAt,
  price,
}: Ended): readonly ReportFact[] => [
  [words.facts.id, `${id}`],
  [words.facts.reference, customerReference],
  [words.facts.status, status],
  [words.facts.ordered, formatUtcTime(requestedAt)],
  [words.facts.ended, formatUtcTime(endedAt)],
  [words.facts.charged, price > 0 ? formatMoney(price) : words.nothingCharged],
]
