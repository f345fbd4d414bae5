import type { WorkItem } from '../../../../../shared/work/contract.ts'

interface Point {
  readonly latitude: number
  readonly longitude: number
}

const radian = Math.PI / 180
/** The mean radius of the Earth, in metres. */
const radius = 6_371_000

/** Over the ground, as if it were a ball: right to half a per cent. */
export const metresBetween = (one: Point, other: Point): number => {
  const north = ((other.latitude - one.latitude) * radian) / 2
  const east = ((other.longitude - one.longitude) * radian) / 2
  const cosines = Math.cos(one.latitude * radian) * Math.cos(other.latitude * radian)
  return 2 * radius * Math.asin(Math.sqrt(Math.sin(north) ** 2 + cosines * Math.sin(east) ** 2))
}

/** How far a piece of work is from here, in metres; undefined where either is not known. */
export const metresTo = (work: WorkItem, here: Point | undefined): number | undefined =>
  here && work.place ? metresBetween(here, work.place) : undefined

const isLate = ({ dueAt }: WorkItem, nowMs: number): boolean => Date.parse(dueAt) <= nowMs

/** What is late first; then what is near, as far as that is known; then what is due first. */
export const inOrder = (
  works: readonly WorkItem[],
  { here, nowMs }: { readonly here: Point | undefined; readonly nowMs: number },
): readonly WorkItem[] =>
  [...works].sort(
    (one, other) =>
      Number(isLate(other, nowMs)) - Number(isLate(one, nowMs)) ||
      (metresTo(one, here) ?? 0) - (metresTo(other, here) ?? 0) ||
      Date.parse(one.dueAt) - Date.parse(other.dueAt),
  )
