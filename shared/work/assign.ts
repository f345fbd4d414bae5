import type { Caller } from '../account/caller.ts'
import { getTask, refuseFinal } from './assignment/access.ts'
import { isBarredFrom } from './assignment/back-check-store.ts'
import { claimVisit, releaseVisit } from './assignment/claim-store.ts'
import type { AssignmentTask } from './assignment/list-store.ts'
import { mapConcurrently } from '../aws/concurrency.ts'
import { setting } from '../aws/environment.ts'
import { Problem } from '../http/contract/problem.ts'
import { canDo } from './team/home.ts'
import { findMember } from './team/store.ts'
import { type AssignedWork, type AssignResult, assignResults, type AssignWork } from './assign-contract.ts'
import { claimsOf } from './capacity.ts'

interface AssignContext {
  readonly caller: Caller
  readonly nowMs: number
}

type AssigneeInput = AssignWork['assignees'][number]
type AssignOutcome = Omit<AssignedWork['data'][number], keyof AssigneeInput>

const timeOf = (ms: number): string => new Date(ms).toISOString()

const unassign = async (task: AssignmentTask, { caller, nowMs }: AssignContext): Promise<AssignOutcome> => {
  const { assignment } = task
  const done = { result: 'unassigned', leaseUntil: null } as const
  if (assignment.status !== 'claimed') return done
  const release = { by: caller.clientId, at: timeOf(nowMs) }
  return (await releaseVisit(assignment, release, assignment.agent))
    ? done
    : { result: 'already_claimed', leaseUntil: null }
}

const failed = (result: AssignResult): AssignOutcome => ({ result, leaseUntil: null })

const assign = async (
  { assignment }: AssignmentTask,
  agent: string,
  { caller, nowMs }: AssignContext,
): Promise<AssignOutcome> => {
  const { status, leaseUntil = '' } = assignment
  // A repeat of a request whose answer was lost.
  if (status === 'claimed' && assignment.agent === agent && Date.parse(leaseUntil) > nowMs)
    return { result: 'assigned', leaseUntil }
  const member = await findMember(agent)
  if (!member) return failed('no_such_agent')
  if (!canDo(member, assignment.product)) return failed('cannot_do')
  if (await isBarredFrom(assignment, agent)) return failed('own_visit')
  const until = timeOf(nowMs + setting('FIELDWORK_LIMITS').offerSeconds * 1000)
  const lease = { by: agent, at: timeOf(nowMs), until, offeredBy: caller.clientId }
  const claimed = await claimVisit(assignment, lease, claimsOf(member.dailyCapacity))
  if (claimed === 'claimed') return { result: 'assigned', leaseUntil: until }
  return failed(claimed === 'refused' ? 'already_claimed' : 'too_many_claims')
}

const isResult = (code: string): code is AssignResult => assignResults.some(result => result === code)

const assignOne = async ({ id, agent }: AssigneeInput, context: AssignContext): Promise<AssignOutcome> => {
  try {
    const task = await getTask(context.caller, id)
    refuseFinal(task)
    if (task.assignment.status === 'reported') return failed('already_reported')
    return await (agent === null ? unassign(task, context) : assign(task, agent, context))
  } catch (error) {
    if (error instanceof Problem && isResult(error.code)) return failed(error.code)
    throw error
  }
}

/**
 * Each is a transaction of its own: after a crash some are assigned and the others as they were, and a repeat changes
 * nothing of what is done. An agent's come one after the other, since they ask for the same places.
 */
export const assignAll = async (
  assignees: readonly AssigneeInput[],
  context: AssignContext,
): Promise<AssignedWork['data']> => {
  const found = new Map<string, AssignOutcome>()
  const byAgent = [...Map.groupBy(assignees, ({ agent }) => agent).values()]
  await mapConcurrently(byAgent, async theirs => {
    for (const one of theirs) found.set(one.id, await assignOne(one, context))
  })
  return assignees.map(one => ({ ...one, ...found.get(one.id)! }))
}
