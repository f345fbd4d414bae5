import { toAssignmentId } from '../assignment/assignment.ts'
import {
  type AssignmentTask,
  allOpenWorkLists,
  listWork,
  openWorkLists,
  reportedLists,
  workListKeyPattern,
} from '../assignment/list-store.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { lgaById } from '../location/location.ts'
import type { Mode } from '../table/tenant.ts'
import { toFoundCase } from '../work/found-case.ts'
import type { OpenCase, OpenCaseFilter } from './contract.ts'
import { isCountedBy, toCountedWork } from './counted-work.ts'

/** The lists in which work of this filter can be: a state's list holds what was not reported yet. */
const listsOf = ({ state, stateId, lgaId }: OpenCaseFilter) => {
  const ofState = stateId ?? (lgaId === undefined ? undefined : (lgaById(lgaId)?.stateId ?? 0))
  const open = ofState === undefined ? allOpenWorkLists() : openWorkLists([ofState])
  if (state === 'open' || state === 'claimed') return open
  return state === undefined ? [...open, ...reportedLists] : reportedLists
}

const toOpenCase = ({ assignment, verification }: AssignmentTask, nowMs: number): OpenCase => {
  const { state, isBackCheck } = toCountedWork(assignment, nowMs)
  const { dueAt, status, agent } = assignment
  return {
    ...toFoundCase(verification),
    // Of a dispute or a second visit: an id of its own.
    id: toAssignmentId(assignment),
    state,
    isBackCheck,
    dueAt,
    agent: status === 'open' ? null : (agent ?? null),
  }
}

/**
 * The cases that a number of the overview counts, due first. The index follows the table, so each is asked as it is now.
 * @throws Problem invalid_request for a cursor of another list
 */
export const listOpenCases = async (mode: Mode, filter: OpenCaseFilter, nowMs: number) => {
  const { limit = 20, cursor } = filter
  const page = { limit, beyond: decodeCursor(cursor, workListKeyPattern) }
  const { items, cursor: next } = await listWork(mode, listsOf(filter), isCountedBy(filter, nowMs), page)
  return { data: items.map(task => toOpenCase(task, nowMs)), nextCursor: encodeCursor(next) }
}
