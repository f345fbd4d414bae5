import { database } from '../table/driver.ts'
import { caseSearchCountKey, caseSearchesQuery, caseSearchKey } from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { ConditionFailedError, type Write } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { Mode } from '../table/tenant.ts'
import type { CaseSearchField, SearchPurpose } from './case-search-list-contract.ts'

/** A search as it is kept: never what was searched. */
export interface CaseSearch {
  readonly at: string
  readonly field: CaseSearchField
  readonly purpose: SearchPurpose
  /** The reviewer's own, encrypted. */
  readonly words?: string
}

/** A page of a list is a search, too. */
export const usualSearchesAnHour = 60

/** What counts a search as usual: both are in one call. */
const recordWrites = (mode: Mode, personId: string, requestId: number, search: CaseSearch) => {
  const { at } = search
  const expiry = expiresAt(at, retentionDays.caseSearch)
  const count = {
    update: caseSearchCountKey(mode, personId, at.slice(0, 13)),
    set: { expiresAt: expiry },
    add: { count: 1 },
  }
  const put = { ...caseSearchKey(mode, personId, at, requestId), ...search, expiresAt: expiry }
  return { count, put }
}

/** Records a search before it is made. False once a person has made more of them in an hour than is usual. */
export const recordCaseSearch = async (
  {
    mode,
    personId,
    requestId,
  }: { readonly mode: Mode; readonly personId: string; readonly requestId: number },
  search: CaseSearch,
): Promise<boolean> => {
  const { count, put } = recordWrites(mode, personId, requestId, search)
  const isUsual = {
    when: 'attribute_not_exists(#count) OR #count < :usual',
    values: { usual: usualSearchesAnHour },
  }
  const writes = (condition?: typeof isUsual): [Write, Write] => [
    { ...count, ...(condition && { condition }) },
    { put },
  ]
  try {
    await database.write(...writes(isUsual))
    return true
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error
    await database.write(...writes())
    return false
  }
}

/** Oldest first. */
export const listCaseSearches = (mode: Mode, personId: string): Promise<readonly CaseSearch[]> =>
  queryAll<CaseSearch>(caseSearchesQuery(mode, personId))
