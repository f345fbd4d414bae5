import { decisionFlags } from './contract/contradiction.ts'
import { isFinal } from './contract/outcome.ts'
import type { RecordFlag } from './contract/status.ts'
import { visitFlags } from './contract/visit-flag.ts'
import type { Verification } from './verification.ts'

/** Those of the decision, and the strong ones of the visit that it is based on. Undefined for a record that has none. */
export const recordFlagsOf = ({
  outcome,
  decisionFlags: codes = [],
  report,
}: Pick<Verification, 'outcome' | 'decisionFlags' | 'report'>): RecordFlag[] | undefined => {
  const ofVisit = report && 'flags' in report ? (report.flags ?? []) : []
  const flags = [
    ...codes.map(code => ({ code, ...decisionFlags[code] })),
    ...ofVisit.map(({ code, reason, places }) => ({
      code,
      weight: visitFlags[code].weight,
      reason,
      ...(places.length > 0 && { places: [...places] }),
    })),
  ]
  return isFinal(outcome) && flags.length > 0 ? flags : undefined
}
