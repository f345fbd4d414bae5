import type * as z from 'zod/mini'
import type { Assignment } from '../work/assignment/assignment.ts'
import { countFlags } from '../work/assignment/flag-counts.ts'
import type { Due, ListedWork } from '../work/assignment/list-store.ts'
import { stateIdOfLga } from '../location/location.ts'
import type { Reported } from '../numbers/fact.ts'
import {
  type dueSteps,
  latenessSteps,
  type OpenCaseFilter,
  type Overview,
  type WorkState,
  workStates,
} from './contract.ts'

/* One rule says what the overview counts an assignment among: its numbers and their lists follow from it alone. */

export type WorkCounts = z.infer<typeof Overview>['work']
type DueStep = (typeof dueSteps)[number]
type LatenessStep = (typeof latenessSteps)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const stepEndsMs = { '6h': 6 * hourMs, '1d': dayMs, '3d': 3 * dayMs, more: Number.POSITIVE_INFINITY } as const

const stateOf = ({ status, stagedDecision }: ListedWork): WorkState => {
  if (status === 'reported') return stagedDecision ? 'staged' : 'reported'
  return status === 'claimed' ? 'claimed' : 'open'
}

const dueStepOf = (leftMs: number): DueStep => {
  if (leftMs < 0) return 'late'
  return leftMs < dayMs ? 'dueSoon' : 'dueLater'
}

/** Undefined unless it is late. */
const latenessOf = (leftMs: number): LatenessStep | undefined =>
  leftMs < 0 ? latenessSteps.find(step => -leftMs <= stepEndsMs[step]) : undefined

/** When work is due, in the steps in which it is counted. */
export const toDueSteps = (dueAt: string, nowMs: number) => {
  const leftMs = Date.parse(dueAt) - nowMs
  return { due: dueStepOf(leftMs), lateBy: latenessOf(leftMs) }
}

/** How much time work of a step has left, from the least to the most. */
const leftOfDue: Readonly<Record<DueStep, readonly [number, number]>> = {
  late: [Number.NEGATIVE_INFINITY, 0],
  dueSoon: [0, dayMs],
  dueLater: [dayMs, Number.POSITIVE_INFINITY],
}
const leftOfLateness = (step: LatenessStep): readonly [number, number] => {
  const before = latenessSteps[latenessSteps.indexOf(step) - 1]
  return [-stepEndsMs[step], before === undefined ? 0 : -stepEndsMs[before]]
}

/** From when to when work is due of which a filter speaks, with both ends; undefined: without an end. */
export const dueRangeOf = ({ due, lateBy }: Pick<OpenCaseFilter, 'due' | 'lateBy'>, nowMs: number) => {
  const left = [...(due ? [leftOfDue[due]] : []), ...(lateBy ? [leftOfLateness(lateBy)] : [])]
  const toTime = (leftMs: number): string | undefined =>
    Number.isFinite(leftMs) ? new Date(nowMs + leftMs).toISOString() : undefined
  return {
    from: toTime(Math.max(...left.map(([least]) => least))),
    to: toTime(Math.min(...left.map(([, most]) => most))),
  }
}

/** Whose it is; undefined of a dispute, which is a reviewer’s work. */
export const agentOf = ({ dispute, status, agent }: ListedWork): string | undefined =>
  dispute === undefined && status !== 'open' ? agent : undefined

interface CountedWork {
  readonly assignment: ListedWork
  readonly isBackCheck: boolean
  readonly state: WorkState
  readonly due: DueStep
  readonly lateBy: LatenessStep | undefined
  readonly agent: string | undefined
}

export const toCountedWork = (assignment: ListedWork, nowMs: number): CountedWork => ({
  assignment,
  isBackCheck: Boolean(assignment.backCheckOf),
  state: stateOf(assignment),
  ...toDueSteps(assignment.dueAt, nowMs),
  agent: agentOf(assignment),
})

/** Back-checks, for which no customer waits, are counted apart, but for their agent. */
const isOfList = (one: CountedWork, { list, agent }: OpenCaseFilter): boolean => {
  if (list !== undefined) return one.isBackCheck === (list === 'backChecks')
  return agent !== undefined || !one.isBackCheck
}

/** What an agent reported is theirs until it is decided: a decision that waits for a second reviewer changes nothing. */
const isInState = ({ state, assignment }: CountedWork, { state: wanted, agent }: OpenCaseFilter): boolean =>
  (agent === undefined ? state : assignment.status) === wanted

/** Whether a visit has these flags. Without a filter any visit has. */
export const hasFlags = (
  { strongFlags, weakFlags }: Pick<Reported, 'strongFlags' | 'weakFlags'>,
  wanted: OpenCaseFilter['flags'],
): boolean => wanted === undefined || strongFlags > 0 || (wanted === 'any' && weakFlags > 0)

/** Whether work is among what a number of the overview counts. */
export const isCountedBy = (filter: OpenCaseFilter, nowMs: number) => {
  const { agent, state, due, lateBy, stateId, lgaId } = filter
  return (assignment: ListedWork): boolean => {
    const one = toCountedWork(assignment, nowMs)
    return (
      isOfList(one, filter) &&
      (agent === undefined || one.agent === agent) &&
      (state === undefined || isInState(one, filter)) &&
      (due === undefined || one.due === due) &&
      (lateBy === undefined || one.lateBy === lateBy) &&
      (stateId === undefined || stateIdOfLga(assignment.lgaId) === stateId) &&
      (lgaId === undefined || assignment.lgaId === lgaId)
    )
  }
}

/** An entry of a list has no flags: work that passes all else is asked for them. */
export const hasWantedFlags = (
  { flags }: Pick<Assignment, 'flags'>,
  wanted: OpenCaseFilter['flags'],
): boolean => hasFlags(countFlags(flags), wanted)

const countByDue = (work: readonly CountedWork[]): Record<DueStep, number> => {
  const countOf = (step: DueStep) => work.filter(({ due }) => due === step).length
  return { dueLater: countOf('dueLater'), dueSoon: countOf('dueSoon'), late: countOf('late') }
}

/** Work from a desk has no LGA. */
export const placeOf = (lgaId: number): number | null => (lgaId === 0 ? null : lgaId)

const toPlaces = (work: readonly CountedWork[]): WorkCounts['places'] =>
  [...Map.groupBy(work, ({ assignment }) => assignment.lgaId)]
    .toSorted(([one], [other]) => one - other)
    .map(([lgaId, here]) => ({ lgaId: placeOf(lgaId), ...countByDue(here) }))

export const toWorkCounts = ({ assignments, isMore }: Due, nowMs: number): WorkCounts => {
  const all = assignments.map(assignment => toCountedWork(assignment, nowMs))
  const work = all.filter(({ isBackCheck }) => !isBackCheck)
  return {
    states: workStates.map(state => ({ state, ...countByDue(work.filter(one => one.state === state)) })),
    lateBy: latenessSteps.map(upTo => ({ upTo, count: work.filter(one => one.lateBy === upTo).length })),
    places: toPlaces(work),
    backChecks: all.length - work.length,
    isMore,
    countedAt: new Date(nowMs).toISOString(),
  }
}
