import type { Caller } from '../../account/caller.ts'
import { log } from '../../aws/log.ts'
import { decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { readPhone } from '../../http/contract/reading.ts'
import { bodyFields, type InputRule, providedValue } from '../../http/contract/text.ts'
import type { FieldError } from '../../http/contract/problem.ts'
import { lgaById } from '../../location/location.ts'
import { emitMetrics, toMeasurement } from '../../metrics/emit.ts'
import { casePageKeyPattern } from '../index-kind.ts'

import { type CaseQuery, digestName, digestReference, findCases } from '../index-store.ts'
import { findOutcome, isFinal, type Outcome, outcomes } from '../../verification/contract/outcome.ts'
import { digestPhone } from '../../verification/digest-phone.ts'
import type { SearchCases } from './contract.ts'
import {
  type CaseSearchField,
  caseSearchFields,
  type SearchPurpose,
  searchPurposes,
} from './list-contract.ts'
import { recordCaseSearch, type SearchedValue } from './store.ts'
import { toFoundCase } from '../found-case.ts'

const finalOutcomes = (Object.keys(outcomes) as Outcome[]).filter(isFinal)

/** The end of `12-890123456789012`, which the desk shows, is an id, too. */
const idForm = /^(?:[1-9]\d{0,15}-)?([1-9]\d{0,15})$/
const idIn = (value: string): number => Number(idForm.exec(value)?.[1])

/** What a value must be, and what is said of others. */
const valueForms: Readonly<
  Partial<Record<CaseSearchField, readonly [isGood: (value: string) => boolean, detail: string]>>
> = {
  id: [value => idIn(value) <= Number.MAX_SAFE_INTEGER, 'Expected an id, as in 12-890123456789012.'],
  phone: [value => readPhone(value) !== undefined, 'Expected a telephone number, as in +2348031234567.'],
  lga: [value => lgaById(Number(value)) !== undefined, 'Expected the id of an LGA.'],
  outcome: [
    value => findOutcome(value, finalOutcomes) !== undefined,
    `Expected one of: ${finalOutcomes.map(each => outcomes[each].subStatus).join(', ')}.`,
  ],
}

const isField = (field: unknown): field is CaseSearchField =>
  typeof field === 'string' && Object.hasOwn(caseSearchFields, field)

const valueErrors = (field: unknown, value: unknown): FieldError[] => {
  if (!isField(field)) return []
  const pointer = '/value'
  if (field === 'time')
    return value === undefined
      ? []
      : [{ pointer, code: 'not_allowed', detail: 'A time is searched by from and to.' }]
  if (value === undefined) return [{ pointer, code: 'required', detail: 'Say what to search.' }]
  const [isGood, detail] = valueForms[field] ?? []
  const isWrong = isGood && typeof value === 'string' && !isGood(value.trim())
  return isWrong ? [{ pointer, code: 'wrong_form', detail: detail! }] : []
}

/** Words are kept with what of a case is searched, and end with it. */
const wordsErrors = (field: unknown, purpose: unknown, words: unknown): FieldError[] => {
  if (isField(field) && !caseSearchFields[field].isOfCase)
    return words === undefined
      ? []
      : [
          {
            pointer: '/words',
            code: 'not_allowed',
            detail: 'Words go with a search by id, reference, name or phone number alone.',
          },
        ]
  const isKnown = typeof purpose === 'string' && Object.hasOwn(searchPurposes, purpose)
  const needsWords = isKnown && searchPurposes[purpose as SearchPurpose].needsWords
  return needsWords && words === undefined
    ? [{ pointer: '/words', code: 'required', detail: 'Say more about this purpose.' }]
    : []
}

/** Checks that what is searched fits its field, and the purpose has the words that it needs. */
export const caseSearchRule: InputRule = ({ body }) => {
  const fields = bodyFields(body)
  return [
    ...valueErrors(fields.field, providedValue(fields.value)),
    ...wordsErrors(fields.field, fields.purpose, providedValue(fields.words)),
  ]
}

const toQuery = async ({ field, value = '' }: SearchCases): Promise<CaseQuery> => {
  switch (field) {
    case 'id':
      return { field, id: idIn(value) }
    case 'customerReference':
      return { field: 'reference', value: await digestReference(value) }
    case 'name':
      return { field, value: await digestName(value) }
    case 'phone':
      return { field, value: await digestPhone(value) }
    case 'outcome':
      return { field, value: findOutcome(value, finalOutcomes)! }
    case 'time':
      return { field }
    default:
      return { field, value }
  }
}

/** What of a case is searched, as an erasure of the case finds it. */
const searchedIn = (query: CaseQuery): SearchedValue | undefined => {
  switch (query.field) {
    case 'id':
      return { field: 'id', value: `${query.id}` }
    case 'reference':
    case 'name':
    case 'phone':
      return query
    default:
      return undefined
  }
}

const toInstant = (at: string | undefined): string | undefined => at && new Date(at).toISOString()

const defaultLimit = 20

interface CaseSearchInput {
  readonly caller: Caller
  readonly requestId: number
  readonly body: SearchCases
  readonly nowMs: number
}

/** Records a search with its purpose, then makes it: three calls of the table, four beyond the usual number an hour. */
export const searchCases = async ({ caller, requestId, body, nowMs }: CaseSearchInput) => {
  const { field, purpose, words, from, to, limit = defaultLimit, cursor } = body
  const { mode, clientId: personId } = caller
  const after = decodeCursor(cursor, casePageKeyPattern)
  const at = new Date(nowMs).toISOString()
  const search = { at, field, purpose, ...(words !== undefined && { words }) }
  const query = await toQuery(body)
  const isUsual = await recordCaseSearch({ mode, personId, requestId, searched: searchedIn(query) }, search)
  const range = { from: toInstant(from), to: toInstant(to), after, limit }
  const { verifications, after: next } = await findCases(mode, query, range, nowMs)
  log('cases.searched', {
    mode,
    clientId: personId,
    code: field,
    result: purpose,
    count: verifications.length,
  })
  emitMetrics(toMeasurement({ mode }, { CaseSearches: 1, UnusualCaseSearches: isUsual ? 0 : 1 }))
  return { data: verifications.map(toFoundCase), nextCursor: encodeCursor(next) }
}
