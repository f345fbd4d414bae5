import { readName } from '../../http/contract/reading.ts'
import type { MatchKind } from '../contract/check.ts'

export interface Names {
  readonly firstname: string
  readonly lastname: string
  readonly middlename?: string
}

export type ReadableNames = { [F in keyof Names]?: string }

/** Hausa letters that Unicode does not decompose into a base letter and a mark. */
const hookedLetters: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }

/** Words that begin a compound and are not a whole name before another word: "Abu" is not "Abu Bakr". */
export const compoundLeads: ReadonlySet<string> = new Set(
  'abd abdul abu umm al el oluwa olu ade ola chukwu chi nwa dan yar mai mwana st'.split(' '),
)

/** "Son of" and "daughter of": a last name is the same with and without them. */
const filialWords: ReadonlySet<string> = new Set('arap bin ibn binti bint wa ole'.split(' '))

const marks = /[\u0300-\u036f]/g
const hooked = /[ɓɗƙƴ]/g
const apostrophes = /['’‘‛`´′＇ʹʻʼʽʾʿˈ]/g
const dotsAndCommas = /[.,]/g
const spaces = /\s+/g
const assimilatedArticle = /(^| )abd[ -]?u([dnrstz])[ -]?(?=\2)/g
const article = /(^| )abd[ -]?[aeu]l[ -]?(?=\p{L}{2})/gu

const withoutMarks = (text: string): string => {
  const bare = readName(text).toLowerCase().normalize('NFD').replace(marks, '')
  return bare.replace(hooked, letter => hookedLetters[letter] ?? letter)
}

const respace = (text: string): string => {
  const spaced = text.replace(dotsAndCommas, ' ').replace(spaces, ' ').trim()
  return spaced.replace(assimilatedArticle, '$1abdul').replace(article, '$1abdul')
}

/** Lower-case words, with hyphens between parts of a compound. */
export const foldName = (name: string): string =>
  respace(withoutMarks(name).replace(apostrophes, '')).normalize('NFD')

export const hasContent = (name: string): boolean => /[\p{L}\p{N}]/u.test(foldName(name))

const bindCompounds = (words: string[]): string[] => {
  const bound: string[] = []
  let lead = ''
  for (const word of words) {
    if (compoundLeads.has(word)) lead += word
    else {
      bound.push(lead + word)
      lead = ''
    }
  }
  return lead === '' ? bound : [...bound, lead]
}

const splitWords = (folded: string): string[] => folded.split(/[ -]/).filter(word => word !== '')

/** A hyphenated compound counts as one name. */
const separateNames = (name: string | undefined): string[] => {
  const words = foldName(name ?? '').split(' ')
  return bindCompounds(words.map(word => word.replaceAll('-', '')).filter(word => word !== ''))
}

const boundaries = (words: string[]): Set<number> => {
  let offset = 0
  return new Set(words.map(word => (offset += word.length)))
}

/** "Ada Musa" and "Adam Usa" have the same letters: only a split that the other side leaves whole may differ. */
const areSameCompound = (left: string[], right: string[]): boolean => {
  if (left.join('') !== right.join('')) return false
  if (left.length === right.length) return left.join(' ') === right.join(' ')
  if ([...left, ...right].some(word => word.length === 1)) return false
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left]
  const finer = boundaries(more)
  return [...boundaries(fewer)].every(offset => finer.has(offset))
}

const apostrophesAsSpaces = (name: string): string =>
  splitWords(respace(withoutMarks(name).replace(apostrophes, ' '))).join(' ')

const areOneCompound = (left: string, right: string): boolean => {
  if (areSameCompound(splitWords(foldName(left)), splitWords(foldName(right)))) return true
  return apostrophesAsSpaces(left) === apostrophesAsSpaces(right)
}

const sortedWords = (name: string): string =>
  bindCompounds(splitWords(foldName(name)))
    .sort()
    .join(' ')

/** Symmetric; undefined if the names differ. */
export const sameName = (left: string, right: string): MatchKind | undefined => {
  if (!hasContent(left) || !hasContent(right)) return undefined
  if (readName(left) === readName(right)) return 'exact'
  if (readName(left).toLowerCase() === readName(right).toLowerCase()) return 'case'
  if (withoutMarks(left) === withoutMarks(right)) return 'diacritics'
  if (areOneCompound(left, right)) return 'punctuation'
  return sortedWords(left) === sortedWords(right) ? 'compound-order' : undefined
}

const firstLetter = (name: string): string => [...name.slice(0, 2)][0] ?? ''
const isInitial = (name: string): boolean => name === firstLetter(name)

