import type { Decided } from '../verification/outcome.ts'
import type { Findings } from './contract/report.ts'

/** What an agent's findings come to: a proposal to the reviewer, who decides. */
export const outcomeOfFindings = ({ addressExists, hadAccess, isThere }: Findings): Decided => {
  if (!addressExists) return 'invalidAddress'
  if (isThere === true) return 'verified'
  if (!hadAccess) return 'noAccess'
  return isThere === false ? 'notInResidence' : 'noAccess'
}
