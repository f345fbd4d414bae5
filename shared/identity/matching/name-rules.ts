import type { MatchKind } from '../contract/check.ts'

export interface Names {
  readonly firstname: string
  readonly lastname: string
  readonly middlename?: string
}

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

/** Hausa letters that Unicode does not decompose into a base letter and a mark. */
export const hookedLetters: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }

/** Words that begin a compound and are not a whole name before another word: "Abu" is not "Abu Bakr". */
export const compoundLeads: ReadonlySet<string> = new Set(
  'abd abdul abu umm al el oluwa olu ade ola chukwu chi nwa dan yar mai mwana st'.split(' '),
)

/** "Son of" and "daughter of": a last name is the same with and without them. */
export const filialWords: ReadonlySet<string> = new Set('arap bin ibn binti bint wa ole'.split(' '))

/**
 * The published name rules. The principle: a name that only the registry has is ignored, a name that the
 * caller supplies must be known to the registry. Rows with `agrees: false` are what is never ignored.
 */
export const nameRules: readonly NameRule[] = [
  {
    name: 'spaces',
    ignores: 'spaces around and repeated spaces within a name, and invisible characters',
    field: 'firstname',
    how: 'exact',
    agrees: true,
    supplied: ' Mary  Jane  | Otieno',
    registered: 'Mary Jane | Otieno',
  },
  {
    name: 'case',
    ignores: 'capital and small letters',
    field: 'lastname',
    how: 'case',
    agrees: true,
    supplied: 'Ngozi | Okafor',
    registered: 'Ngozi | OKAFOR',
  },
  {
    name: 'marks',
    ignores: 'tone marks, dots below and above, tildes',
    field: 'firstname',
    how: 'diacritics',
    agrees: true,
    supplied: 'Sola | Ade',
    registered: 'Ṣọlá | Ade',
  },
  {
    name: 'hooked-letters',
    ignores: 'the hooks of ɓ ɗ ƙ ƴ',
    field: 'lastname',
    how: 'diacritics',
    agrees: true,
    supplied: 'Sani | Dan Kano',
    registered: 'Sani | Ɗan Ƙano',
  },
  {
    name: 'apostrophes',
    ignores: 'apostrophes of every kind, and a space in the place of one',
    field: 'lastname',
    how: 'punctuation',
    agrees: true,
    supplied: "Peter | Ng'ang'a",
    registered: 'Peter | Ngʼang’a',
  },
  {
    name: 'dots-and-commas',
    ignores: 'dots and commas after a word',
    field: 'firstname',
    how: 'punctuation',
    agrees: true,
    supplied: 'St. Clair | Obi',
    registered: 'St Clair | Obi',
  },
  {
    name: 'compounds',
    ignores: 'hyphen or space inside a compound, unless a part is a single letter',
    field: 'firstname',
    how: 'punctuation',
    agrees: true,
    supplied: 'Oluwa-Seun | Bello',
    registered: 'Oluwaseun | Bello',
  },
  {
    name: 'abd-article',
    ignores: 'how Abd is joined to the word after it: Abd al-, Abdul, Abdel, Abdur before R',
    field: 'firstname',
    how: 'punctuation',
    agrees: true,
    supplied: 'Abd al-Rahman | Sule',
    registered: 'Abdulrahman | Sule',
  },
  {
    name: 'compound-order',
    ignores: 'the order of the words within one field',
    field: 'lastname',
    how: 'compound-order',
    agrees: true,
    supplied: 'Ada | Okafor-Nwosu',
    registered: 'Ada | Nwosu Okafor',
  },
  {
    name: 'extra-middle-name',
    ignores:
      'names after the first or before the last that only the registry has, or that it keeps as a middle name',
    field: 'firstname',
    how: 'extra-middle-name',
    agrees: true,
    supplied: 'Jane Wanjiru | Kamau',
    registered: 'Jane | Kamau | Wanjiru',
  },
  {
    name: 'filial-words',
    ignores: 'arap, bin, ibn, binti, bint, wa and ole before a last name',
    field: 'lastname',
    how: 'extra-middle-name',
    agrees: true,
    supplied: 'Daniel | arap Moi',
    registered: 'Daniel | Moi',
  },
  {
    name: 'middle-initial',
    ignores: 'all but the first letter of a middle name, on either side',
    field: 'middlename',
    how: 'initial',
    agrees: true,
    supplied: 'Ngozi | Eze | C.',
    registered: 'Ngozi | Eze | Chidinma',
  },
  {
    name: 'swapped',
    ignores: 'first and last name exchanged; the verdict is TRANSPOSED_MATCH',
    field: 'firstname',
    how: 'swapped',
    agrees: true,
    supplied: 'Musa | Ibrahim',
    registered: 'Ibrahim | Musa',
  },
  {
    name: 'first-initial',
    ignores: 'nothing: an initial does not stand for a first or last name',
    field: 'firstname',
    how: 'initial',
    agrees: false,
    supplied: 'N. | Eze',
    registered: 'Ngozi | Eze',
  },
  {
    name: 'spelling',
    ignores: 'nothing: one letter more, less or other is another name, also between languages',
    field: 'firstname',
    how: 'different',
    agrees: false,
    supplied: 'Ade | Bello',
    registered: 'Ada | Bello',
  },
  {
    name: 'short-form',
    ignores: 'nothing: the beginning or the end of a name is another name',
    field: 'firstname',
    how: 'different',
    agrees: false,
    supplied: 'Chi | Obi',
    registered: 'Chidi | Obi',
  },
  {
    name: 'compound-part',
    ignores: 'nothing: one part of a compound is another name',
    field: 'lastname',
    how: 'different',
    agrees: false,
    supplied: 'Ada | Okafor',
    registered: 'Ada | Okafor-Nwosu',
  },
  {
    name: 'unknown-extra-name',
    ignores: 'nothing: a supplied name that the registry does not have is a difference',
    field: 'firstname',
    how: 'different',
    agrees: false,
    supplied: 'Jane Wanjiru | Kamau',
    registered: 'Jane | Kamau',
  },
  {
    name: 'masked',
    ignores: 'nothing: a value with asterisks is not readable',
    field: 'lastname',
    how: 'missing',
    agrees: false,
    supplied: 'Jane | Kamau',
    registered: 'Jane | Ka***',
  },
]
