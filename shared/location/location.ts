import places from './places.json' with { type: 'json' }

export interface State {
  readonly id: number
  readonly name: string
  /** Of its capital, degrees, WGS 84. */
  readonly latitude: number
  readonly longitude: number
  readonly aliases: readonly string[]
}

export interface Lga {
  readonly id: number
  readonly name: string
  readonly stateId: number
}

/** An LGA's id is its state's and its place there: 2411. */
export const stateIdOfLga = (lgaId: number): number => Math.floor(lgaId / 100)

/** Makes a value when it is first asked for. */
const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Letters and digits only, lower case, without marks and without the words that people add. */
const fold = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\b(state|lga|lcda|local government( area)?( council)?|area council)\b/g, '')
    .replace(/[^a-z0-9]/g, '')

const index = <Row extends { readonly id: number }>(rows: readonly (readonly [string, Row])[]) =>
  new Map(rows.map(([name, row]) => [fold(name), row]))

const namesIn = (list: string): readonly string[] => (list === '' ? [] : list.split(','))

const readState = (line: string, place: number) => {
  const [name, latitude, longitude, aliases, lgaNames] = line.split('|') as [
    string,
    string,
    string,
    string,
    string,
  ]
  const state: State = {
    id: place + 1,
    name,
    latitude: Number(latitude),
    longitude: Number(longitude),
    aliases: namesIn(aliases),
  }
  const lgas = once(() =>
    namesIn(lgaNames).map(
      (own, number): Lga => ({ id: 100 * state.id + number + 1, name: own, stateId: state.id }),
    ),
  )
  return { state, lgas, lgasByName: once(() => lgasByName(lgas())) }
}

/**
 * The 36 states and the Federal Capital Territory in the order of their ids, from 1, each a text that is read when somebody
 * asks for it: name, latitude and longitude of the capital, other names; then the names of its LGAs, in the order of
 * theirs. Ids are fixed, because integrators keep them: an LGA's is its state's and its place in the list, 2501 the first
 * of state 25, so a new one is added at its state's end, and none is removed. The names are those of the npm package
 * `nigerian-states-and-lgas` 1.0.8 (ISC licence).
 */
const read = once(() => places.map(readState))

/** In the order of their ids, which are 1, 2, 3 … */
export const allStates = once((): readonly State[] => read().map(({ state }) => state))

export const lgasOf = (state: State): readonly Lga[] => read()[state.id - 1]!.lgas()

const statesByName = once(() =>
  index(allStates().flatMap(state => [state.name, ...state.aliases].map(name => [name, state] as const))),
)

/** Names by which an LGA is also known: either half of `A/B`, and Abuja's city for its council. */
const aliasesOf = ({ name }: Lga): string[] => [
  ...(name.includes('/') ? name.split('/') : []),
  ...(name === 'Abuja Municipal Area Council' ? ['AMAC', 'Abuja', 'Municipal', 'Abuja Municipal'] : []),
]

/** Own names come last, so that they win over another LGA's alias. */
const lgasByName = (rows: readonly Lga[]) =>
  index([
    ...rows.flatMap(lga => aliasesOf(lga).map(alias => [alias, lga] as const)),
    ...rows.map(lga => [lga.name, lga] as const),
  ])

export interface UnknownName {
  readonly nearest?: string
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

/** A slip of the pen: fewer than a letter in three is another. What is further away is another place, not this one. */
const isNear = (far: number, wanted: string): boolean => far * 3 < wanted.length

const nearest = <Row extends { readonly name: string }>(
  rows: Map<string, Row>,
  name: string,
): UnknownName => {
  const wanted = fold(name)
  const [best] = [...rows]
    .map(([key, row]) => ({ row, far: editDistance(key, wanted) }))
    .sort((a, b) => a.far - b.far)
  return best && isNear(best.far, wanted) ? { nearest: best.row.name } : {}
}

/** By name or usual alias: `FCT`, `Abuja`, `Lagos State`. */
export const findState = (name: string): State | UnknownName =>
  statesByName().get(fold(name)) ?? nearest(statesByName(), name)

export const findLga = (state: State, name: string): Lga | UnknownName => {
  const rows = read()[state.id - 1]!.lgasByName()
  return rows.get(fold(name)) ?? nearest(rows, name)
}

export const stateById = (id: number): State | undefined => allStates()[id - 1]

export const lgaById = (id: number): Lga | undefined =>
  read()[Math.floor(id / 100) - 1]?.lgas()[(id % 100) - 1]

export const mapUrl = (latitude: number, longitude: number): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
