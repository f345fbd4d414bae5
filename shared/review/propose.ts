import type { Caller } from '../account/caller.ts'
import { toAssignmentId } from '../work/assignment/assignment.ts'
import { listBarred } from '../work/assignment/back-check-store.ts'
import { countHeld } from '../work/assignment/claim-store.ts'
import { findEarlierAgents } from '../work/assignment/earlier-agents-store.ts'
import { type AssignmentTask, listClaimable, type WorkPage } from '../work/assignment/list-store.ts'
import { mapConcurrently } from '../aws/concurrency.ts'
import { findLastPosition } from '../evidence/reuse-store.ts'
import { isCentre } from '../location/position.ts'
import { listMembers, listTeams } from '../work/team/store.ts'
import { lgaIdsOf, type TeamMember } from '../work/team/team.ts'
import type { Mode } from '../table/tenant.ts'
import { findStatedLocation } from '../verification/stated-location.ts'
import { type AgentCandidate, chooseAgents, type WaitingVisit } from '../work/assignee-rule.ts'
import { claimsOf } from '../work/capacity.ts'

/** As many as can be asked how much they hold, and where they were, while somebody waits. */
const maxCandidates = 100

const listCandidates = async (
  mode: Mode,
  lgaId: number,
  nowMs: number,
): Promise<readonly AgentCandidate[]> => {
  const teams = (await listTeams()).filter(({ areas }) => lgaIdsOf(areas).includes(lgaId))
  const members = (await mapConcurrently(teams, ({ id }) => listMembers(id))).flat().slice(0, maxCandidates)
  const toCandidate = async ({ agentId, products, dailyCapacity }: TeamMember): Promise<AgentCandidate> => {
    const [held, position] = await Promise.all([
      countHeld(mode, agentId, nowMs),
      findLastPosition(mode, agentId),
    ])
    return { agentId, products, position, left: Math.max(0, claimsOf(dailyCapacity) - held) }
  }
  return mapConcurrently(members, toCandidate)
}

const toWaiting = async ({ assignment, verification }: AssignmentTask): Promise<WaitingVisit> => {
  const { product, refusals = [] } = assignment
  const earlier = await Promise.all([findEarlierAgents(verification), listBarred(assignment)])
  const barred = new Set([...refusals.map(({ agent }) => agent), ...earlier.flat()])
  if (verification.product === 'employment') return { product, barred }
  const stated = findStatedLocation(verification)
  return { product, barred, ...(!isCentre(stated.precision) && { position: stated }) }
}

interface ProposalContext extends WorkPage {
  readonly caller: Caller
  readonly lgaId: number
  readonly nowMs: number
}

/** Nothing is written: a supervisor assigns what they agree with. */
export const proposeAll = async ({ caller, lgaId, nowMs, ...page }: ProposalContext) => {
  const [{ items: tasks, after }, candidates] = await Promise.all([
    listClaimable(caller.mode, { lgaIds: [lgaId], nowMs, ...page }, () => true),
    listCandidates(caller.mode, lgaId, nowMs),
  ])
  const visits = await mapConcurrently(tasks, toWaiting)
  const agents = chooseAgents(visits, candidates)
  const data = tasks.map(({ assignment }, index) => ({
    id: toAssignmentId(assignment),
    product: assignment.product,
    dueAt: assignment.dueAt,
    agent: agents[index],
    refusals: [...(assignment.refusals ?? [])],
  }))
  return { data, after, agents: candidates.map(({ agentId, left }) => ({ agent: agentId, left })) }
}
