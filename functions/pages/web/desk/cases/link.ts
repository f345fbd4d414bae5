import type { RequestOf } from '../../ui/api.ts'
import { hashUrl } from '../../ui/page.tsx'
import { decodeWord } from '../search/link.ts'

type OpenCaseQuery = NonNullable<RequestOf<'GET /v1/operations/cases'>['query']>

/** Which number of the overview or of the fieldwork the cases are of, in the words of the API. */
export type CaseFilter = Omit<OpenCaseQuery, 'limit' | 'cursor'>

/** Every part of a filter, in the order of the address. */
const filterNames = [
  'list',
  'state',
  'due',
  'lateBy',
  'stateId',
  'lgaId',
  'agent',
  'flags',
] as const satisfies readonly (keyof CaseFilter)[]

/** A link to the list of these cases: it holds no word about a person outside. */
export const openCasesUrl = (filter: CaseFilter): string =>
  hashUrl(
    'cases',
    ...filterNames.flatMap(name => {
      const value = filter[name]
      return value === undefined ? [] : [`${name}.${encodeURIComponent(value)}`]
    }),
  )

/** Reads a link, also one that somebody has written by hand: the API says what is wrong with a value. */
export const parseCasesRoute = (words: readonly string[]): CaseFilter =>
  Object.fromEntries(
    words.flatMap(word => {
      const [name = '', ...value] = word.split('.')
      return filterNames.some(each => each === name) ? [[name, decodeWord(value.join('.'))]] : []
    }),
  )

/** The case that work is about; that of a dispute has its number behind. */
export const toCaseId = (assignmentId: string): string => assignmentId.split('-').slice(0, 2).join('-')

/** The page of one case. @param id of its verification, as in 12-890123456789012 */
export const caseUrl = (id: string): string => hashUrl('case', id)
