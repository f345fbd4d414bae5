import { documentLocale, formatNumberIn } from '../texts/format.ts'
import type { PositionPrecision } from './contract.ts'

/** Degrees, WGS 84. */
export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/** The mean radius of the Earth. As it is no sphere, a distance may be 0.6 % off. */
export const earthMetres = 6_371_009

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const squareOfHalfSine = (angle: number): number => Math.sin(angle / 2) ** 2

/** Along a great circle, by the haversine formula. */
export const metresBetween = (one: Coordinates, other: Coordinates): number => {
  const [south, north] = [radians(one.latitude), radians(other.latitude)]
  const square =
    squareOfHalfSine(north - south) +
    Math.cos(south) * Math.cos(north) * squareOfHalfSine(radians(other.longitude - one.longitude))
  return 2 * earthMetres * Math.asin(Math.sqrt(Math.min(1, square)))
}

/** `85 m`, `1.4 km`. */
export const formatDistance = (metres: number, locale: string = documentLocale): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${formatNumberIn(locale, metres / 1000, 1)} km`

/** A search on a map in the browser (https://developers.google.com/maps/documentation/urls/get-started#search-action). */
export const mapSearchUrl = (words: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(words)}`

/** Whether a position names an area alone: no distance to the address may be told from it. */
export const isCentre = (precision: PositionPrecision): boolean =>
  precision === 'lga_centre' || precision === 'state_centre'
