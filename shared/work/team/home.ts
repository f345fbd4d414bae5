import type { Product } from '../../verification/contract/product.ts'
import { findMember, listTeams } from './store.ts'
import { lgaIdsOf, type Team, type TeamMember } from './team.ts'

/** Where an agent works, and how much. */
export interface HomeArea extends Omit<TeamMember, 'agentId'> {
  readonly lgaIds: readonly number[]
}

/** What the operator changes counts in every container within a minute, as with clients and people. */
const trustMs = 60_000

let known: { readonly teams: ReadonlyMap<string, Team>; readonly untilMs: number } | undefined

/**
 * There are as many as the operator made by hand, so that a container reads all of them at once: it serves agents of many
 * teams in a minute. A team that is new since is read at once.
 */
const findCachedTeam = async (teamId: string, nowMs: number): Promise<Team | undefined> => {
  const isFresh = known !== undefined && known.untilMs > nowMs && known.teams.has(teamId)
  if (!isFresh) {
    const teams = await listTeams()
    known = { teams: new Map(teams.map(team => [team.id, team])), untilMs: nowMs + trustMs }
  }
  return known!.teams.get(teamId)
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
