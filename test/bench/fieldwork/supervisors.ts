import { countFieldwork } from '../../../shared/fieldwork/count.ts'
import { readFieldworkHealth } from '../../../shared/fieldwork/health.ts'
import { toAssignmentId } from '../../../shared/assignment/assignment.ts'
import { encodeCursor } from '../../../shared/http/cursor.ts'
import { listHeldWork } from '../../../shared/work/area-list.ts'
import { assignAll } from '../../../shared/work/assign.ts'
import type { AssignWork } from '../../../shared/work/assign-contract.ts'
import { proposeAll } from '../../../shared/work/propose.ts'
import { actAt } from './day-clock.ts'
import { clockAt, minuteMs } from './day-plan.ts'
import { callerOf, type FieldWorld, soon, within } from './world.ts'

/* What supervisors do, a state each: they assign what is proposed, and move what an agent will not do. */

/** As many as one request takes. */
const mostAssigned = 50
const pageSize = 100
/** The LGAs of a state that have most of its visits. */
const shareLookedAt = 0.8
/** Agents who do not answer their supervisor in the afternoon: some have no network, some lost their phone. */
const silentShare = 0.05

type Assignees = AssignWork['assignees']

export interface SupervisorsTold {
  readonly results: Map<string, number>
}

export const planSupervisors = (world: FieldWorld): SupervisorsTold => {
  const { clock, country, random, byState } = world
  const results = new Map<string, number>()

  const assign = async (stateId: number, assignees: Assignees, nowMs: number): Promise<void> => {
    if (assignees.length === 0) return
    const caller = callerOf(`supervisor-${stateId}`, 'supervisor')
    for (const { result } of await assignAll(assignees, { caller, nowMs }))
      results.set(result, (results.get(result) ?? 0) + 1)
  }

  /** All that the service proposes for an LGA, one LGA after the other. */
  const assignProposed = (stateId: number, lgaIds: readonly number[], atMs: number): void => {
    const [lgaId, ...others] = lgaIds
    if (lgaId === undefined) return
    clock.plan(atMs, async () => {
      const caller = callerOf(`supervisor-${stateId}`, 'supervisor')
      const { data } = await proposeAll({ caller, lgaId, nowMs: atMs, limit: mostAssigned })
      const assignees = data.flatMap(({ id, agent }) => (agent ? [{ id, agent }] : []))
      const assignMs = soon(atMs, random)
      clock.plan(assignMs, () => assign(stateId, assignees, assignMs))
      assignProposed(stateId, others, soon(assignMs, random))
    })
  }

  /** What somebody holds goes to somebody else, or back to the list. */
  const reassign = (stateId: number, atMs: number): void => {
    const agents = byState.get(stateId) ?? []
    const isSilent = new Set(agents.filter(() => random() < silentShare).map(({ id }) => id))
    const takers = agents.filter(({ id }) => !isSilent.has(id))
    const nextPage = (pageMs: number, cursor: string | undefined): void =>
      clock.plan(pageMs, async () => {
        const caller = callerOf(`supervisor-${stateId}`, 'supervisor')
        const query = { stateId, limit: pageSize, cursor }
        const { items, cursor: next } = await listHeldWork({ caller, query, nowMs: pageMs })
        const assignees = items
          .filter(({ assignment }) => isSilent.has(assignment.agent!))
          .map(({ assignment }) => ({
            id: toAssignmentId(assignment),
            agent:
              random() < 0.5 && takers.length > 0 ? takers[Math.floor(random() * takers.length)]!.id : null,
          }))
        for (let start = 0; start < assignees.length; start += mostAssigned) {
          const some = assignees.slice(start, start + mostAssigned)
          const assignMs = soon(pageMs, random)
          clock.plan(assignMs, () => assign(stateId, some, assignMs))
        }
        if (next) nextPage(soon(pageMs, random, 5), encodeCursor(next)!)
      })
    nextPage(atMs, undefined)
  }

  for (const { state, lgas, share } of country.states) {
    let looked = 0
    const busiest = lgas
      .toSorted((one, other) => other.share - one.share)
      .filter(one => {
        const isWanted = looked < share * shareLookedAt
        looked += one.share
        return isWanted
      })
      .map(({ lga }) => lga.id)
    assignProposed(state.id, busiest, within(clockAt(10.5), minuteMs, random))
    reassign(state.id, within(clockAt(15), 10 * minuteMs, random))
  }
  return { results }
}

const countEveryMs = 15 * minuteMs

/** The service counts all day, and somebody looks. */
export const planCounts = ({ clock }: FieldWorld, fromMs: number, toMs: number): void => {
  for (let atMs = fromMs; atMs < toMs; atMs += countEveryMs)
    clock.plan(atMs, async () => {
      await countFieldwork('live', atMs)
      await actAt(atMs + 1000, () => readFieldworkHealth('live', 24))
    })
}
