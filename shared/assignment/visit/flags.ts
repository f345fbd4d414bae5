import { metresBetween } from '../../location/position.ts'
import { describeDuration, isBeyond, describeMetres } from './measure.ts'
import { photoRules } from './photo-flags.ts'
import { fixAtShutter, takenAtMs, thresholds, type Visit, type VisitDevice } from './visit.ts'

/** Of what counts as remarkable: a receipt says by which rules a record ended. */
export const flagsVersion = 1

/**
 * What is remarkable about a visit, for a reviewer: never a reason to refuse anything. What a browser states is as true as
 * its device; it cannot see mock locations, so a flag that is missing proves nothing.
 */
export interface Flag {
  readonly code: FlagCode
  /** A sentence for a reviewer, with the numbers. */
  readonly reason: string
  /** The photo that it is about, if it is about one. */
  readonly slot?: string
}

/** Says in a sentence what is remarkable about a visit as a whole, if anything is. */
type VisitRule = (visit: Visit) => string | undefined

const positionUnknown: VisitRule = ({ stated }) =>
  stated.precision === 'centre'
    ? 'The order gave no position, only a state and an LGA: no distance to the address can be told.'
    : undefined

/** The first photo of a visit with a position, by the server's clock. */
const arrivalOf = ({ photos }: Visit) =>
  photos
    .flatMap(photo => {
      const fix = fixAtShutter(photo)
      return fix ? [{ fix, atMs: takenAtMs(photo) }] : []
    })
    .toSorted((one, other) => one.atMs - other.atMs)[0]

const impossibleSpeed: VisitRule = visit => {
  const arrival = arrivalOf(visit)
  if (!arrival || !visit.previous) return undefined
  const far = metresBetween(visit.previous, arrival.fix)
  const tookMs = Math.abs(arrival.atMs - Date.parse(visit.previous.at))
  const kmPerHour = far / 1000 / (tookMs / 3_600_000)
  if (far < thresholds.shortestTripMetres || kmPerHour <= thresholds.speedKmPerHour) return undefined
  const speed = Number.isFinite(kmPerHour) ? ` (${Math.round(kmPerHour)} km/h)` : ''
  return `The agent was seen ${describeMetres(far)} away ${describeDuration(tookMs)} before or after${speed}.`
}

const clockOff: VisitRule = ({ photos }) => {
  const offset = photos
    .map(({ clockOffsetMs }) => clockOffsetMs)
    .toSorted((one, other) => Math.abs(other) - Math.abs(one))[0]
  if (offset === undefined || !isBeyond(Math.abs(offset), thresholds.clockMinutes)) return undefined
  return `The device’s clock was ${describeDuration(offset)} ${offset > 0 ? 'behind' : 'ahead'}.`
}

const firstUseMs = ({ photos }: Visit, device: VisitDevice): number =>
  Math.min(...photos.filter(({ deviceId }) => deviceId === device.id).map(takenAtMs))

const deviceNew: VisitRule = visit => {
  const ages = visit.devices.map(device => firstUseMs(visit, device) - Date.parse(device.enrolledAt))
  const youngest = Math.min(...ages)
  return isBeyond(youngest, thresholds.newDeviceMinutes)
    ? undefined
    : `A device was enrolled ${describeDuration(Math.max(0, youngest))} before its first photo.`
}

const deviceShared: VisitRule = ({ devices }) => {
  const shared = devices.filter(({ isUsedByOthers }) => isUsedByOthers).length
  return shared > 0
    ? `${shared} of ${devices.length} devices of this visit ${shared === 1 ? 'is' : 'are'} used by another person, too.`
    : undefined
}

const visitRules = {
  position_unknown: positionUnknown,
  impossible_speed: impossibleSpeed,
  clock_off: clockOff,
  device_new: deviceNew,
  device_shared: deviceShared,
} satisfies Record<string, VisitRule>

export type FlagCode = keyof typeof photoRules | keyof typeof visitRules

/** What an honest visit hardly shows. The others happen every day: an old phone, a first day, a house without a number. */
const critical: ReadonlySet<FlagCode> = new Set([
  'far_from_address',
  'accuracy_zero',
  'fixes_identical',
  'photo_seen_before',
  'photo_twice',
  'before_claim',
  'after_report',
  'impossible_speed',
  'device_shared',
])
export const isCritical = ({ code }: Flag): boolean => critical.has(code)

const flag = (code: string, reason: string | undefined, slot?: string): readonly Flag[] =>
  reason === undefined ? [] : [{ code: code as FlagCode, reason, ...(slot !== undefined && { slot }) }]

/** What is remarkable about a visit as a whole, then about its photos in their order. */
export const flagsOf = (visit: Visit): readonly Flag[] => [
  ...Object.entries(visitRules).flatMap(([code, rule]) => flag(code, rule(visit))),
  ...visit.photos.flatMap(photo =>
    Object.entries(photoRules).flatMap(([code, rule]) => flag(code, rule(photo, visit), photo.slot)),
  ),
]
