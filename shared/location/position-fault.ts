import type { Coordinates } from './position.ts'

export type PositionFault = 'zero' | 'swapped' | 'outside'

/** A tenth of a kilometre about null island: devices that know no place round it. */
const isZero = ({ latitude, longitude }: Coordinates): boolean =>
  Math.abs(latitude) < 0.001 && Math.abs(longitude) < 0.001

/** Why a position that a person stated cannot be what they mean; undefined if it can. */
export const findPositionFault = (
  position: Coordinates,
  canBe: (position: Coordinates) => boolean,
): PositionFault | undefined => {
  if (isZero(position)) return 'zero'
  if (canBe(position)) return undefined
  const { latitude, longitude } = position
  return canBe({ latitude: longitude, longitude: latitude }) ? 'swapped' : 'outside'
}

/** In a box around the country, in which latitude and longitude hardly change places. */
export const isInNigeria = ({ latitude, longitude }: Coordinates): boolean =>
  latitude >= 4 && latitude <= 14 && longitude >= 2.5 && longitude <= 15
