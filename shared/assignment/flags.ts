import { type Coordinates, isCentre, metresBetween } from '../location/position.ts'
import { type DecisionFlag, decisionFlags } from '../verification/contract/contradiction.ts'
import {
  fixAtShutter,
  type PhotoSighting,
  takenAtMs,
  thresholds,
  type Visit,
  type VisitPhoto,
} from './visit.ts'

export const describeMetres = (value: number): string =>
  value < 10_000 ? `${Math.round(value)} m` : `${Math.round(value / 1000)} km`

const minuteMs = 60_000

const describeDuration = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / minuteMs)
  if (minutes < 1) return 'less than a minute'
  return minutes < 600 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${Math.round(minutes / 60)} hours`
}

const isBeyond = (ms: number, minutes: number): boolean => ms > minutes * minuteMs

/** A remark for the reviewer, never a reason to refuse. A browser cannot see mock locations: no flag proves nothing. */
export interface Flag {
  readonly code: FlagCode
  readonly reason: string
  readonly slot?: string
  /** The other photo, if its verification showed one before. */
  readonly seenIn?: PhotoSighting
}

type VisitRule = (visit: Visit) => string | undefined | false
type PhotoRule = (photo: VisitPhoto, visit: Visit) => string | undefined | false

const arrivalOf = ({ photos }: Visit) =>
  photos
    .flatMap(photo => {
      const fix = fixAtShutter(photo)
      return fix ? [{ fix, atMs: takenAtMs(photo) }] : []
    })
    .toSorted((one, other) => one.atMs - other.atMs)[0]

/** How far beyond the ordered state or else LGA a position is, in words. Undefined for one that is inside, or near enough. */
const describeOutside = (code: 'outside_state' | 'outside_lga', { area }: Visit, position?: Coordinates) => {
  if (!area || !position) return undefined
  const { lga, state } = area.metresBeyond(position)
  const isOutsideState = state > thresholds.areaSlackMetres
  if (code === 'outside_state')
    return isOutsideState
      ? `${describeMetres(state)} outside ${area.stateName}, the state of the order`
      : undefined
  return !isOutsideState && lga > thresholds.areaSlackMetres
    ? `${describeMetres(lga)} outside ${area.lgaName}, the LGA of the order`
    : undefined
}

const outsideRules = (code: 'outside_state' | 'outside_lga') => ({
  ofVisit: (visit: Visit) => {
    const claimed = describeOutside(code, visit, visit.claimedFrom)
    const reported = describeOutside(code, visit, visit.reportedFrom)
    const said = [
      ...(claimed ? [`The visit was claimed ${claimed}.`] : []),
      ...(reported ? [`The report was sent ${reported}.`] : []),
    ]
    return said.length > 0 && said.join(' ')
  },
  ofPhoto: (photo: VisitPhoto, visit: Visit) => {
    const taken = describeOutside(code, visit, fixAtShutter(photo))
    return taken && `Taken ${taken}.`
  },
})

const outsideState = outsideRules('outside_state')
const outsideLga = outsideRules('outside_lga')

const visitRules = {
  outside_state: outsideState.ofVisit,
  outside_lga: outsideLga.ofVisit,

  position_unknown: ({ stated }) =>
    isCentre(stated.precision) &&
    'The order gave no position, only a state and an LGA: no distance to the address can be told.',

  impossible_speed: visit => {
    const arrival = arrivalOf(visit)
    if (!arrival || !visit.previous) return undefined
    const far = metresBetween(visit.previous, arrival.fix)
    const tookMs = Math.abs(arrival.atMs - Date.parse(visit.previous.at))
    const kmPerHour = far / 1000 / (tookMs / 3_600_000)
    if (far < thresholds.shortestTripMetres || kmPerHour <= thresholds.speedKmPerHour) return undefined
    const speed = Number.isFinite(kmPerHour) ? ` (${Math.round(kmPerHour)} km/h)` : ''
    return `The agent was seen ${describeMetres(far)} away ${describeDuration(tookMs)} before or after${speed}.`
  },

  clock_off: ({ photos }) => {
    const offset = photos
      .map(({ clockOffsetMs }) => clockOffsetMs)
      .toSorted((one, other) => Math.abs(other) - Math.abs(one))[0]
    if (offset === undefined || !isBeyond(Math.abs(offset), thresholds.clockMinutes)) return undefined
    return `The device’s clock was ${describeDuration(offset)} ${offset > 0 ? 'behind' : 'ahead'}.`
  },

  device_new: ({ devices, photos }) => {
    const ages = devices.map(({ id, enrolledAt }) => {
      const used = photos.filter(({ deviceId }) => deviceId === id).map(takenAtMs)
      return Math.min(...used) - Date.parse(enrolledAt)
    })
    const youngest = Math.min(...ages)
    return (
      !isBeyond(youngest, thresholds.newDeviceMinutes) &&
      `A device was enrolled ${describeDuration(Math.max(0, youngest))} before its first photo.`
    )
  },

  device_shared: ({ devices }) => {
    const shared = devices.filter(({ isUsedByOthers }) => isUsedByOthers).length
    const are = shared === 1 ? 'is' : 'are'
    return (
      shared > 0 && `${shared} of ${devices.length} devices of this visit ${are} used by another person, too.`
    )
  },
} satisfies Record<string, VisitRule>

const photoRules = {
  outside_state: outsideState.ofPhoto,
  outside_lga: outsideLga.ofPhoto,

  far_from_address: (photo, { stated, radiusMetres }) => {
    const fix = fixAtShutter(photo)
    if (!fix || isCentre(stated.precision)) return undefined
    const far = metresBetween(fix, stated)
    const expected = describeMetres(radiusMetres)
    return (
      far > radiusMetres &&
      `Taken ${describeMetres(far)} from the stated position; up to ${expected} are expected.`
    )
  },

  accuracy_zero: ({ fixes }) => {
    const zero = fixes.filter(({ accuracyMetres }) => accuracyMetres === 0).length
    return zero > 0 && `${zero} of ${fixes.length} fixes claim an accuracy of 0 m, as made-up ones do.`
  },

  accuracy_round: ({ fixes }) => {
    const [first, ...others] = fixes.map(({ accuracyMetres }) => accuracyMetres)
    const isRound = first !== undefined && first > 0 && first % thresholds.roundAccuracyMetres === 0
    const isSame = fixes.length >= thresholds.fewestComparedFixes && others.every(one => one === first)
    return isRound && isSame && `All ${fixes.length} fixes claim an accuracy of exactly ${first} m.`
  },

  accuracy_poor: ({ fixes }) => {
    const best = Math.min(...fixes.map(({ accuracyMetres }) => accuracyMetres))
    const isPoor = fixes.length > 0 && best > thresholds.poorAccuracyMetres
    return isPoor && `Its best fix is accurate to ${describeMetres(best)} only.`
  },

  fixes_identical: ({ fixes }) => {
    const positions = new Set(fixes.map(({ latitude, longitude }) => `${latitude} ${longitude}`))
    return (
      fixes.length >= thresholds.fewestComparedFixes &&
      positions.size === 1 &&
      `All ${fixes.length} fixes are the same to the last digit, though a measured position wavers.`
    )
  },

  fixes_old: ({ fixes, capturedAt }) => {
    const newestMs = Math.max(...fixes.map(({ at }) => Date.parse(at)))
    const ageMs = Date.parse(capturedAt) - newestMs
    const isOld = fixes.length > 0 && isBeyond(ageMs, thresholds.fixAgeMinutes)
    return isOld && `Its newest fix is ${describeDuration(ageMs)} older than the photo.`
  },

  no_fixes: ({ fixes }) => fixes.length === 0 && 'Its device stated no position: 0 fixes.',

  photo_seen_before: ({ sha256 }, { seenBefore, alike }) =>
    seenBefore.has(sha256)
      ? 'The very same photo stands in another verification.'
      : alike.has(sha256) &&
        'A photo that looks the same, drawn anew, resized or cropped, stands in another verification.',

  photo_twice: (photo, { photos }) => {
    const first = photos.find(({ sha256 }) => sha256 === photo.sha256)!
    return first.slot !== photo.slot && `The very same photo stands in ${first.slot}.`
  },

  before_claim: (photo, { claimedAt }) => {
    const earlyMs = Date.parse(claimedAt) - takenAtMs(photo)
    const isEarly = isBeyond(earlyMs, thresholds.sessionSlackMinutes)
    return isEarly && `Taken ${describeDuration(earlyMs)} before the visit was claimed.`
  },

  after_report: (photo, { reportedAt }) => {
    const lateMs = reportedAt === undefined ? 0 : takenAtMs(photo) - Date.parse(reportedAt)
    const isLate = isBeyond(lateMs, thresholds.sessionSlackMinutes)
    return isLate && `Taken ${describeDuration(lateMs)} after the visit was reported.`
  },

  from_file: ({ source }) =>
    source === 'file' && 'Chosen as a file instead of taken in the viewfinder: it may be older.',
} satisfies Record<string, PhotoRule>

export type FlagCode = keyof typeof photoRules | keyof typeof visitRules | DecisionFlag

export type FlagWeight = 'strong' | 'weak'

/**
 * In the order in which a reviewer reads them. Strong: an honest visit hardly shows it, and an approval needs an answer to
 * it in words. Weak: it comes with an old phone, a first day or a house without a number.
 */
export const flagWeights: Readonly<Record<FlagCode, FlagWeight>> = {
  approved_alone: decisionFlags.approved_alone.weight,
  outside_state: 'strong',
  impossible_speed: 'strong',
  photo_seen_before: 'strong',
  photo_twice: 'strong',
  far_from_address: 'strong',
  before_claim: 'strong',
  after_report: 'strong',
  accuracy_zero: 'strong',
  fixes_identical: 'strong',
  device_shared: 'strong',
  outside_lga: 'weak',
  from_file: 'weak',
  no_fixes: 'weak',
  fixes_old: 'weak',
  accuracy_poor: 'weak',
  accuracy_round: 'weak',
  clock_off: 'weak',
  device_new: 'weak',
  position_unknown: 'weak',
}
const inOrder = Object.keys(flagWeights)

export const isStrong = ({ code }: Flag): boolean => flagWeights[code] === 'strong'

/** The codes of the strong ones, each once. */
export const strongCodes = (flags: readonly Flag[]): readonly FlagCode[] => [
  ...new Set(flags.filter(isStrong).map(({ code }) => code)),
]

/** Flags of the decision that stands, before those of the visit. */
export const withDecisionFlags = (
  codes: readonly DecisionFlag[] = [],
  flags: readonly Flag[] = [],
): readonly Flag[] => [...codes.map(code => ({ code, reason: decisionFlags[code].reason })), ...flags]

export const flagsOf = (visit: Visit): readonly Flag[] => {
  const ofVisit = Object.entries(visitRules).map(([code, rule]) => ({ code, reason: rule(visit) }))
  const ofPhotos = visit.photos.flatMap(photo =>
    Object.entries(photoRules).map(([code, rule]) => ({
      code,
      reason: rule(photo, visit),
      slot: photo.slot,
      ...(code === 'photo_seen_before' && {
        seenIn: visit.seenBefore.get(photo.sha256) ?? visit.alike.get(photo.sha256),
      }),
    })),
  )
  const found = [...ofVisit, ...ofPhotos].filter(({ reason }) => reason)
  return found.toSorted(
    (one, other) => inOrder.indexOf(one.code) - inOrder.indexOf(other.code),
  ) as readonly Flag[]
}
