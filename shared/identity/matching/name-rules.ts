import type { MatchKind } from '../contract/check.ts'
import type { Names } from './name.ts'

export interface NameRule {
  readonly name: string
  readonly ignores: string
  readonly field: keyof Names
  readonly how: MatchKind
  readonly agrees: boolean
  /** `first | last` or `first | last | middle`. */
  readonly supplied: string
  readonly registered: string
}

const example =
  (agrees: boolean) => (field: keyof Names, how: MatchKind, supplied: string, registered: string) => ({
    field,
    how,
    agrees,
    supplied,
    registered,
  })
const [agreeing, differing] = [example(true), example(false)]

const rules = {
  spaces: {
    ignores: 'spaces around and repeated spaces within a name, and invisible characters',
    ...agreeing('firstname', 'exact', ' Mary  Jane  | Otieno', 'Mary Jane | Otieno'),
  },
  case: {
    ignores: 'capital and small letters',
    ...agreeing('lastname', 'case', 'Ngozi | Okafor', 'Ngozi | OKAFOR'),
  },
  marks: {
    ignores: 'tone marks, dots below and above, tildes',
    ...agreeing('firstname', 'diacritics', 'Sola | Ade', 'Ṣọlá | Ade'),
  },
  'hooked-letters': {
    ignores: 'the hooks of ɓ ɗ ƙ ƴ',
    ...agreeing('lastname', 'diacritics', 'Sani | Dan Kano', 'Sani | Ɗan Ƙano'),
  },
  apostrophes: {
    ignores: 'apostrophes of every kind, and a space in the place of one',
    ...agreeing('lastname', 'punctuation', "Peter | Ng'ang'a", 'Peter | Ngʼang’a'),
  },
  'dots-and-commas': {
    ignores: 'dots and commas after a word',
    ...agreeing('firstname', 'punctuation', 'St. Clair | Obi', 'St Clair | Obi'),
  },
  compounds: {
    ignores: 'hyphen or space inside a compound, unless a part is a single letter',
    ...agreeing('firstname', 'punctuation', 'Oluwa-Seun | Bello', 'Oluwaseun | Bello'),
  },
  'abd-article': {
    ignores: 'how Abd is joined to the word after it: Abd al-, Abdul, Abdel, Abdur before R',
    ...agreeing('firstname', 'punctuation', 'Abd al-Rahman | Sule', 'Abdulrahman | Sule'),
  },
  'compound-order': {
    ignores: 'the order of the words within one field',
    ...agreeing('lastname', 'compound-order', 'Ada | Okafor-Nwosu', 'Ada | Nwosu Okafor'),
  },
  'extra-middle-name': {
    ignores:
      'names after the first or before the last that only the registry has, or that it keeps as a middle name',
    ...agreeing('firstname', 'extra-middle-name', 'Jane Wanjiru | Kamau', 'Jane | Kamau | Wanjiru'),
  },
  'filial-words': {
    ignores: 'arap, bin, ibn, binti, bint, wa and ole before a last name',
    ...agreeing('lastname', 'extra-middle-name', 'Daniel | arap Moi', 'Daniel | Moi'),
  },
  'middle-initial': {
    ignores: 'all but the first letter of a middle name, on either side',
    ...agreeing('middlename', 'initial', 'Ngozi | Eze | C.', 'Ngozi | Eze | Chidinma'),
  },
  titles: {
    ignores: 'titles, as whole words at either end of a name, also in brackets; a name of titles alone stays',
    ...agreeing('firstname', 'exact', 'Alhaji Bunch | Dillon', 'Bunch | Dillon'),
  },
  'single-name': {
    ignores: 'nothing: for a person with one name, send that name as first and as last name',
    ...agreeing('lastname', 'exact', 'Adaeze | Adaeze', 'Adaeze | '),
  },
  arrangement: {
    ignores:
      'in which field each name stands, if the registered first and last name are among them and none is added; the verdict is TRANSPOSED_MATCH',
    ...agreeing('firstname', 'swapped', 'Dillon Oluwaseun | Bunch', 'Bunch | Dillon | Oluwaseun'),
  },
  swapped: {
    ignores: 'first and last name exchanged; the verdict is TRANSPOSED_MATCH',
    ...agreeing('firstname', 'swapped', 'Musa | Ibrahim', 'Ibrahim | Musa'),
  },
  'first-initial': {
    ignores: 'nothing: an initial does not stand for a first or last name',
    ...differing('firstname', 'initial', 'N. | Eze', 'Ngozi | Eze'),
  },
  spelling: {
    ignores: 'nothing: one letter more, less or other is another name, also between languages',
    ...differing('firstname', 'different', 'Ade | Bello', 'Ada | Bello'),
  },
  'short-form': {
    ignores: 'nothing: the beginning or the end of a name is another name',
    ...differing('firstname', 'different', 'Chi | Obi', 'Chidi | Obi'),
  },
  'compound-part': {
    ignores: 'nothing: one part of a compound is another name',
    ...differing('lastname', 'different', 'Ada | Okafor', 'Ada | Okafor-Nwosu'),
  },
  'unknown-extra-name': {
    ignores: 'nothing: a supplied name that the registry does not have is a difference',
    ...differing('firstname', 'different', 'Jane Wanjiru | Kamau', 'Jane | Kamau'),
  },
  masked: {
    ignores: 'nothing: a value with asterisks is not readable',
    ...differing('lastname', 'missing', 'Jane | Kamau', 'Jane | Ka***'),
  },
}

/**
 * The published name rules. The principle: a name that only the registry has is ignored, a name that the
 * caller supplies must be known to the registry. What differs is never ignored.
 */
export const nameRules: readonly NameRule[] = Object.entries(rules).map(([name, rule]) => ({ name, ...rule }))
