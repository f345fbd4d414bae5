import { readName } from '../../http/contract/reading.ts'
import type { ReadableNames } from './name.ts'

/**
 * Words that stand before or behind a name and are none. Those that are given as names, too, such as Prince, Princess, Sir
 * and King, are left out.
 */
export const titles: readonly string[] =
  'mr mrs miss ms mister madam dr doctor prof professor engr arc barr barrister esq chief alhaji alhaja alh hajia hajiya mallam malam pastor rev reverend evang evangelist hon honourable'.split(
    ' ',
  )
const known: ReadonlySet<string> = new Set(titles)

const isTitle = (word: string): boolean => known.has(word.replace(/[().,[\]]/g, '').toLowerCase())

/** Also in brackets, and where nothing but a dot or a slash stands before the next word. Of titles alone, nothing goes. */
export const withoutTitles = (name: string): string => {
  const words = readName(name).split(/[\s/]+|(?<=\.)(?=\p{L})/u)
  const first = words.findIndex(word => !isTitle(word))
  if (first < 0) return name
  const last = words.findLastIndex(word => !isTitle(word))
  return first === 0 && last === words.length - 1
    ? name
    : words
        .slice(first, last + 1)
        .join(' ')
        .replace(/,$/, '')
}

export const namesWithoutTitles = <Some extends ReadableNames>(names: Some): Some => {
  const { firstname, lastname, middlename } = names
  const stripped = Object.entries({ firstname, lastname, middlename }).map(([field, name]) => [
    field,
    name === undefined ? undefined : withoutTitles(name),
  ])
  return { ...names, ...Object.fromEntries(stripped) }
}
