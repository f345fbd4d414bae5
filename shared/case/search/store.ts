import { database } from '../../table/driver.ts'
import { queryAll } from '../../table/paging.ts'
import { conditionsMet, type Key, present } from '../../table/port.ts'
import { expiresAt } from '../../table/retention.ts'
import type { Mode } from '../../table/tenant.ts'
import type { SearchedValue } from '../index-kind.ts'
import {
  caseSearchCountKey,
  caseSearchesQuery,
  caseSearchKey,
  caseSearchKind,
  searchedIndex,
  searchedQuery,
} from './kind.ts'
import type { CaseSearchField, SearchPurpose } from './list-contract.ts'

export type { SearchedValue } from '../index-kind.ts'

/** A search as it is kept: never what was searched, and beside words a keyed digest of it, by which they end with that person. */
export interface CaseSearch {
  readonly at: string
  readonly field: CaseSearchField
  readonly purpose: SearchPurpose
  /** The reviewer's own, encrypted. */
  readonly words?: string
}

/** A page of a list is a search, too. */
export const usualSearchesAnHour = 60

interface SearchRecording {
  readonly mode: Mode
  readonly personId: string
  readonly requestId: number
  /** What of a case was searched, unless it was something else. */
  readonly searched?: SearchedValue | undefined
}

/** What counts a search as usual: both are in one call. */
const recordWrites = ({ mode, personId, requestId, searched }: SearchRecording, search: CaseSearch) => {
  const { at, words } = search
  const expiry = expiresAt(at, caseSearchKind.days)
  const count = {
    update: caseSearchCountKey(mode, personId, at.slice(0, 13)),
    set: { expiresAt: expiry },
    add: { count: 1 },
  }
  const put = {
    ...caseSearchKey(mode, personId, at, requestId),
    ...search,
    ...(words !== undefined && searched && searchedIndex(mode, searched, at)),
    expiresAt: expiry,
  }
  return { count, put }
}

/** Records a search before it is made. False once a person has made more of them in an hour than is usual. */
export const recordCaseSearch = async (recording: SearchRecording, search: CaseSearch): Promise<boolean> => {
  const { count, put } = recordWrites(recording, search)
  const isUsual = {
    when: 'attribute_not_exists(#count) OR #count < :usual',
    values: { usual: usualSearchesAnHour },
  }
  const isRecorded = await conditionsMet(
    database.transact({ count: { ...count, condition: isUsual }, search: { put } }),
  )
  if (!isRecorded) await database.transact({ count, search: { put } })
  return isRecorded
}

/** Oldest first. */
export const listCaseSearches = (mode: Mode, personId: string): Promise<readonly CaseSearch[]> =>
  queryAll<CaseSearch>(caseSearchesQuery(mode, personId))

/** Of whoever has these values, and of namesakes: what was written of searches for them. Who searched, when and why stays. */
export const eraseSearchWords = async (mode: Mode, about: readonly SearchedValue[]): Promise<void> => {
  for (const searched of about)
    for (const { pk, sk } of await queryAll<Key>(searchedQuery(mode, searched))) {
      const plain = { consistent: true, plainOnly: true }
      const found = await database.get<CaseSearch & { readonly expiresAt: number }>({ pk, sk }, plain)
      if (!found) continue
      const { at, field, purpose, expiresAt: expiry } = found
      const put = { pk, sk, at, field, purpose, expiresAt: expiry }
      await conditionsMet(database.write({ put, condition: present }))
    }
}
