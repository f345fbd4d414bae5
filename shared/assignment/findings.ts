import type { DecidedOutcome, Outcome } from '../verification/contract/outcome.ts'
import type { Findings } from './contract/report.ts'

/** What an agent's findings come to: a proposal to the reviewer, who decides. */
export const outcomeOfFindings = ({ addressExists, hadAccess, isThere }: Findings): DecidedOutcome => {
  if (!addressExists) return 'invalidAddress'
  if (isThere === true) return 'verified'
  if (!hadAccess) return 'noAccess'
  return isThere === false ? 'notInResidence' : 'noAccess'
}

const findingsBehind: Partial<Record<Outcome, Findings>> = {
  verified: { addressExists: true, hadAccess: true, isThere: true },
  notInResidence: { addressExists: true, hadAccess: true, isThere: false },
  invalidAddress: { addressExists: false, hadAccess: false, isThere: false },
  noAccess: { addressExists: true, hadAccess: false, isThere: null },
}

/** What an agent finds whose visit ends so; undefined where no visit does. */
export const findingsForOutcome = (outcome: Outcome): Findings | undefined => findingsBehind[outcome]
