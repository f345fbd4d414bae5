import { type Assignment, recordKeyOf, toAssignmentId } from '../assignment/assignment.ts'
import {
  type AssignmentTask,
  type Due,
  findWork,
  isClaimable,
  type ListedWork,
  listDue,
} from '../assignment/list-store.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import type { Mode } from '../table/tenant.ts'
import { findVerifications } from '../verification/store.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import { toFoundCase } from '../work/found-case.ts'
import type { OpenCase, OpenCaseFilter } from './contract.ts'
import { hasWantedFlags, isCountedBy, placeOf, toCountedWork } from './counted-work.ts'
import { toStuckId } from './stuck.ts'
import { listUnreported, listVisited } from './visit-cases.ts'

/** Of what can be claimed, and of what was reported: entries of some 300 bytes. */
const mostWork = 20_000

/** What the numbers of open work and their lists are both made of. */
export const listOpenWork = (mode: Mode): Promise<Due> => listDue(mode, mostWork)

const toOpenCase = (assignment: Assignment, verification: Verification, nowMs: number): OpenCase => {
  const { state, isBackCheck } = toCountedWork(assignment, nowMs)
  const { dueAt, status, agent, lgaId } = assignment
  return {
    ...toFoundCase(verification),
    // Of a dispute or a second visit: an id of its own.
    id: toAssignmentId(assignment),
    state: status === 'decided' ? 'decided' : state,
    isBackCheck,
    lgaId: placeOf(lgaId),
    dueAt,
    agent: status === 'open' ? null : (agent ?? null),
  }
}

const idDigits = 16

/** Its place in the list: by due time, then by ids. */
const placeInList = ({ dueAt, organisationId, verificationId, dispute = 0 }: ListedWork): string =>
  [dueAt, ...[organisationId, verificationId, dispute].map(id => `${id}`.padStart(idDigits, '0'))].join('#')
const placePattern = /^[\d:.TZ-]{24}(?:#\d{16}){3}$/

/** Of the work that has the flags, whose entries do not say so: it is read whole for them. */
const withFlags = async (work: readonly ListedWork[], flags: OpenCaseFilter['flags']) => {
  if (flags === undefined) return work
  const whole = await findWork(work)
  const flagged = new Set(whole.filter(one => hasWantedFlags(one, flags)).map(toAssignmentId))
  return work.filter(one => flagged.has(toAssignmentId(one)))
}

/**
 * A page of the cases that a number of the overview counts, due first. It reads the entries of all open work, as the
 * overview does, and of the page alone the work and the records. What was decided or erased meanwhile is left out.
 */
const listCountedCases = async (mode: Mode, filter: OpenCaseFilter, nowMs: number) => {
  const { limit = 20, cursor } = filter
  const beyond = decodeCursor(cursor, placePattern) ?? ''
  const { assignments } = await listOpenWork(mode)
  const wanted = (await withFlags(assignments.filter(isCountedBy(filter, nowMs)), filter.flags))
    .map(listed => ({ listed, place: placeInList(listed) }))
    .filter(({ place }) => place > beyond)
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
  const page = wanted.slice(0, limit)
  const work = new Map(
    (await findWork(page.map(({ listed }) => listed))).map(one => [toAssignmentId(one), one]),
  )
  // The index follows the table.
  const open = page.flatMap(({ listed }) => {
    const assignment = work.get(toAssignmentId(listed))
    return assignment && assignment.status !== 'decided' ? [assignment] : []
  })
  const records = await findVerifications(open.map(recordKeyOf))
  const byName = new Map(records.map(one => [toStuckId(verificationKeyOf(one)), one]))
  const data = open.flatMap(assignment => {
    const verification = byName.get(toStuckId(recordKeyOf(assignment)))
    return verification ? [toOpenCase(assignment, verification, nowMs)] : []
  })
  return { data, nextCursor: encodeCursor(wanted.length > limit ? page.at(-1)!.place : undefined) }
}

/** What an agent held too long is open again, by itself. */
const toVisitCase = ({ assignment, verification }: AssignmentTask, nowMs: number): OpenCase => ({
  ...toOpenCase(assignment, verification, nowMs),
  ...(isClaimable(assignment, nowMs) && { state: 'open', agent: null }),
})

const visitLists = { visits: listUnreported, visited: listVisited } as const

/** A page of the cases that a number counts. @throws Problem invalid_request, also for a cursor of another list */
export const listOpenCases = async (mode: Mode, filter: OpenCaseFilter, nowMs: number) => {
  const { list } = filter
  if (list !== 'visits' && list !== 'visited') return listCountedCases(mode, filter, nowMs)
  const { tasks, nextCursor } = await visitLists[list](mode, filter, nowMs)
  return {
    data: tasks.map(task => toVisitCase(task, nowMs)),
    nextCursor,
  }
}
