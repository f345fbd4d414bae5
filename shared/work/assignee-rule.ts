import { type Coordinates, metresBetween } from '../location/position.ts'
import { canDo } from './team/home.ts'
import type { TeamMember } from './team/team.ts'
import type { Product } from '../verification/contract/product.ts'

/** A member of a team in whose area a visit is. */
export interface AgentCandidate extends Pick<TeamMember, 'agentId' | 'products'> {
  /** How many visits they can still take. */
  readonly left: number
  /** Where they were when they last reported, if that is known. */
  readonly position?: Coordinates | undefined
}

export interface WaitingVisit {
  readonly product: Product
  /** Only where the address is known, and not its area alone. */
  readonly position?: Coordinates | undefined
  /** Who had a part in it, refused it, or has visited the same applicant. */
  readonly barred: ReadonlySet<string>
}

const metresTo = ({ position }: AgentCandidate, visit: WaitingVisit): number =>
  position && visit.position ? metresBetween(position, visit.position) : Number.POSITIVE_INFINITY

const chooseCandidate = (
  visit: WaitingVisit,
  candidates: readonly AgentCandidate[],
): AgentCandidate | undefined =>
  candidates
    .filter(one => one.left > 0 && canDo(one, visit.product) && !visit.barred.has(one.agentId))
    .toSorted(
      (one, other) =>
        // Neither distance known: the difference is no number, and the next rule decides.
        metresTo(one, visit) - metresTo(other, visit) ||
        other.left - one.left ||
        (one.agentId < other.agentId ? -1 : 1),
    )[0]

/**
 * An agent for each visit, in their order: whoever can do it, has time, and is nearest, as far as distances are known; else
 * whoever has the most time. Undefined where nobody is left.
 */
export const chooseAgents = (
  visits: readonly WaitingVisit[],
  candidates: readonly AgentCandidate[],
): readonly (string | undefined)[] => {
  const left = new Map(candidates.map(one => [one.agentId, one.left]))
  return visits.map(visit => {
    const now = candidates.map(one => ({ ...one, left: left.get(one.agentId)! }))
    const chosen = chooseCandidate(visit, now)
    if (chosen) left.set(chosen.agentId, chosen.left - 1)
    return chosen?.agentId
  })
}
