/** Words beside the name of a place. No place of the list has one in its name. */
const additions =
  / (?:local (?:government|govt|gov t|council)(?: development)?(?: area| authority)?(?: council)?|(?:area )?council|lga|lg|lcda|state|nigeria|city|town|metropolis|metropolitan)(?= )/g

/** `L. G. A.` is one word, and so is `N/E`. */
const joinLetters = (words: string): string => words.replace(/(?<= [a-z]) (?=[a-z] )/g, '')

/** Hausa letters that Unicode does not decompose into a base letter and a mark. */
const hookedLetters: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }

/** In small letters, without marks, signs, invisible characters and additions. A small letter before a capital ends a word: "IkaNorth". */
const plainWords = (name: string): readonly string[] => {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, letter => hookedLetters[letter]!)
    .replace(/[^a-z0-9]+/g, ' ')
  return joinLetters(` ${plain} `).replace(additions, '').split(' ').filter(Boolean)
}

const fullDirections: Readonly<Record<string, string>> = {
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  c: 'central',
}

const opposites: Readonly<Record<string, string>> = {
  north: 'south',
  south: 'north',
  east: 'west',
  west: 'east',
}

/** `north-east`, `northeast`, `n/e` and `NE` are north and east. */
const directionsIn = (word: string): readonly string[] => {
  const [, ...parts] = /^(?:(north|south|n|s)?(east|west|e|w)?|(central|c))$/.exec(word) ?? []
  return parts.flatMap(part => (part ? fullDirections[part[0]!]! : []))
}

export interface PlaceWords {
  /** What tells a place from others, but for its direction: of Akoko North-East, Akoko. */
  readonly stem: readonly string[]
  readonly directions: readonly string[]
}

export const readPlaceWords = (name: string): PlaceWords => {
  const words = plainWords(name)
  return {
    stem: words.filter(word => directionsIn(word).length === 0),
    directions: words.flatMap(directionsIn),
  }
}

/** Equal for two spellings of a name that differ in nothing but signs, spaces, additions and how they write a direction. */
export const placeKey = (name: string): string =>
  plainWords(name)
    .map(word => directionsIn(word).join('') || word)
    .join('')

export const areOpposed = (some: readonly string[], others: readonly string[]): boolean =>
  some.some(word => others.includes(opposites[word]!))
