import { decodePolyline } from './area.ts'
import centres from './lga-centres.json' with { type: 'json' }
import { allStates, lgasOf } from './location.ts'
import type { Coordinates } from './position.ts'

let centreById: ReadonlyMap<number, Coordinates> | undefined

const readCentres = (): ReadonlyMap<number, Coordinates> => {
  const points = decodePolyline(centres)
  const lgas = allStates().flatMap(lgasOf)
  return new Map(lgas.map(({ id }, index) => [id, points[index]!]))
}

/** A position inside an LGA, in the middle of its outline if that is inside. @param id of an LGA in the list */
export const lgaCentre = (id: number): Coordinates => {
  centreById ??= readCentres()
  return centreById.get(id)!
}
