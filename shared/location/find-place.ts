import { allStates, type Lga, lgasOf, type State } from './location.ts'
import names from './place-names.json' with { type: 'json' }
import { areOpposed, type PlaceWords, placeKey, readPlaceWords } from './place-words.ts'

/*
 * What else places are called, so that an order is understood however a list spells them. Of each state that needs it,
 * `place-names.json` has its own other names; its LGAs; and towns that are no LGA, with the LGAs in which they lie. An LGA
 * comes with each spelling and the lists that write it so, its name in our list first. One that is not there is written
 * alike in the four official lists:
 *
 * - `C`: the Constitution of 1999, First Schedule, with its slips of the pen ("Tqngaza")
 * - `I`: INEC, the electoral commission, as of 2026 (facts by way of the PyPI package `naija-data` 1.0.0, CC BY 4.0)
 * - `O`: the Surveyor General and OCHA, 2020, by way of geoBoundaries (CC BY 3.0 IGO), as the outlines
 * - `P`: the code system of NPHCDA and the Pharmacy Council, 2025 (`Nigeria-FHIR-Community/PCN-ePharmacy`)
 *
 * Others: `N`, the npm package `nigerian-states-and-lgas` 1.0.8 (ISC), whose name was ours until November 2026; `A`, `S`, `L`,
 * the npm packages `naija-state-local-government` 1.1.2 (MIT), `nigeria-states-lgas` 0.0.2 (MIT) and `nigerian-states-lgas`
 * 1.0.3 (ISC); `K`, `temikeezy/nigeria-geojson-data` (MIT); `U`, in use among people: older names, halves, abbreviations.
 *
 * An LGA has the name that most of the four official lists agree on; of two against two, that of INEC and NPHCDA, the
 * lists in daily use, if those agree; else the name that it had.
 */
const namesOf = (state: State): { names?: string; lgas?: string; towns?: string } =>
  names[state.name as keyof typeof names] ?? {}

const split = (text: string | undefined, sign: string): readonly string[] => text?.split(sign) ?? []

export interface Spelling {
  readonly name: string
  /** Of those that write it so, the letters. */
  readonly lists: string
}

const readSpelling = (text: string): Spelling => {
  const end = text.lastIndexOf(' ')
  return { name: text.slice(0, end), lists: text.slice(end + 1) }
}

/** Of the LGAs in whose spelling lists differ: the own name first. */
export const lgaSpellings = (state: State): readonly (readonly [own: Spelling, ...others: Spelling[]])[] =>
  split(namesOf(state).lgas, '; ').map(entry => {
    const [own, ...others] = entry.split(', ').map(readSpelling)
    return [own!, ...others] as const
  })

/** Either half of `A/B` is a name, too. */
const halvesOf = (name: string): readonly string[] => (name.includes('/') ? name.split('/') : [])

interface NamedPlace<Row> extends PlaceWords {
  readonly row: Row
}

interface Gazetteer<Row> {
  readonly byKey: ReadonlyMap<string, Row>
  readonly places: readonly NamedPlace<Row>[]
  /** By key. */
  readonly towns: ReadonlyMap<string, readonly string[]>
}

/** `T/Balewa` for Tafawa Balewa, as people write. */
const abbreviate = (name: string): readonly string[] => {
  const [first, ...rest] = name.split(' ')
  return rest.length > 0 && readPlaceWords(name).stem.length > 1 ? [`${first![0]}/${rest.join(' ')}`] : []
}

/** Without those that two places have: `O/Ngwa`. */
const abbreviationsOf = <Row extends { readonly name: string }>(rows: readonly Row[]) => {
  const all = rows.flatMap(row => abbreviate(row.name).map(name => [name, row] as const))
  return [...Map.groupBy(all, ([name]) => placeKey(name)).values()]
    .filter(({ length }) => length === 1)
    .flat()
}

/** Own names win over what another place is called besides. */
const gazetteer = <Row extends { readonly name: string }>(
  named: readonly (readonly [row: Row, others: readonly string[]])[],
  towns: readonly (readonly [key: string, lgaNames: readonly string[]])[] = [],
): Gazetteer<Row> => {
  const rows = [
    ...abbreviationsOf(named.map(([row]) => row)),
    ...named.flatMap(([row, others]) => others.map(name => [name, row] as const)),
    ...named.map(([row]) => [row.name, row] as const),
  ]
  return {
    byKey: new Map(rows.map(([name, row]) => [placeKey(name), row])),
    places: named.flatMap(([row, others]) =>
      [row.name, ...others].map(name => ({ row, ...readPlaceWords(name) })),
    ),
    towns: new Map(towns),
  }
}

let states: Gazetteer<State> | undefined
const lgasByState = new Map<number, Gazetteer<Lga>>()

const statesGazetteer = (): Gazetteer<State> => {
  states ??= gazetteer(allStates().map(state => [state, split(namesOf(state).names, ', ')] as const))
  return states
}

const readTowns = (state: State) =>
  split(namesOf(state).towns, '; ').map(entry => {
    const [town, lgaNames] = entry.split(': ') as [string, string]
    return [placeKey(town), lgaNames.split(', ')] as const
  })

