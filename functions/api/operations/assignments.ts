import { type Assignment, isClaimedByOther, tookPartIn } from '../../../shared/assignment/assignment.ts'
import {
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
  return { items: held.filter(({ assignment }) => isAskedFor(query)(assignment)) }
}

const waiting = async ({ caller, query, nowMs }: WorkListing) => {
  const isOpen = query.list !== 'reported'
  if (!isOpen) requireScope(caller, ['operations.reviewer'])
  const isWanted = (assignment: Assignment): boolean =>
    isAskedFor(query)(assignment) &&
    (isOpen
      ? ['open', 'claimed'].includes(assignment.status) &&
        !isClaimedByOther(assignment, caller.clientId, nowMs) &&
        !tookPartIn(assignment, caller.clientId)
      : assignment.status === 'reported' && assignment.decisionHoldsAt === undefined)
  const page = { limit: query.limit ?? 20, beyond: decodeCursor(query.cursor, workListKeyPattern) }
  return listWork(caller.mode, isOpen ? openLists(query) : reportedLists, isWanted, page)
}

const listAssignments: Action<typeof operationsRoutes.listAssignments> = async request => {
  const looked = { worker: request.caller.clientId, nowMs: request.nowMs }
  const { items, cursor } = await (request.query.list === 'mine'
    ? { ...(await mine(request)), cursor: undefined }
    : waiting(request))
  const toLine = request.query.list === 'reported' ? toReviewItem : toWorkItem
  const data = items.map(task => toLine(task, looked))
  return { status: 200, body: { data, nextCursor: encodeCursor(cursor) } }
}

export const handler = serveWorkers(operationsRoutes, { listAssignments })
