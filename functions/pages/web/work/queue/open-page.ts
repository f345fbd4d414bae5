import type { WorkItem } from '../../../../../shared/review/contract.ts'
import type { WorkLists } from '../storage/records.ts'

export interface OpenPage extends Pick<WorkLists, 'open' | 'next' | 'isAreaNeeded'> {
  /** Where they are not in the page: calls to employers, which are of no area. */
  readonly calls?: readonly WorkItem[]
}

export const without = (works: readonly WorkItem[], others: readonly WorkItem[]): readonly WorkItem[] => {
  const ids = new Set(others.map(({ id }) => id))
  return works.filter(({ id }) => !ids.has(id))
}

/** Two states may have an LGA of one name. */
export const isSameArea = (one: WorkLists | undefined, other: WorkLists | undefined): boolean =>
  one?.area?.stateId === other?.area?.stateId && one?.area?.lgaId === other?.area?.lgaId

/**
 * What comes after the end of the page was not asked for again: what others lost comes first, then visits by the time
 * when they are due, then calls.
 */
const isBeyond = ({ open }: OpenPage, { way, dueAt, place }: WorkItem): boolean => {
  const last = open.at(-1)
  if (last?.way !== 'open') return true
  const [isCall, isLastCall] = [place === null, last.place === null]
  return isCall === isLastCall ? way === 'open' && dueAt >= last.dueAt : isCall
}

/**
 * A new first page, and of what was loaded before the part that it does not show. A page without a next one shows all.
 * Where all had been loaded, more may have come at the end since: the list goes on behind the page.
 */
export const mergeLists = (before: WorkLists | undefined, page: OpenPage, at: string): WorkLists => {
  const { open, next, calls = [], isAreaNeeded = false } = page
  const inList = (before?.open ?? []).filter(({ place }) => place !== null || !page.calls)
  const later = next ? without(inList, open).filter(work => isBeyond(page, work)) : []
  const after = (later.length > 0 ? before?.next : undefined) ?? next ?? null
  const shown = [...open, ...later]
  return { at, area: before?.area, isAreaNeeded, open: [...shown, ...without(calls, shown)], next: after }
}
