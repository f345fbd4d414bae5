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

/** Of a query: each word costs a look at the whole index. */
const mostWords = 12

/** Of letters: a word of three finds those that begin with it, and one of six may be misspelt by a letter. */
const searchOptions = {
  boost: { title: 3 },
  prefix: (word: string) => word.length >= 3,
  fuzzy: (word: string) => word.length >= 6 && 1,
}

export const indexDocs = (entries: readonly DocsEntry[]): DocsSearch => {
  const index = new MiniSearch({ fields: ['title', 'kind', 'text'], tokenize: wordsOf, searchOptions })
  index.addAll(entries.map(([title, kind, , text], id) => ({ id, title, kind, text })))
  return (query, limit) =>
    index
      .search(wordsOf(query).slice(0, mostWords).join(' '))
      .slice(0, limit)
      .map(({ id, terms }) => ({ entry: entries[id]!, words: terms }))
}
