import { type Assignment, toAssignmentId } from '../../../shared/work/assignment/assignment.ts'
import { workPageKeyPattern } from '../../../shared/work/assignment/kinds.ts'
import {
  type AssignmentTask,
  listHeld,
  listReported,
  listReviewed,
} from '../../../shared/work/assignment/list-store.ts'
import type { Action, ActionRequest } from '../../../shared/http/action.ts'
import { requireScope } from '../../../shared/http/authenticate.ts'
import { decodeCursor, encodeCursor } from '../../../shared/http/cursor.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { fitPage, listClaimableWork, listHeldWork } from '../../../shared/review/area-list.ts'
import { toHeldItem, toReviewItem, toWorkItem } from '../../../shared/review/assignment-response.ts'
import type { AssignmentFilter } from '../../../shared/review/contract.ts'
import { operationsRoutes } from '../../../shared/review/routes.ts'

type WorkListing = ActionRequest<typeof operationsRoutes.listAssignments>

const isAskedFor =
  ({ stateId, lgaId, product }: AssignmentFilter) =>
  (assignment: Assignment): boolean =>
    (stateId === undefined || assignment.stateId === stateId) &&
    (lgaId === undefined || assignment.lgaId === lgaId) &&
    (product === undefined || assignment.product === product)

const claimed = async (listing: WorkListing) => {
  requireScope(listing.caller, ['operations.supervisor'])
  return listHeldWork(listing)
}

const mine = async ({ caller, query }: WorkListing) => {
  const held = await listHeld(caller.mode, caller.clientId)
  return { items: held.filter(({ assignment }) => isAskedFor(query)(assignment)), after: undefined }
}

/** What the caller has stands before the first page, however late it is due, and in no page. */
const reported = async ({ caller, query, nowMs }: WorkListing) => {
  requireScope(caller, ['operations.reviewer'])
  const own = (await listReviewed(caller.mode, caller.clientId, nowMs)).filter(({ assignment }) =>
    isAskedFor(query)(assignment),
  )
  const shown = new Set(own.map(({ assignment }) => toAssignmentId(assignment)))
  const isWanted = (assignment: Assignment): boolean =>
    isAskedFor(query)(assignment) &&
    assignment.status === 'reported' &&
    !shown.has(toAssignmentId(assignment))
  const after = decodeCursor(query.cursor, workPageKeyPattern)
  const page = await listReported(caller.mode, isWanted, { limit: query.limit ?? 20, after })
  return query.cursor === undefined ? { ...page, items: [...own, ...page.items] } : page
}

interface TaskPage {
  readonly items: readonly AssignmentTask[]
  readonly after?: string | undefined
}

const inFull = <Line>({ items, after }: TaskPage, toLine: (task: AssignmentTask) => Line) => ({
  lines: items.map(toLine),
  after,
})

/** What lies in areas is as long as customers make it; what is one's own, or waits for reviewers, is shown as a whole. */
const linesOf = async (listing: WorkListing) => {
  const { caller, query, nowMs } = listing
  const viewer = { worker: caller.clientId, nowMs }
  switch (query.list) {
    case 'mine':
      return inFull(await mine(listing), task => toWorkItem(task, viewer))
    case 'reported':
      return inFull(await reported(listing), task => toReviewItem(task, viewer))
    case 'claimed':
      return fitPage(await claimed(listing), query, task => toHeldItem(task, viewer))
    default:
      return fitPage(await listClaimableWork(listing), query, task => toWorkItem(task, viewer))
  }
}

const listAssignments: Action<typeof operationsRoutes.listAssignments> = async listing => {
  const { lines: data, after } = await linesOf(listing)
  return { status: 200, body: { data, nextCursor: encodeCursor(after) } }
}

export const handler = serveWorkers(operationsRoutes, { listAssignments })