const isInitialOf = (left: string, right: string): boolean =>
  firstLetter(left) === firstLetter(right) && (isInitial(left) || isInitial(right))

const middleNamesOf = (registered: ReadableNames): string[] => {
  const { firstname, middlename, lastname } = registered
  const besides = [...separateNames(firstname).slice(1), ...separateNames(lastname).slice(0, -1)]
  return [...separateNames(middlename), ...besides]
}

const areKnown = (names: string[], known: string[]): boolean => {
  const all = new Set(known)
  const initials = new Set(known.map(firstLetter))
  return names.every(
    name => all.has(name) || all.has(firstLetter(name)) || (isInitial(name) && initials.has(name)),
  )
}

const withoutFilialWords = (names: string[]): string[] =>
  names.filter((name, index) => index === names.length - 1 || !filialWords.has(name))

type OuterField = 'firstname' | 'lastname'

/** "Oluwa Seun" against first name "Oluwa" and middle name "Seun". */
const isSpreadOverFields = (field: OuterField, supplied: string, registered: ReadableNames): boolean => {
  const { firstname, middlename, lastname } = registered
  const spread = field === 'firstname' ? [firstname, middlename] : [middlename, lastname]
  const how = middlename === undefined ? undefined : sameName(supplied, spread.join(' '))
  return how !== undefined && how !== 'compound-order'
}

const compareWithExtras = (field: OuterField, supplied: string, registered: ReadableNames): MatchKind => {
  if (isSpreadOverFields(field, supplied, registered)) return 'extra-middle-name'
  const [own, theirs] = [separateNames(supplied), separateNames(registered[field])]
  const isFirst = field === 'firstname'
  const [ownOuter = '', theirOuter = ''] = isFirst ? [own[0], theirs[0]] : [own.at(-1), theirs.at(-1)]
  if (isInitialOf(ownOuter, theirOuter)) return 'initial'
  if (ownOuter !== theirOuter) return 'different'
  const extras = isFirst ? own.slice(1) : withoutFilialWords(own).slice(0, -1)
  return areKnown(extras, middleNamesOf(registered)) ? 'extra-middle-name' : 'different'
}

export const compareName = (field: OuterField, supplied: string, registered: ReadableNames): MatchKind => {
  const theirs = registered[field]
  if (theirs === undefined) return 'missing'
  if (!hasContent(supplied)) return 'different'
  return sameName(supplied, theirs) ?? compareWithExtras(field, supplied, registered)
}

/** Against every registered name except first and last. */
export const compareMiddleName = (supplied: string, registered: ReadableNames): MatchKind => {
  const known = middleNamesOf(registered)
  if (known.length === 0) return 'missing'
  const same = registered.middlename === undefined ? undefined : sameName(supplied, registered.middlename)
  if (same) return same
  const names = separateNames(supplied)
  if (names.length === 0 || !areKnown(names, known)) return 'different'
  const whole = new Set(known)
  return names.every(name => whole.has(name)) ? 'extra-middle-name' : 'initial'
}

const wordsOf = ({ firstname, middlename, lastname }: ReadableNames): string[] =>
  [firstname, middlename, lastname].flatMap(name => {
    const words = separateNames(name)
    return words.length > 1 ? words.filter(word => !filialWords.has(word)) : words
  })

const take = (from: string[], isWanted: (name: string) => boolean): boolean => {
  const at = from.findIndex(isWanted)
  if (at >= 0) from.splice(at, 1)
  return at >= 0
}

/**
 * Whether somebody has the registered person's names in whichever fields and order: the registered first and last name are
 * among them, and every other is a name of the registry or an initial of one. An added name is none.
 */
export const isArrangementOf = (supplied: ReadableNames, registered: ReadableNames): boolean => {
  if (supplied.middlename !== undefined && !hasContent(supplied.middlename)) return false
  const outer = [separateNames(registered.firstname)[0], separateNames(registered.lastname).at(-1)]
  const [own, theirs] = [wordsOf(supplied), wordsOf(registered)]
  const hasOuter = outer.every(
    name =>
      name !== undefined &&
      !isInitial(name) &&
      take(own, word => word === name) &&
      take(theirs, word => word === name),
  )
  if (!hasOuter) return false
  const whole = own.filter(name => !take(theirs, word => word === name))
  return whole.every(name => take(theirs, word => isInitialOf(name, word)))
}

/** The way of a person with one name: the same name is sent as first and as last name. */
export const compareSingleName = (supplied: Names, only: string): MatchKind | undefined =>
  sameName(supplied.firstname, supplied.lastname) && sameName(supplied.firstname, only)
