import { type CaseSearchField, caseSearchFields } from '../../../../../shared/case/search/list-contract.ts'
import { hashUrl } from '../../ui/page.tsx'

/** What is searched, but the purpose: each reader says their own. */
export interface SearchDraft {
  readonly field: CaseSearchField
  readonly value: string
  /** Days, or empty. */
  readonly from: string
  readonly to: string
}

export const emptyDraft: SearchDraft = { field: 'id', value: '', from: '', to: '' }

const none = '-'
const dayForm = /^\d{4}-\d\d-\d\d$/

/** A link to the same search. What may name somebody is left out of it, since addresses are written down in many places. */
export const searchUrl = ({ field, value, from, to }: SearchDraft): string => {
  const shown = caseSearchFields[field].isPersonal ? '' : value
  const words = [field, shown, from, to].map(word => (word === '' ? none : encodeURIComponent(word)))
  return hashUrl('search', ...words)
}

/** Empty for what nobody can have encoded. */
export const decodeWord = (word: string): string => {
  try {
    return decodeURIComponent(word)
  } catch {
    return ''
  }
}

const valueIn = (word = none): string => (word === none ? '' : decodeWord(word))

const dayIn = (word: string | undefined): string => (word !== undefined && dayForm.test(word) ? word : '')

/** Reads a link, also one that somebody has written by hand. */
export const parseSearchRoute = (words: readonly string[]): SearchDraft => {
  const [field = '', value, from, to] = words
  if (!Object.hasOwn(caseSearchFields, field)) return emptyDraft
  const known = field as CaseSearchField
  const shown = caseSearchFields[known].isPersonal ? '' : valueIn(value)
  return { field: known, value: shown, from: dayIn(from), to: dayIn(to) }
}

/** The first day (UTC) of so many days that end today, as the overview counts them. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
