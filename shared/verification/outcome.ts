import type { Status } from './contract/status.ts'

const failed = <const Why extends string>(status: Status['status'], why: Why) =>
  ({ status, subStatus: `FAILED - ${why}`, state: 'COMPLETE' }) as const

/** The words for every outcome that a person decides (design §5): a verdict, charged at the product's price. */
export const decidedOutcomes = {
  verified: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' },
  notInResidence: failed('WRONG_ADDRESS', 'NOT IN RESIDENCE'),
  invalidAddress: failed('INVALID_ADDRESS', 'INVALID ADDRESS'),
  noAccess: { status: 'NO_ACCESS', subStatus: 'CANNOT ACCESS ADDRESS', state: 'COMPLETE' },
  notAnEmployee: failed('UNVERIFIED', 'NOT AN EMPLOYEE'),
  detailsMismatch: failed('UNVERIFIED', 'DETAILS MISMATCH'),
  employerUnreachable: failed('UNVERIFIED', 'EMPLOYER UNREACHABLE'),
} as const satisfies Record<string, Status>

/** The words for every outcome; those that nobody decided cost nothing. */
export const outcomes = {
  accepted: { status: 'IN_PROGRESS', subStatus: 'IN PROGRESS', state: 'IN_PROGRESS' },
  ...decidedOutcomes,
  expired: failed('UNVERIFIED', 'EXPIRED'),
  cancelled: { status: 'CANCELLED', subStatus: 'CANCELLED', state: 'COMPLETE' },
} as const satisfies Record<string, Status>

export type Decided = keyof typeof decidedOutcomes
export type Outcome = keyof typeof outcomes

/** The status object that callers see. */
export const statusOf = (outcome: Outcome): Status => outcomes[outcome]

export const isFinal = (outcome: Outcome): boolean => outcomes[outcome].state === 'COMPLETE'

/** What whoever comes second is told of a final verification. */
export const endOf = (outcome: Outcome): string => `It is complete: ${statusOf(outcome).subStatus}.`
