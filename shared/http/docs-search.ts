import MiniSearch from 'minisearch'

/* The search of the docs, by their pages and by the tool of coding agents. */

/** A section of a guide, an error code or an operation: as `search.json` lists them. */
export type DocsEntry = readonly [title: string, kind: string, path: string, text: string]

export interface DocsHit {
  readonly entry: DocsEntry
  /** Words of the entry that were found, in lower case. */
  readonly words: readonly string[]
}

export type DocsSearch = (query: string, limit: number) => readonly DocsHit[]

/** Names of fields and codes are one word. */
const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? []

/** They are in every question, and each that a text has would count as much as what is asked for. */
const smallWords: ReadonlySet<string> = new Set(
  'a an and are as at be by do for from how i in is it my of on or the to what when where which with'.split(
    ' ',
  ),
)

/** Of a query: each word costs a look at the whole index. */
const mostWords = 12

/** Small ones alone are what is looked for, such as the field `from`. */
const wordsOfQuery = (query: string): readonly string[] => {
  const words = wordsOf(query)
  const telling = words.filter(word => !smallWords.has(word.toLowerCase()))
  return (telling.length > 0 ? telling : words).slice(0, mostWords)
}

/**
 * Of letters: a word of three finds those that begin with it, and one of six may be misspelt by a letter. A beginning counts
 * nearly as the word does: titles are in the plural, questions in the singular.
 */
const searchOptions = {
  boost: { title: 3 },
  weights: { prefix: 0.8, fuzzy: 0.45 },
  prefix: (word: string) => word.length >= 3,
  fuzzy: (word: string) => word.length >= 6 && 1,
}

export const indexDocs = (entries: readonly DocsEntry[]): DocsSearch => {
  const index = new MiniSearch({ fields: ['title', 'kind', 'text'], tokenize: wordsOf, searchOptions })
  index.addAll(entries.map(([title, kind, , text], id) => ({ id, title, kind, text })))
  return (query, limit) =>
    index
      .search(wordsOfQuery(query).join(' '))
      .slice(0, limit)
      .map(({ id, terms }) => ({ entry: entries[id]!, words: terms }))
}
