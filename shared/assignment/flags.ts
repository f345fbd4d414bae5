import { metresBetween } from '../location/position.ts'
import {
  fixAtShutter,
  takenAtMs,
  thresholds,
  type Visit,
  type VisitPhoto,
  type VisitDevice,
} from './visit.ts'

/** How measures stand in sentences for reviewers. */
export const describeMetres = (value: number): string =>
  value < 10_000 ? `${Math.round(value)} m` : `${Math.round(value / 1000)} km`

const minuteMs = 60_000

/** Whole minutes, hours where there are many. */
export const describeDuration = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / minuteMs)
  if (minutes < 1) return 'less than a minute'
  return minutes < 600 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${Math.round(minutes / 60)} hours`
}

export const isBeyond = (ms: number, minutes: number): boolean => ms > minutes * minuteMs

/** Says in a sentence what is remarkable about a photo, if anything is. */
type PhotoRule = (photo: VisitPhoto, visit: Visit) => string | undefined

const farFromAddress: PhotoRule = (photo, { stated, radiusMetres }) => {
  const fix = fixAtShutter(photo)
  if (!fix || stated.precision === 'centre') return undefined
  const far = metresBetween(fix, stated)
  return far > radiusMetres
    ? `Taken ${describeMetres(far)} from the stated position; up to ${describeMetres(radiusMetres)} are expected.`
    : undefined
}

const accuracyZero: PhotoRule = ({ fixes }) => {
  const zero = fixes.filter(({ accuracyMetres }) => accuracyMetres === 0).length
  return zero > 0
    ? `${zero} of ${fixes.length} fixes claim an accuracy of 0 m, as made-up ones do.`
    : undefined
}

const accuracyRound: PhotoRule = ({ fixes }) => {
  const [first, ...others] = fixes.map(({ accuracyMetres }) => accuracyMetres)
  const isRound = first !== undefined && first > 0 && first % thresholds.roundAccuracyMetres === 0
  const isSame = others.length + 1 >= thresholds.fewestComparedFixes && others.every(one => one === first)
  return isRound && isSame ? `All ${fixes.length} fixes claim an accuracy of exactly ${first} m.` : undefined
}

const accuracyPoor: PhotoRule = ({ fixes }) => {
  const best = Math.min(...fixes.map(({ accuracyMetres }) => accuracyMetres))
  return fixes.length > 0 && best > thresholds.poorAccuracyMetres
    ? `Its best fix is accurate to ${describeMetres(best)} only.`
    : undefined
}

const fixesIdentical: PhotoRule = ({ fixes }) => {
  const places = new Set(fixes.map(({ latitude, longitude }) => `${latitude} ${longitude}`))
  return fixes.length >= thresholds.fewestComparedFixes && places.size === 1
    ? `All ${fixes.length} fixes are the same to the last digit, though a measured position wavers.`
    : undefined
}

const fixesOld: PhotoRule = ({ fixes, capturedAt }) => {
  const newestMs = Math.max(...fixes.map(({ at }) => Date.parse(at)))
  const ageMs = Date.parse(capturedAt) - newestMs
  return fixes.length > 0 && isBeyond(ageMs, thresholds.fixAgeMinutes)
    ? `Its newest fix is ${describeDuration(ageMs)} older than the photo.`
    : undefined
}

const noFixes: PhotoRule = ({ fixes }) =>
  fixes.length === 0 ? 'Its device stated no position: 0 fixes.' : undefined

const seenBefore: PhotoRule = ({ sha256 }, visit) =>
  visit.seenBefore.includes(sha256) ? 'The very same photo stands in another verification.' : undefined

const sameTwice: PhotoRule = (photo, { photos }) => {
  const first = photos.find(({ sha256 }) => sha256 === photo.sha256)!
  return first.slot === photo.slot ? undefined : `The very same photo stands in ${first.slot}.`
}

const beforeClaim: PhotoRule = (photo, { claimedAt }) => {
  const earlyMs = Date.parse(claimedAt) - takenAtMs(photo)
  return isBeyond(earlyMs, thresholds.sessionSlackMinutes)
    ? `Taken ${describeDuration(earlyMs)} before the visit was claimed.`
    : undefined
}

const afterReport: PhotoRule = (photo, { reportedAt }) => {
  const lateMs = reportedAt === undefined ? 0 : takenAtMs(photo) - Date.parse(reportedAt)
  return isBeyond(lateMs, thresholds.sessionSlackMinutes)
    ? `Taken ${describeDuration(lateMs)} after the visit was reported.`
    : undefined
}

const fromFile: PhotoRule = ({ source }) =>
  source === 'file' ? 'Chosen as a file instead of taken in the viewfinder: it may be older.' : undefined

/** What can be remarkable about a photo, by the code of its flag. */
export const photoRules = {
  far_from_address: farFromAddress,
  accuracy_zero: accuracyZero,
  accuracy_round: accuracyRound,
  accuracy_poor: accuracyPoor,
  fixes_identical: fixesIdentical,
  fixes_old: fixesOld,
  no_fixes: noFixes,
  photo_seen_before: seenBefore,
  photo_twice: sameTwice,
  before_claim: beforeClaim,
  after_report: afterReport,
  from_file: fromFile,
} satisfies Record<string, PhotoRule>

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
