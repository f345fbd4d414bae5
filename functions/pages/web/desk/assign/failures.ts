import type { AssignResult } from '../../../../../shared/work/assign-contract.ts'

/** Why a visit was not assigned; undefined where it was. */
export const failureTexts: Readonly<Record<AssignResult, string | undefined>> = {
  assigned: undefined,
  unassigned: undefined,
  no_such_agent: 'this agent is in no team.',
  cannot_do: 'this agent does not do such work.',
  not_found: 'it is not there any more.',
  own_visit: 'this agent had a part in it before.',
  too_many_claims: 'this agent holds as many as they can do in a day.',
  already_claimed: 'somebody else was faster. Look again.',
  already_reported: 'the report is in.',
  already_decided: 'it is decided.',
}
