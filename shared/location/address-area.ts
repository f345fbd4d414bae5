import { lgaCentre } from './lga-centre.ts'
import reaches from './lga-reaches.json' with { type: 'json' }
import { allStates, lgasOf } from './location.ts'
import { type Coordinates, metresBetween } from './position.ts'
import { findPositionFault, type PositionFault } from './position-fault.ts'

/** People name the LGA beside theirs, and outlines are off by up to 2 km: a refusal needs more. */
const besideMetres = 30_000

let reachById: ReadonlyMap<number, number> | undefined

/** Metres from the middle of an LGA to its farthest point, stored as kilometres in the order of the LGAs. */
const readReaches = (): ReadonlyMap<number, number> => {
  const kilometres = reaches.split(' ')
  const lgas = allStates().flatMap(lgasOf)
  return new Map(lgas.map(({ id }, index) => [id, 1000 * Number(kilometres[index])]))
}

const reachOf = (lgaId: number): number => {
  reachById ??= readReaches()
  return reachById.get(lgaId)!
}

const isNear = (lgaId: number, position: Coordinates): boolean =>
  metresBetween(lgaCentre(lgaId), position) <= reachOf(lgaId) + besideMetres

/** Why a position that a person stated cannot be that of an address in this LGA; undefined if it can. */
export const findAddressFault = (lgaId: number, position: Coordinates): PositionFault | undefined =>
  // Beyond the poles the distance would be that of another place.
  findPositionFault(position, stated => Math.abs(stated.latitude) <= 90 && isNear(lgaId, stated))
