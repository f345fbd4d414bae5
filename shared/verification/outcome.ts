import type { Status } from './contract/status.ts'
import type { Product } from './product.ts'

interface OutcomeRow extends Status {
  /** The products that can end so. */
  readonly of: readonly Product[]
  /** Who or what brings it about: a person's decision, or the service and the customer. */
  readonly by: 'request' | 'decision' | 'lapse' | 'customer'
  /** Whether the verdict is charged at the stage's price. */
  readonly isCharged: boolean
}

const addresses: readonly Product[] = ['address', 'business-address']
const employments: readonly Product[] = ['employment']
const all: readonly Product[] = [...addresses, ...employments]

const failed = (subStatus: string) => ({ subStatus: `FAILED - ${subStatus}`, state: 'COMPLETE' }) as const
const decided = { by: 'decision', isCharged: true } as const

/** The words for every outcome (design §5): the status object, who decides it, and whether it costs. */
export const outcomes = {
  accepted: {
    status: 'IN_PROGRESS',
    subStatus: 'IN PROGRESS',
    state: 'IN_PROGRESS',
    of: all,
    by: 'request',
    isCharged: false,
  },
  verified: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE', of: all, ...decided },
  notInResidence: { status: 'WRONG_ADDRESS', ...failed('NOT IN RESIDENCE'), of: addresses, ...decided },
  invalidAddress: { status: 'INVALID_ADDRESS', ...failed('INVALID ADDRESS'), of: addresses, ...decided },
  noAccess: {
    status: 'NO_ACCESS',
    subStatus: 'CANNOT ACCESS ADDRESS',
    state: 'COMPLETE',
    of: addresses,
    ...decided,
  },
  notAnEmployee: { status: 'UNVERIFIED', ...failed('NOT AN EMPLOYEE'), of: employments, ...decided },
  detailsMismatch: { status: 'UNVERIFIED', ...failed('DETAILS MISMATCH'), of: employments, ...decided },
  employerUnreachable: {
    status: 'UNVERIFIED',
    ...failed('EMPLOYER UNREACHABLE'),
    of: employments,
    ...decided,
  },
  expired: { status: 'UNVERIFIED', ...failed('EXPIRED'), of: all, by: 'lapse', isCharged: false },
  cancelled: {
    status: 'CANCELLED',
    subStatus: 'CANCELLED',
    state: 'COMPLETE',
    of: all,
    by: 'customer',
    isCharged: false,
  },
} as const satisfies Record<string, OutcomeRow>

export type Outcome = keyof typeof outcomes
export type Decided = { [O in Outcome]: (typeof outcomes)[O]['by'] extends 'decision' ? O : never }[Outcome]

/** The status object that callers see. */
export const statusOf = (outcome: Outcome): Status => {
  const { status, subStatus, state } = outcomes[outcome]
  return { status, subStatus, state }
}

export const isFinal = (outcome: Outcome): boolean => outcomes[outcome].state === 'COMPLETE'

/** The outcomes that a person may decide for this product. */
export const decidableOf = (product: Product): Decided[] =>
  (Object.keys(outcomes) as Outcome[]).filter(outcome => isDecidable(outcome, product)) as Decided[]

/** Whether a person may decide so for this product. */
export const isDecidable = (outcome: Outcome, product: Product): outcome is Decided =>
  outcomes[outcome].by === 'decision' && (outcomes[outcome].of as readonly Product[]).includes(product)
