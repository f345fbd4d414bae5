import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { ApiProblem, callApi, type RequestOf } from '../../ui/api.ts'
import { saveRecord } from '../storage/database.ts'
import { findLists } from '../storage/person.ts'
import type { WorkArea, WorkLists } from '../storage/records.ts'
import { mergeLists, type OpenPage, without } from './open-page.ts'
import { withTimeout } from './retry.ts'

/* Open work comes by pages. What was loaded stays on the phone, and can be looked through without a network. */

type ListQuery = RequestOf<'GET /v1/operations/assignments'>['query']

/** A page is 30 KB at most. */
const pageSize = 30

const askList = (query: ListQuery) =>
  callApi('GET /v1/operations/assignments', { query: { list: 'open', limit: `${pageSize}`, ...query } })

const askPage = async (query: ListQuery): Promise<OpenPage> => {
  const { data, nextCursor } = await askList(query)
  return { open: data.filter(({ isMine }) => !isMine), next: nextCursor }
}

/** Calls come behind all visits, on a page of their own: where there are few visits, it is asked for at once. */
const askHome = async (): Promise<OpenPage> => {
  const page = await askPage({})
  if (!page.next || page.open.length >= pageSize) return page
  const { open, next } = await askPage({ cursor: page.next })
  return { open: [...page.open, ...without(open, page.open)], next }
}

const askCalls = async (): Promise<readonly WorkItem[]> => (await askPage({ product: 'employment' })).open

const needsArea = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.problem.errors?.some(({ code }) => code === 'area_needed') ?? false)

const areaQuery = ({ stateId, lgaId }: WorkArea): ListQuery => ({
  stateId: `${stateId}`,
  ...(lgaId !== undefined && { lgaId: `${lgaId}` }),
})

/** The first page: of the chosen area, or of the team's. @throws ApiProblem, NetworkError */
export const askOpenWork = async (area: WorkArea | undefined): Promise<OpenPage> => {
  if (area) {
    const [visits, calls] = await Promise.all([askPage(areaQuery(area)), askCalls()])
    return { ...visits, calls }
  }
  try {
    const page = await askHome()
    return page.next ? { ...page, calls: await askCalls() } : page
  } catch (error) {
    if (!needsArea(error)) throw error
    return { open: [], next: null, isAreaNeeded: true, calls: await askCalls() }
  }
}

const timeoutMs = 30_000

/** Loads the next page behind what is there. Answers how many are new. @throws ApiProblem, NetworkError */
const loadPage = async (by: string, lists: WorkLists, cursor: string): Promise<number> => {
  const query = { ...(lists.area && areaQuery(lists.area)), cursor, limit: `${pageSize}` }
  const { data, nextCursor } = await callApi('GET /v1/operations/assignments', {
    query: { list: 'open', ...query },
    signal: withTimeout(timeoutMs),
  })
  const page = data.filter(({ isMine }) => !isMine)
  await saveRecord('lists', by, (stored = lists) => ({
    ...stored,
    open: [...without(stored.open, page), ...page],
    next: nextCursor,
  }))
  return without(page, lists.open).length
}

/** Loads on until there is something new, or nothing more. @throws ApiProblem, NetworkError */
export const loadMore = async (by: string): Promise<void> => {
  let lists = await findLists(by)
  while (lists?.next && (await loadPage(by, lists, lists.next)) === 0) lists = await findLists(by)
}

/** Looks elsewhere; undefined leads back to the team's area. @throws ApiProblem, NetworkError */
export const chooseArea = async (by: string, area: WorkArea | undefined): Promise<void> => {
  const lists = mergeLists(undefined, await askOpenWork(area), new Date().toISOString())
  await saveRecord('lists', by, () => ({ ...lists, area }))
}
