import { type Coordinates, isCentre, metresBetween } from '../../../../../shared/location/position.ts'
import { clocks } from '../../../../../shared/texts/format.ts'
import type { WorkItem } from '../../../../../shared/review/contract.ts'

export const isLate = ({ dueAt }: WorkItem, nowMs: number): boolean => Date.parse(dueAt) <= nowMs

/** Metres to the address; undefined where an area alone is known of it, or nothing of the phone. */
export const metresTo = ({ place }: WorkItem, here: Coordinates | undefined): number | undefined =>
  here && place && !isCentre(place.precision) ? metresBetween(here, place) : undefined

interface WalkStart {
  /** Where the phone was last. */
  readonly here: Coordinates | undefined
  readonly nowMs: number
}

const byDue = (works: readonly WorkItem[]): readonly WorkItem[] =>
  [...works].sort((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt))

const nearestTo = (works: readonly WorkItem[], here: Coordinates): WorkItem | undefined => {
  const distanceTo = (work: WorkItem): number => metresTo(work, here) ?? Number.POSITIVE_INFINITY
  const distances = works.map(distanceTo)
  const least = Math.min(...distances)
  return Number.isFinite(least) ? works[distances.indexOf(least)] : undefined
}

/** From each stop to the nearest of the rest, as far as their places are known; of two as near, what is due first. */
const nearestFirst = (works: readonly WorkItem[], here: Coordinates): readonly WorkItem[] => {
  const next = nearestTo(works, here)
  if (!next?.place) return works
  return [
    next,
    ...nearestFirst(
      works.filter(work => work !== next),
      next.place,
    ),
  ]
}

/** A day on the clock of the place, counted from 1970. */
const toDayNumber = (ms: number): number => Math.floor((ms + clocks.ng.minutesAhead * 60_000) / 86_400_000)

/** The time that was agreed for another day, in milliseconds. */
const laterTime = ({ appointment }: WorkItem, nowMs: number): number | undefined => {
  if (!appointment || appointment.isOnTheWay) return undefined
  const atMs = Date.parse(appointment.at)
  return toDayNumber(atMs) > toDayNumber(nowMs) ? atMs : undefined
}

/**
 * The visits in an order to walk: what is late, from where the phone is; then the rest, from where that ended. What has
 * no known place comes behind, by the time when it is due, and without a position of the phone everything is so. What was
 * agreed for another day is last, by its time.
 */
export const walkOrder = (works: readonly WorkItem[], { here, nowMs }: WalkStart): readonly WorkItem[] => {
  const sorted = byDue(works.filter(work => laterTime(work, nowMs) === undefined))
  const others = works
    .filter(work => laterTime(work, nowMs) !== undefined)
    .sort((one, other) => laterTime(one, nowMs)! - laterTime(other, nowMs)!)
  const late = sorted.filter(work => isLate(work, nowMs))
  const later = sorted.filter(work => !isLate(work, nowMs))
  if (!here) return [...late, ...later, ...others]
  const first = nearestFirst(late, here)
  const end = first.filter(work => metresTo(work, here) !== undefined).at(-1)?.place ?? here
  return [...first, ...nearestFirst(later, end), ...others]
}

/** What is late first; then what is known to be near; then, where no distance is known, what is due. */
export const inOrder = (works: readonly WorkItem[], { here, nowMs }: WalkStart): readonly WorkItem[] =>
  [...works].sort(
    (one, other) =>
      Number(isLate(other, nowMs)) - Number(isLate(one, nowMs)) ||
      // Neither known: the difference is no number, and the next rule decides.
      (metresTo(one, here) ?? Number.POSITIVE_INFINITY) -
        (metresTo(other, here) ?? Number.POSITIVE_INFINITY) ||
      Date.parse(one.dueAt) - Date.parse(other.dueAt),
  )
