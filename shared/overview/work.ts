import type * as z from 'zod/mini'
import type { Assignment } from '../assignment/assignment.ts'
import type { Due } from '../assignment/list-store.ts'
import { latenessSteps, type Overview, workStates } from './contract.ts'

type WorkCounts = z.infer<typeof Overview>['work']
type State = (typeof workStates)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const stepEndsMs = { '6h': 6 * hourMs, '1d': dayMs, '3d': 3 * dayMs, more: Number.POSITIVE_INFINITY } as const

const stateOf = ({ status, pendingRejection }: Assignment): State => {
  if (status === 'reported') return pendingRejection ? 'staged' : 'reported'
  return status === 'claimed' ? 'claimed' : 'open'
}

const leftMs = ({ dueAt }: Assignment, nowMs: number): number => Date.parse(dueAt) - nowMs

export const isLate = (assignment: Assignment, nowMs: number): boolean => leftMs(assignment, nowMs) < 0

const inState = (work: readonly Assignment[], state: State, nowMs: number) => {
  const left = work.filter(one => stateOf(one) === state).map(one => leftMs(one, nowMs))
  return {
    state,
    dueLater: left.filter(ms => ms >= dayMs).length,
    dueSoon: left.filter(ms => ms >= 0 && ms < dayMs).length,
    late: left.filter(ms => ms < 0).length,
  }
}

const latenessOf = (work: readonly Assignment[], nowMs: number): WorkCounts['lateBy'] => {
  const late = work.map(one => -leftMs(one, nowMs)).filter(ms => ms > 0)
  const stepOf = (ms: number) => latenessSteps.find(step => ms <= stepEndsMs[step])
  return latenessSteps.map(upTo => ({ upTo, count: late.filter(ms => stepOf(ms) === upTo).length }))
}

/** Back-checks, for which no customer waits, are counted apart. */
export const toWorkCounts = ({ assignments, isMore }: Due, nowMs: number): WorkCounts => {
  const work = assignments.filter(({ isBackCheck }) => !isBackCheck)
  return {
    states: workStates.map(state => inState(work, state, nowMs)),
    lateBy: latenessOf(work, nowMs),
    backChecks: assignments.length - work.length,
    isMore,
  }
}
