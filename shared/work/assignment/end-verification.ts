import { log } from '../../aws/log.ts'
import { chargeWrites } from '../../ledger/line-store.ts'
import { listPrice } from '../../ledger/price.ts'
import { isDecidable } from '../../verification/contract/outcome.ts'
import type { RecordedDecision, Report } from '../../verification/report.ts'
import { transitionVerification } from '../../verification/transition-store.ts'
import { type Verification, verificationKeyOf } from '../../verification/verification.ts'
import { type Assignment, type DecisionAnswers, decisionFacts } from './assignment.ts'
import { type ReportOutcome, transitionReported } from './report-store.ts'

export interface DecisionInput {
  readonly decision: RecordedDecision
  readonly report?: Report
  readonly assignment?: Assignment
  readonly backCheck?: ReportOutcome['backCheck']
  readonly answers?: DecisionAnswers
}

const chargeOf = (verification: Verification, { outcome: end, decidedAt: chargedAt }: RecordedDecision) => {
  const { product, clientId } = verification
  const price = listPrice(product)
  const charge = { ...verificationKeyOf(verification), product, end, clientId, amount: price, chargedAt }
  return { price, also: chargeWrites({ ...charge, rule: 'decided' }, verification) }
}

/** Makes the record final; answers false if it was. @throws RangeError for an outcome that the product cannot have */
export const decideVerification = async (
  verification: Verification,
  { decision, assignment, report = assignment?.report, backCheck, answers = {} }: DecisionInput,
): Promise<boolean> => {
  const { product } = verification
  const { outcome, decidedAt, decidedBy, adminComment, rejectedAt } = decision
  if (!isDecidable(outcome, product)) throw new RangeError(`${product} cannot be decided as ${outcome}`)
  const key = verificationKeyOf(verification)
  const { price, also } = chargeOf(verification, decision)
  const change = {
    to: outcome,
    at: decidedAt,
    by: decidedBy,
    facts: decisionFacts(answers),
    also,
    set: {
      price,
      report,
      adminComment,
      againstFinding: answers.againstFinding,
      decisionFlags: answers.decisionFlags,
      decidedBy,
      rejectedAt,
      [outcome === 'verified' ? 'approvedAt' : 'rejectedAt']: decidedAt,
    },
  }
  const verdict = { outcome, by: decidedBy, at: decidedAt, adminComment, ...answers }
  const isDone = await (assignment
    ? transitionReported(assignment, { verdict, backCheck }, change)
    : transitionVerification(key, 'decide', change))
  log(isDone ? 'verification.decided' : 'verification.was-final', { ...key, product, outcome })
  return isDone
}
