import { type Assignment, recordKeyOf, toAssignmentId } from '../work/assignment/assignment.ts'
import {
  type AssignmentTask,
  dueKeyIn,
  duePlaceOf,
  duePlacePattern,
  findWork,
  isClaimable,
  lastDuePlace,
  type ListedWork,
  listWaiting,
  type WaitingPart,
} from '../work/assignment/list-store.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import type { Mode } from '../table/tenant.ts'
import { findVerifications } from '../verification/store.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'
import { toFoundCase } from '../case/found-case.ts'
import type { OpenCase, OpenCaseFilter } from './contract.ts'
import { dueRangeOf, hasWantedFlags, isCountedBy, placeOf, toCountedWork } from './counted-work.ts'
import { toStuckId } from './stuck.ts'
import { listUnreported, listVisited } from './visit-cases.ts'

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

/** Of the work that has the flags, whose entries do not say so: it is read whole for them. */
const withFlags = async (work: readonly ListedWork[], flags: OpenCaseFilter['flags']) => {
  if (flags === undefined) return work
  const whole = await findWork(work)
  const flagged = new Set(whole.filter(one => hasWantedFlags(one, flags)).map(toAssignmentId))
  return work.filter(one => flagged.has(toAssignmentId(one)))
}

/** The parts of the lists in which work of a filter can be. */
const partsOf = ({ state, agent }: OpenCaseFilter): readonly WaitingPart[] => {
  if (state === 'open') return ['open']
  if (state === 'claimed') return ['held']
  if (state !== undefined) return ['reported']
  return agent === undefined ? ['open', 'held', 'reported'] : ['held', 'reported']
}

/**
 * Wanted work beyond a place, due first, and where the page ends at the latest: as far as every part was read. Of what is
 * open and what is reported a page is read, from where work of the filter is due; what is held is read whole, since it
 * lies in the order of its leases: it is as much as agents may hold.
 */
const readWanted = async (mode: Mode, filter: OpenCaseFilter, after: string, nowMs: number) => {
  const { limit = 20, lgaId, stateId, flags } = filter
  const range = dueRangeOf(filter, nowMs)
  const from = [range.from ?? '', dueKeyIn(after)].toSorted().at(-1) || undefined
  const isCounted = isCountedBy(filter, nowMs)
  const query = {
    place: { lgaId, stateId },
    from,
    to: range.to && `${range.to}~`,
    limit: limit + 1,
    isWanted: (work: ListedWork) => isCounted(work) && duePlaceOf(work) > after,
  }
  const parts = await Promise.all(partsOf(filter).map(part => listWaiting(mode, part, query)))
  const [end] = parts.flatMap(part => part.end ?? []).toSorted()
  const found = parts
    .flatMap(({ entries }) => entries)
    .map(listed => ({ listed, place: duePlaceOf(listed) }))
    .filter(({ place }) => end === undefined || dueKeyIn(place) <= end)
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
  const flagged = new Set(
    await withFlags(
      found.map(({ listed }) => listed),
      flags,
    ),
  )
  return { wanted: found.filter(({ listed }) => flagged.has(listed)), end }
}

/**
 * A page of the cases that a number of the overview counts, due first. It reads the entries of the page, and of it alone the
 * work and the records. What was decided or erased meanwhile is left out. Where few of many are wanted, a page may be short.
 */
const listCountedCases = async (mode: Mode, filter: OpenCaseFilter, nowMs: number) => {
  const { limit = 20, cursor } = filter
  const after = decodeCursor(cursor, duePlacePattern) ?? ''
  const { wanted, end } = await readWanted(mode, filter, after, nowMs)
  const page = wanted.slice(0, limit)
  const next = wanted.length > limit ? page.at(-1)!.place : end && lastDuePlace(end)
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
  return { data, nextCursor: encodeCursor(next) }
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
