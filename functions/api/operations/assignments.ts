import { type Assignment, toAssignmentId, tookPartIn } from '../../../shared/assignment/assignment.ts'
import {
  areaKeyPattern,
  listClaimable,
  listClaimed,
  listHandedTo,
  listHeld,
  listReported,
  reportedKeyPattern,
} from '../../../shared/assignment/list-store.ts'
import type { Action, ActionRequest } from '../../../shared/http/action.ts'
import { requireScope } from '../../../shared/http/authenticate.ts'
import { invalidRequest } from '../../../shared/http/contract/problem.ts'
import { decodeCursor, encodeCursor } from '../../../shared/http/cursor.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'
import { lgasOf, stateById } from '../../../shared/location/location.ts'
import { canDo, canVisit, findHome } from '../../../shared/team/home.ts'
import { toHeldItem, toReviewItem, toWorkItem } from '../../../shared/work/assignment-response.ts'
import type { AssignmentFilter } from '../../../shared/work/contract.ts'
import { operationsRoutes } from '../../../shared/work/routes.ts'

type WorkListing = ActionRequest<typeof operationsRoutes.listAssignments>

const isAskedFor =
  ({ stateId, lgaId, product }: AssignmentFilter) =>
  (assignment: Assignment): boolean =>
    (stateId === undefined || assignment.stateId === stateId) &&
    (lgaId === undefined || assignment.lgaId === lgaId) &&
    (product === undefined || assignment.product === product)

/** Work that needs no visit is in no LGA. */
const deskArea = 0

const lgaIdsOfState = (stateId: number): readonly number[] => {
  const state = stateById(stateId)
  return state ? lgasOf(state).map(({ id }) => id) : []
}

/** Nothing for an agent whose team does no such work. */
const deskAreas = async ({ caller, nowMs }: WorkListing): Promise<readonly number[]> => {
  const home = await findHome(caller.clientId, nowMs)
  return home && !canDo(home, 'employment') ? [] : [deskArea]
}

const homeAreas = async ({ caller, query, nowMs }: WorkListing) => {
  const home = await findHome(caller.clientId, nowMs)
  if (!home)
    throw invalidRequest([
      {
        pointer: 'query/stateId',
        code: 'area_needed',
        detail: 'You are in no team, so you have no home area. Name a state or an LGA.',
      },
    ])
  const products = query.product ? [query.product] : home.products
  const visits = canVisit({ products }) ? home.lgaIds : []
  const lgaIds = canDo({ products }, 'employment') ? [...visits, deskArea] : visits
  return { lgaIds, products }
}

/** Where open work is looked for: in the areas that are asked for, or else at home. */
const openAreas = async (listing: WorkListing) => {
  const { stateId, lgaId, product } = listing.query
  const products = product && [product]
  const inState = stateId === undefined ? undefined : lgaIdsOfState(stateId)
  if (lgaId !== undefined) return { lgaIds: (inState ?? [lgaId]).filter(id => id === lgaId), products }
  if (inState) return { lgaIds: inState, products }
  return product === 'employment' ? { lgaIds: await deskAreas(listing), products } : homeAreas(listing)
}

const areaQuery = async (listing: WorkListing) => {
  const { query, nowMs } = listing
  const beyond = decodeCursor(query.cursor, areaKeyPattern)
  return { ...(await openAreas(listing)), limit: query.limit ?? 20, beyond, nowMs }
}

const open = async (listing: WorkListing) => {
  const { mode, clientId } = listing.caller
  return listClaimable(mode, await areaQuery(listing), assignment => !tookPartIn(assignment, clientId))
}

const claimed = async (listing: WorkListing) => {
  requireScope(listing.caller, ['operations.supervisor'])
  return listClaimed(listing.caller.mode, await areaQuery(listing))
}

const mine = async ({ caller, query }: WorkListing) => {
  const held = await listHeld(caller.mode, caller.clientId)
  return { items: held.filter(({ assignment }) => isAskedFor(query)(assignment)), cursor: undefined }
}

/** What was handed to the caller stands before the first page, however late it is due, and in no page. */
const reported = async ({ caller, query, nowMs }: WorkListing) => {
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
  const beyond = decodeCursor(query.cursor, reportedKeyPattern)
  const page = await listReported(caller.mode, isWanted, { limit: query.limit ?? 20, beyond })
  return query.cursor === undefined ? { ...page, items: [...handed, ...page.items] } : page
}

const lists = {
  open: { read: open, toLine: toWorkItem },
  mine: { read: mine, toLine: toWorkItem },
  claimed: { read: claimed, toLine: toHeldItem },
  reported: { read: reported, toLine: toReviewItem },
} as const

const listAssignments: Action<typeof operationsRoutes.listAssignments> = async request => {
  const looked = { worker: request.caller.clientId, nowMs: request.nowMs }
  const { read, toLine } = lists[request.query.list ?? 'open']
  const { items, cursor } = await read(request)
  const data = items.map(task => toLine(task, looked))
  return { status: 200, body: { data, nextCursor: encodeCursor(cursor) } }
}

export const handler = serveWorkers(operationsRoutes, { listAssignments })
