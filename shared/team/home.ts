import type { Product } from '../verification/contract/product.ts'
import { findMember, findTeam } from './store.ts'
import { lgaIdsOf, type Team, type TeamMember } from './team.ts'

/** Where an agent works, and how much. */
export interface HomeArea extends Omit<TeamMember, 'agentId'> {
  readonly lgaIds: readonly number[]
}

/** What the operator changes counts in every container within a minute, as with clients and people. */
const trustMs = 60_000

const teams = new Map<string, { readonly team: Team | undefined; readonly untilMs: number }>()

/** There are as many as the operator made by hand, so that none is forgotten before its minute is over. */
const findCachedTeam = async (teamId: string, nowMs: number): Promise<Team | undefined> => {
  const known = teams.get(teamId)
  if (known && known.untilMs > nowMs) return known.team
  const team = await findTeam(teamId)
  teams.set(teamId, { team, untilMs: nowMs + trustMs })
  return team
}

/** Undefined for whoever is in no team. */
export const findHome = async (agentId: string, nowMs: number): Promise<HomeArea | undefined> => {
  const member = await findMember(agentId)
  const team = member && (await findCachedTeam(member.teamId, nowMs))
  return team && { ...member, lgaIds: lgaIdsOf(team.areas) }
}

/** Whether somebody can do this work. */
export const canDo = ({ products }: Pick<TeamMember, 'products'>, product: Product): boolean =>
  products?.includes(product) ?? true

/** Whether somebody does work that needs a visit. */
export const canVisit = ({ products }: Pick<TeamMember, 'products'>): boolean =>
  products?.some(product => product !== 'employment') ?? true
