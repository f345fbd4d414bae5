import {
  defineKind,
  encrypted,
  padded,
  plain,
  prefixQuery,
  type Told,
  toIndex2,
  toKey,
} from '../../table/kind.ts'
import type { Mode } from '../../table/tenant.ts'
import type { SearchedValue } from '../index-kind.ts'

/**
 * `case-search#<mode>#<personId>`, `search#<at>#<n>`; gsi2 `case-searched#<mode>#<field>#<value>, <at>`; read by
 * administer (who searched what kind of thing, and why), erasure (what they wrote of it).
 * `case-search#<mode>#<personId>`, `hour#<hour>`; read by searchCases (an unusual number).
 */
export const caseSearchKind = defineKind({
  name: 'caseSearch',
  sortKey: 'search#',
  writable: ['case-search#*'],
  attributes: { field: plain, purpose: plain, at: plain, words: encrypted },
  /** As long as trails say who opened what. */
  days: 365,
})

export const caseSearchTold = {
  kind: caseSearchKind,
  what: 'search for a case by staff (table)',
  holds:
    'nothing that was searched: a staff id, by which field, and why; what they wrote of it, encrypted, beside a keyed digest of what of a case was searched',
  after: 'the search',
  erased: 'what they wrote of it is deleted; the rest stays until then',
  notExported: 'It is about staff, and does not contain what was searched, but for a digest.',
} as const satisfies Told

const searchesPartition = (mode: Mode, personId: string): string => `case-search#${mode}#${personId}`

export const caseSearchKey = (mode: Mode, personId: string, at: string, requestId: number) =>
  toKey(searchesPartition(mode, personId), `search#${at}#${padded(requestId)}`)

export const caseSearchesQuery = (mode: Mode, personId: string) =>
  prefixQuery(searchesPartition(mode, personId), 'search')

const searchedPartition = (mode: Mode, { field, value }: SearchedValue): string =>
  `case-searched#${mode}#${field}#${value}`

export const searchedIndex = (mode: Mode, searched: SearchedValue, at: string) =>
  toIndex2(searchedPartition(mode, searched), at)

export const searchedQuery = (mode: Mode, searched: SearchedValue) =>
  ({ index: 'gsi2', partition: searchedPartition(mode, searched) }) as const

/** @param hour `2026-11-22T09` */
export const caseSearchCountKey = (mode: Mode, personId: string, hour: string) =>
  toKey(searchesPartition(mode, personId), `hour#${hour}`)
