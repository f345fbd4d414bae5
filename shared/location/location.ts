import places from './places.json' with { type: 'json' }

export interface State {
  readonly id: number
  readonly name: string
  /** Of its capital, degrees, WGS 84. */
  readonly latitude: number
  readonly longitude: number
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

const readState = (line: string, place: number) => {
  const [name, latitude, longitude, lgaNames] = line.split('|') as [string, string, string, string]
  const state: State = {
    id: place + 1,
    name,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }
  const lgas = once(() =>
    lgaNames
      .split(',')
      .map((own, number): Lga => ({ id: 100 * state.id + number + 1, name: own, stateId: state.id })),
  )
  return { state, lgas }
}

/**
 * The 36 states and the Federal Capital Territory in the order of their ids, from 1, each a text that is read when somebody
 * asks for it: name, latitude and longitude of the capital; then the names of its LGAs, in the order of theirs. Ids are fixed,
 * because integrators keep them: an LGA's is its state's and its place in the list, 2501 the first of state 25, so a new one is
 * added at its state's end, and none is removed. States are named as in section 3 of the Constitution. `find-place.ts` says
 * which name of an LGA is its own, who writes it so, and what else it is called.
 */
const read = once(() => places.map(readState))

/** In the order of their ids, which are 1, 2, 3 … */
export const allStates = once((): readonly State[] => read().map(({ state }) => state))

export const lgasOf = (state: State): readonly Lga[] => read()[state.id - 1]!.lgas()

export const stateById = (id: number): State | undefined => allStates()[id - 1]

export const lgaById = (id: number): Lga | undefined =>
  read()[Math.floor(id / 100) - 1]?.lgas()[(id % 100) - 1]

export const mapUrl = (latitude: number, longitude: number): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
