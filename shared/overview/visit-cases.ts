import { toAssignmentId } from '../work/assignment/assignment.ts'
import { areaPageKeyPattern } from '../work/assignment/kinds.ts'
import {
  type AssignmentTask,
  findTasks,
  isClaimable,
  listHeld,
  listOpenVisits,
  type OpenVisit,
} from '../work/assignment/list-store.ts'
import { type FieldError, invalidRequest } from '../http/contract/problem.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { lgasOf, stateById, stateIdOfLga } from '../location/location.ts'
import { toPlaceTime } from '../location/place-clock.ts'
import type { Reported } from '../numbers/fact.ts'
import { readVisits } from '../numbers/visit-store.ts'
import type { Mode } from '../table/tenant.ts'
import type { OpenCaseFilter } from './contract.ts'
import { hasFlags, toDueSteps } from './counted-work.ts'

export interface VisitCases {
  readonly tasks: readonly AssignmentTask[]
  readonly nextCursor: string | null
}

/** Every filter that the list has not. @throws Problem invalid_request */
const requireNone = (filter: OpenCaseFilter, ...names: readonly (keyof OpenCaseFilter)[]): void => {
  const errors: FieldError[] = names
    .filter(name => filter[name] !== undefined)
    .map(name => ({
      pointer: `query/${name}`,
      code: 'not_of_list',
      detail: `The list ${filter.list ?? 'cases'} is not narrowed by it.`,
    }))
  if (errors.length > 0) throw invalidRequest(errors)
}

const lgaIdsIn = ({ stateId, lgaId }: OpenCaseFilter): readonly number[] => {
  const state = stateId === undefined ? undefined : stateById(stateId)
  const inState = state && lgasOf(state).map(({ id }) => id)
  if (lgaId === undefined) return inState ?? []
  // Work from a desk is in no LGA, and needs no visit.
  if (lgaId === 0) return []
  return stateId === undefined || inState?.includes(lgaId) ? [lgaId] : []
}

const isWantedVisit =
  ({ state, due, lateBy }: OpenCaseFilter, nowMs: number) =>
  (visit: OpenVisit): boolean => {
    const steps = toDueSteps(visit.dueAt, nowMs)
    return (
      (state === undefined || state === visit.state) &&
      (due === undefined || due === steps.due) &&
      (lateBy === undefined || lateBy === steps.lateBy)
    )
  }

const heldVisits = async (mode: Mode, filter: OpenCaseFilter, nowMs: number): Promise<VisitCases> => {
  const { agent, stateId, lgaId } = filter
  const isWanted = isWantedVisit(filter, nowMs)
  const held = await listHeld(mode, agent!)
  const tasks = held.filter(
    ({ assignment }) =>
      assignment.lgaId > 0 &&
      (stateId === undefined || assignment.stateId === stateId) &&
      (lgaId === undefined || assignment.lgaId === lgaId) &&
      isWanted({ ...assignment, state: isClaimable(assignment, nowMs) ? 'open' : 'claimed' }),
  )
  // Nobody holds more than a page.
  return { tasks, nextCursor: null }
}

/**
 * Visits that are not reported: of an agent, or of a state or LGA. There is no list of the country: it would read all that
 * is open. @throws Problem invalid_request
 */
export const listUnreported = async (
  mode: Mode,
  filter: OpenCaseFilter,
  nowMs: number,
): Promise<VisitCases> => {
  requireNone(filter, 'flags')
  if (filter.agent !== undefined) return heldVisits(mode, filter, nowMs)
  if (filter.stateId === undefined && filter.lgaId === undefined)
    throw invalidRequest([
      {
        pointer: 'query/stateId',
        code: 'area_needed',
        detail: 'Name a state, an LGA or an agent: the country has no list of its visits.',
      },
    ])
  const start = decodeCursor(filter.cursor, areaPageKeyPattern)
  const page = { lgaIds: lgaIdsIn(filter), limit: filter.limit ?? 20, after: start, nowMs }
  const { items, after } = await listOpenVisits(mode, page, isWantedVisit(filter, nowMs))
  return { tasks: items, nextCursor: encodeCursor(after) }
}

/** By the time of the report. */
const placeInList = (visit: Reported): string => `${visit.at} ${toAssignmentId(visit)}`
const placePattern = /^[\d:.TZ-]{24} [1-9]\d{0,15}-[1-9]\d{0,15}$/

/** Visits whose report came today, by the clock of the places, the first one first. @throws Problem invalid_request */
export const listVisited = async (mode: Mode, filter: OpenCaseFilter, nowMs: number): Promise<VisitCases> => {
  requireNone(filter, 'state', 'due', 'lateBy')
  const { limit = 20, cursor, agent, stateId, lgaId, flags } = filter
  const after = decodeCursor(cursor, placePattern) ?? ''
  const visits = await readVisits(mode, toPlaceTime(nowMs).day)
  const wanted = visits.filter(
    visit =>
      placeInList(visit) > after &&
      (agent === undefined || visit.agent === agent) &&
      (lgaId === undefined || visit.lgaId === lgaId) &&
      (stateId === undefined || stateIdOfLga(visit.lgaId) === stateId) &&
      hasFlags(visit, flags),
  )
  const shown = wanted.slice(0, limit)
  const next = wanted.length > limit ? placeInList(shown.at(-1)!) : undefined
  return { tasks: await findTasks(shown), nextCursor: encodeCursor(next) }
}