const readLgas = (state: State): Gazetteer<Lga> => {
  const spellings = new Map(
    lgaSpellings(state).map(([own, ...others]) => [own.name, others.map(({ name }) => name)]),
  )
  return gazetteer(
    lgasOf(state).map(lga => [lga, [...halvesOf(lga.name), ...(spellings.get(lga.name) ?? [])]] as const),
    readTowns(state),
  )
}

const lgasGazetteer = (state: State): Gazetteer<Lga> => {
  const made = lgasByState.get(state.id) ?? readLgas(state)
  lgasByState.set(state.id, made)
  return made
}

/**
 * The place of that name; else that before a remark, in `Kuje (Abuja)` or `Ikeja, Lagos`, if the remark says nothing else.
 * @param around what the place lies in, which a remark may name, and a name may end with
 */
const find = <Row>(
  byKey: ReadonlyMap<string, Row>,
  name: string,
  around: readonly string[] = [],
): Row | undefined => {
  const found = byKey.get(placeKey(name))
  if (found) return found
  const [before, ...remarks] = name.split(/[(,]/).map(placeKey)
  const place = byKey.get(before!)
  const other = remarks.some(
    remark => !around.includes(remark) && byKey.has(remark) && byKey.get(remark) !== place,
  )
  if (place && remarks.length > 0) return other ? undefined : place
  const key = placeKey(name)
  const end = around.find(one => key.endsWith(one))
  return end ? byKey.get(key.slice(0, -end.length)) : undefined
}

/** Levenshtein distance: the fewest single-character edits between two strings. */
const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

/**
 * A slip of the pen: fewer than a letter in three is another. What is further away is another place, not this one, and so is
 * a short name with one other letter: Kano and Kabo, Ife and Ede.
 */
const isNear = (far: number, wanted: string): boolean =>
  far === 0 || (wanted.length > 4 && far * 3 < wanted.length)

const hasAll = (words: readonly string[], some: readonly string[]): boolean =>
  some.every(word => words.includes(word))

/** A stem that is all of the other's, or part of it, is no slip: `Ibadan` in `Ibadan Central`. */
const stemDistance = (sent: readonly string[], stem: readonly string[]): number =>
  hasAll(stem, sent) || (stem.length > 0 && hasAll(sent, stem))
    ? 0
    : editDistance(stem.join(''), sent.join(''))

const nearestByStem = <Row>(places: readonly NamedPlace<Row>[], { stem }: PlaceWords) => {
  const measured = places.map(place => ({ place, far: stemDistance(stem, place.stem) }))
  const least = Math.min(...measured.map(({ far }) => far))
  return isNear(least, stem.join('')) ? measured.filter(({ far }) => far === least) : []
}

/** Of places with one stem those in the direction that was sent, else in one that includes it, else in none against it. */
const byDirection = <Row>(places: readonly NamedPlace<Row>[], sent: readonly string[]) => {
  const including = places.filter(({ directions }) => hasAll(directions, sent))
  const exact = including.filter(({ directions }) => directions.length === sent.length)
  if (exact.length > 0 && sent.length > 0) return exact
  return including.length > 0 ? including : places.filter(({ directions }) => !areOpposed(directions, sent))
}

/** One word is whole, and others may be the beginnings of longer ones: `Calabar Muni`. */
const namesAllOf = ({ stem, directions }: PlaceWords, sent: readonly string[]): boolean => {
  const words = [...stem, ...directions]
  const begins = (part: string) => part.length > 2 && words.some(word => word.startsWith(part))
  return sent.some(word => stem.includes(word)) && sent.every(word => words.includes(word) || begins(word))
}

/** A direction alone names no place. Of what was sent the stem decides, and its direction only among places of that stem. */
const suggest = <Row extends { readonly name: string }>(
  places: readonly NamedPlace<Row>[],
  name: string,
): readonly string[] => {
  const sent = readPlaceWords(name)
  if (sent.stem.length === 0) return []
  const withAllWords = places.filter(place => namesAllOf(place, [...sent.stem, ...sent.directions]))
  const near = nearestByStem(places, sent).map(({ place }) => place)
  const found = withAllWords.length > 0 ? withAllWords : byDirection(near, sent.directions)
  return [...new Set(found.map(({ row }) => row.name))]
}

/** Why a name is no place of the list. */
export interface UnknownName {
  /** In the order of the list; none where none is near. */
  readonly suggestions: readonly string[]
  /** It is a town or district that lies in these LGAs. */
  readonly isTown: boolean
}

const findOrSuggest = <Row extends { readonly name: string }>(
  { byKey, places, towns }: Gazetteer<Row>,
  name: string,
  around?: readonly string[],
): Row | UnknownName => {
  const found = find(byKey, name, around)
  if (found) return found
  const lgaNames = find(towns, name, around)
  return lgaNames
    ? { suggestions: lgaNames, isTown: true }
    : { suggestions: suggest(places, name), isTown: false }
}

/** By any of its names: `FCT`, `Abuja`, `Lagos State`. */
export const findState = (name: string): State | UnknownName => findOrSuggest(statesGazetteer(), name)

/** By any of its names: `Eti-Osa L.G.A.`, `Egbado North`, `Oshodi`. */
export const findLga = (state: State, name: string): Lga | UnknownName => {
  const around = [state.name, ...split(namesOf(state).names, ', ')].map(placeKey)
  return findOrSuggest(lgasGazetteer(state), name, around)
}
