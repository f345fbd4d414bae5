import {
  type Assignment,
  isClaimedByOther,
  toAssignmentId,
  tookPartIn,
} from '../../../shared/assignment/assignment.ts'
import {
  listHandedTo,
  listHeld,
  listWork,
  openWorkLists,
  reportedLists,
  workListKeyPattern,
} from '../../../shared/assignment/list-store.ts'
import type { Action, ActionRequest } from '../../../shared/http/action.ts'
import { requireScope } from '../../../shared/http/authenticate.ts'
import { decodeCursor, encodeCursor } from '../../../shared/http/cursor.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { allStates } from '../../../shared/location/location.ts'
import { toReviewItem, toWorkItem } from '../../../shared/work/assignment-response.ts'
import type { AssignmentFilter } from '../../../shared/work/contract.ts'
import { operationsRoutes } from '../../../shared/work/routes.ts'

type WorkListing = ActionRequest<typeof operationsRoutes.listAssignments>

const isAskedFor =
  ({ stateId, lgaId, product }: AssignmentFilter) =>
  (assignment: Assignment): boolean =>
    (stateId === undefined || assignment.stateId === stateId) &&
    (lgaId === undefined || assignment.lgaId === lgaId) &&
    (product === undefined || assignment.product === product)

/** Work that can be claimed is listed by state; employments have state 0. */
const openLists = ({ stateId, product }: AssignmentFilter) => {
  if (stateId !== undefined) return openWorkLists([stateId])
  if (product === 'employment') return openWorkLists([0])
  return openWorkLists([0, ...allStates().map(({ id }) => id)])
}

const mine = async ({ caller, query }: WorkListing) => {
  const held = await listHeld(caller.mode, caller.clientId)
  return { items: held.filter(({ assignment }) => isAskedFor(query)(assignment)), cursor: undefined }
}

const pageOf = ({ query }: WorkListing) => ({
  limit: query.limit ?? 20,
  beyond: decodeCursor(query.cursor, workListKeyPattern),
})

const open = (listing: WorkListing) => {
  const { caller, query, nowMs } = listing
  const isWanted = (assignment: Assignment): boolean =>
    isAskedFor(query)(assignment) &&
    ['open', 'claimed'].includes(assignment.status) &&
    !isClaimedByOther(assignment, caller.clientId, nowMs) &&
    !tookPartIn(assignment, caller.clientId)
  return listWork(caller.mode, openLists(query), isWanted, pageOf(listing))
}

/** What was handed to the caller stands before the first page, however late it is due, and in no page. */
const reported = async (listing: WorkListing) => {
  const { caller, query, nowMs } = listing
  requireScope(caller, ['operations.reviewer'])
  const handed = (await listHandedTo(caller.mode, caller.clientId, nowMs)).filter(({ assignment }) =>
    isAskedFor(query)(assignment),
  )
  const shown = new Set(handed.map(({ assignment }) => toAssignmentId(assignment)))
  const isWanted = (assignment: Assignment): boolean =>
    isAskedFor(query)(assignment) &&
    assignment.status === 'reported' &&
    assignment.decisionHoldsAt === undefined &&
    !shown.has(toAssignmentId(assignment))
  const page = await listWork(caller.mode, reportedLists, isWanted, pageOf(listing))
  return query.cursor === undefined ? { ...page, items: [...handed, ...page.items] } : page
}

const lists = { open, mine, reported }

const listAssignments: Action<typeof operationsRoutes.listAssignments> = async request => {
  const looked = { worker: request.caller.clientId, nowMs: request.nowMs }
  const { items, cursor } = await lists[request.query.list ?? 'open'](request)
  const toLine = request.query.list === 'reported' ? toReviewItem : toWorkItem
  const data = items.map(task => toLine(task, looked))
  return { status: 200, body: { data, nextCursor: encodeCursor(cursor) } }
}

export const handler = serveWorkers(operationsRoutes, { listAssignments })
