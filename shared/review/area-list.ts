import type { Caller } from '../account/caller.ts'
import { tookPartIn } from '../work/assignment/assignment.ts'
import { areaPageKeyPattern } from '../work/assignment/kinds.ts'
import { type AreaTask, deskArea, listClaimable, listClaimed } from '../work/assignment/list-store.ts'
import { invalidRequest } from '../http/contract/problem.ts'
import { decodeCursor } from '../http/cursor.ts'
import { pickDeclared } from '../http/declared.ts'
import { lgasOf, stateById } from '../location/location.ts'
import type { ResultPage } from '../table/paging.ts'
import { canDo, canVisit, findHome } from '../work/team/home.ts'
import { type AssignmentFilter, WorkItem } from './contract.ts'

interface AreaListing {
  readonly caller: Caller
  readonly query: AssignmentFilter
  readonly nowMs: number
}

const lgaIdsOfState = (stateId: number): readonly number[] => {
  const state = stateById(stateId)
  return state ? lgasOf(state).map(({ id }) => id) : []
}

/** Nothing for an agent whose team does no such work. */
const deskAreas = async ({ caller, nowMs }: AreaListing): Promise<readonly number[]> => {
  const home = await findHome(caller.clientId, nowMs)
  return home && !canDo(home, 'employment') ? [] : [deskArea]
}

const homeAreas = async ({ caller, query, nowMs }: AreaListing) => {
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
const openAreas = async (listing: AreaListing) => {
  const { stateId, lgaId, product } = listing.query
  const products = product && [product]
  const inState = stateId === undefined ? undefined : lgaIdsOfState(stateId)
  if (lgaId !== undefined) return { lgaIds: (inState ?? [lgaId]).filter(id => id === lgaId), products }
  if (inState) return { lgaIds: inState, products }
  return product === 'employment' ? { lgaIds: await deskAreas(listing), products } : homeAreas(listing)
}

const limitOf = ({ limit = 20 }: AssignmentFilter): number => limit

const areaQuery = async (listing: AreaListing) => {
  const { query, nowMs } = listing
  const after = decodeCursor(query.cursor, areaPageKeyPattern)
  return { ...(await openAreas(listing)), limit: limitOf(query), after, nowMs }
}

/** For each line that is asked for: thirty are what a phone loads at once over a slow network. */
const bytesPerLine = 1000

const bytesOf = (line: object): number => Buffer.byteLength(JSON.stringify(pickDeclared(WorkItem, line))) + 1

/** The lines of a page, and where what follows them begins: as many as fit, however long what was ordered is, and one at least. */
export const fitPage = <Line extends object>(
  { items, after }: ResultPage<AreaTask, string>,
  query: AssignmentFilter,
  toLine: (task: AreaTask) => Line,
) => {
  const lines = items.map(toLine)
  let left = limitOf(query) * bytesPerLine
  const over = lines.findIndex(line => {
    left -= bytesOf(line)
    return left < 0
  })
  if (over === -1) return { lines, after }
  const count = Math.max(1, over)
  return { lines: lines.slice(0, count), after: count < lines.length ? items[count - 1]!.after : after }
}

/** What the caller may claim. @throws Problem invalid_request */
export const listClaimableWork = async (listing: AreaListing) => {
  const { mode, clientId } = listing.caller
  return listClaimable(mode, await areaQuery(listing), assignment => !tookPartIn(assignment, clientId))
}

/** What agents hold. @throws Problem invalid_request */
export const listHeldWork = async (listing: AreaListing) =>
  listClaimed(listing.caller.mode, await areaQuery(listing))
