import { type DecidedOutcome, type Outcome, outcomes } from '../verification/contract/outcome.ts'
import type { Findings } from './contract/report.ts'

/** What an agent's findings come to: a proposal to the reviewer, who decides. */
export const outcomeOfFindings = ({ addressExists, hadAccess, isThere }: Findings): DecidedOutcome => {
  if (!addressExists) return 'invalidAddress'
  if (isThere === true) return 'verified'
  if (!hadAccess) return 'noAccess'
  return isThere === false ? 'notInResidence' : 'noAccess'
}

/** What an agent finds whose visit ends so; undefined where no visit does. */
export const findingsForOutcome = (outcome: Outcome): Findings | undefined => {
  const definition = outcomes[outcome]
  return 'findings' in definition ? definition.findings : undefined
}
