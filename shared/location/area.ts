import { type Coordinates, earthMetres } from './position.ts'

/** A state or an LGA. Its lines together are its outline, in any order: closed rings, or parts that meet at their ends. */
export interface OutlinedArea {
  readonly name: string
  readonly lines: readonly (readonly Coordinates[])[]
}

const base = 63
const more = 32

/** Reads a polyline as Google encodes it (https://developers.google.com/maps/documentation/utilities/polylinealgorithm), but to ten thousandths of a degree. */
export const decodePolyline = (text: string): readonly Coordinates[] => {
  let at = 0
  const readNumber = (): number => {
    let [value, shift, part] = [0, 0, more]
    while (part >= more) {
      part = text.charCodeAt(at++) - base
      value |= (part % more) << shift
      shift += 5
    }
    return value % 2 === 1 ? ~(value >> 1) : value >> 1
  }
  const points: Coordinates[] = []
  let [latitude, longitude] = [0, 0]
  while (at < text.length) {
    latitude += readNumber()
    longitude += readNumber()
    points.push({ latitude: latitude / 10_000, longitude: longitude / 10_000 })
  }
  return points
}

const metresPerDegree = (earthMetres * Math.PI) / 180

/** A side of an outline, in metres from a position. */
interface OutlineSide {
  readonly from: readonly [east: number, north: number]
  readonly to: readonly [east: number, north: number]
}

/** Where a point lies from another. East is measured at the latitude between the two: half a percent off over 1000 km. */
const offsetTo = (from: Coordinates, to: Coordinates) => {
  const between = (((from.latitude + to.latitude) / 2) * Math.PI) / 180
  const east = (to.longitude - from.longitude) * metresPerDegree * Math.cos(between)
  return [east, (to.latitude - from.latitude) * metresPerDegree] as const
}

const segmentsAround = ({ lines }: OutlinedArea, position: Coordinates): readonly OutlineSide[] =>
  lines.flatMap(line => {
    const points = line.map(point => offsetTo(position, point))
    return points.slice(1).map((to, index) => ({ from: points[index]!, to }))
  })

/** By the even-odd rule: a ray to the east crosses the outline of what one is in an odd number of times. */
const isAroundOrigin = (segments: readonly OutlineSide[]): boolean => {
  const crossed = segments.filter(({ from: [x, y], to: [toX, toY] }) => {
    const crosses = y > 0 !== toY > 0
    return crosses && x - (y * (toX - x)) / (toY - y) > 0
  })
  return crossed.length % 2 === 1
}

const metresFromOrigin = ({ from: [x, y], to: [toX, toY] }: OutlineSide): number => {
  const [alongX, alongY] = [toX - x, toY - y]
  const square = alongX ** 2 + alongY ** 2
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(x * alongX + y * alongY) / square))
  return Math.hypot(x + share * alongX, y + share * alongY)
}

/** Metres from the outline to a position outside; 0 for one inside. */
export const metresBeyond = (area: OutlinedArea, position: Coordinates): number => {
  const segments = segmentsAround(area, position)
  return isAroundOrigin(segments) ? 0 : Math.min(...segments.map(metresFromOrigin))
}
