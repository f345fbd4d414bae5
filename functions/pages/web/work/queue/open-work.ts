import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { ApiProblem, callApi, type RequestOf } from '../../ui/api.ts'
import { saveRecord } from '../storage/database.ts'
import { findLists } from '../storage/person.ts'
import type { WorkArea, WorkLists } from '../storage/records.ts'
import { withTimeout } from './retry.ts'

/* Open work comes by pages. What was loaded stays on the phone, and can be looked through without a network. */

type ListQuery = RequestOf<'GET /v1/operations/assignments'>['query']

interface OpenPage extends Pick<WorkLists, 'open' | 'next' | 'isAreaNeeded'> {
  /** Where they are not in the page: calls to employers, which are of no area. */
  readonly calls?: readonly WorkItem[]
}

/** A page is 30 KB at most. */
const pageSize = '30'

const askList = (query: ListQuery) =>
  callApi('GET /v1/operations/assignments', { query: { list: 'open', limit: pageSize, ...query } })

const askPage = async (query: ListQuery): Promise<OpenPage> => {
  const { data, nextCursor } = await askList(query)
  return { open: data.filter(({ isMine }) => !isMine), next: nextCursor }
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
    return await askPage({})
  } catch (error) {
    if (!needsArea(error)) throw error
    return { open: [], next: null, isAreaNeeded: true, calls: await askCalls() }
  }
}

const without = (works: readonly WorkItem[], others: readonly WorkItem[]): readonly WorkItem[] => {
  const ids = new Set(others.map(({ id }) => id))
  return works.filter(({ id }) => !ids.has(id))
}

/** What comes after the end of the page was not asked for again: what others lost comes first, and then what is due. */
const isBeyond = ({ open }: OpenPage, { way, dueAt }: WorkItem): boolean => {
  const last = open.at(-1)
  return last?.way !== 'open' || (way === 'open' && dueAt >= last.dueAt)
}

/** A new first page, and of what was loaded before the part that it does not show. A page without a next one shows all. */
export const mergeLists = (before: WorkLists | undefined, page: OpenPage, at: string): WorkLists => {
  const { open, next, calls = [], isAreaNeeded = false } = page
  const inList = (before?.open ?? []).filter(({ place }) => place !== null || !page.calls)
  const later = next ? without(inList, open).filter(work => isBeyond(page, work)) : []
  const after = later.length > 0 ? (before?.next ?? null) : (next ?? null)
  return { at, area: before?.area, isAreaNeeded, open: [...open, ...later, ...calls], next: after }
}

const timeoutMs = 30_000

/** Loads the next page behind what is there. @throws ApiProblem, NetworkError */
export const loadMore = async (by: string): Promise<void> => {
  const lists = await findLists(by)
  if (!lists?.next) return
  const query = { ...(lists.area && areaQuery(lists.area)), cursor: lists.next, limit: pageSize }
  const { data, nextCursor } = await callApi('GET /v1/operations/assignments', {
    query: { list: 'open', ...query },
    signal: withTimeout(timeoutMs),
  })
  const more = data.filter(({ isMine }) => !isMine)
  await saveRecord('lists', by, (stored = lists) => ({
    ...stored,
    open: [...without(stored.open, more), ...more],
    next: nextCursor,
  }))
}

/** Looks elsewhere; undefined leads back to the team's area. @throws ApiProblem, NetworkError */
export const chooseArea = async (by: string, area: WorkArea | undefined): Promise<void> => {
  const lists = mergeLists(undefined, await askOpenWork(area), new Date().toISOString())
  await saveRecord('lists', by, () => ({ ...lists, area }))
}
