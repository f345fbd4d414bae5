/** What stands under one heading of a guide. */
export interface GuideSection {
  readonly title: string
  readonly url: string
  readonly text: string
}

/** A plural finds its singular, and the other way round. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9_]{2,}/g) ?? []).map(word => word.replace(/(?<=..)s$/, ''))

const countOf = (words: readonly string[], word: string): number => words.filter(each => each === word).length

/** Of a query: each word costs a look at all sections. */
const mostWords = 12

/** The sections that hold most of the words, first those whose title does; a rare word counts more than one that is everywhere. */
export const searchSections = (
  sections: readonly GuideSection[],
  query: string,
  limit: number,
): GuideSection[] => {
  const wanted = [...new Set(wordsOf(query))].slice(0, mostWords)
  const all = sections.map(section => ({
    section,
    title: wordsOf(section.title),
    text: wordsOf(section.text),
  }))
  const rarityOf = (word: string): number => {
    const holding = all.filter(({ title, text }) => title.includes(word) || text.includes(word)).length
    return Math.log(1 + all.length / (1 + holding))
  }
  const rarities = wanted.map(word => [word, rarityOf(word)] as const)
  return all
    .map(({ section, title, text }) => {
      const scores = rarities.map(
        ([word, rarity]) => rarity * (3 * countOf(title, word) + Math.log(1 + countOf(text, word))),
      )
      return { section, score: scores.reduce((sum, score) => sum + score, 0) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ section }) => section)
}
