import type { Product } from './product.ts'
import type { Status } from './status.ts'

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

export type DecidedOutcome = keyof typeof decidedOutcomes
export type Outcome = keyof typeof outcomes

const ofAddresses = ['verified', 'notInResidence', 'invalidAddress', 'noAccess'] as const

/** The outcomes that a person may decide. */
export const decidableOutcomes = {
  address: ofAddresses,
  'address-pro': ofAddresses,
  'business-address': ofAddresses,
  employment: ['verified', 'notAnEmployee', 'detailsMismatch', 'employerUnreachable'],
} as const satisfies Readonly<Record<Product, readonly DecidedOutcome[]>>

/** The status object that callers see. */
export const statusOf = (outcome: Outcome): Status => outcomes[outcome]

/** Whether somebody concluded something. What time or the customer brought says nothing of how fast people are. */
export const isDecided = (outcome: Outcome): boolean => outcome in decidedOutcomes

export const isFinal = (outcome: Outcome): boolean => outcomes[outcome].state === 'COMPLETE'

/** Every end that a verification of a product can have: what a person decides of it, and what nobody decides. */
export const possibleOutcomes = (product: Product): readonly Outcome[] => [
  ...decidableOutcomes[product],
  'expired',
  'cancelled',
]

/** The one of these outcomes that callers see under this subStatus. */
export const findOutcome = <Any extends Outcome>(subStatus: string, among: readonly Any[]): Any | undefined =>
  among.find(outcome => statusOf(outcome).subStatus === subStatus)

/** What whoever comes second is told of a final verification. */
export const describeOutcome = (outcome: Outcome): string => `It is complete: ${statusOf(outcome).subStatus}.`
