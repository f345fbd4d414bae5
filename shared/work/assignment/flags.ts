import type { ReportFlag } from '../../verification/report.ts'
import { type Coordinates, isCentre, metresBetween } from '../../location/position.ts'
import { type DecisionFlag, decisionFlags } from '../../verification/contract/contradiction.ts'
import { type StrongVisitFlag, type VisitFlag, visitFlags } from '../../verification/contract/visit-flag.ts'
import {
  fixAtShutter,
  measurementsOf,
  metresFromStated,
  oldFixesMs,
  type PhotoSighting,
  placeAtShutter,
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

/** Where a fact was seen: at the claim, in the report, or in the photo of a slot. */
export interface FlagPlace {
  readonly at: string
  /** The other photo, if its verification showed one before. */
  readonly seenIn?: PhotoSighting
}

/**
 * A remark for the reviewer, never a reason to refuse. A browser cannot see mock locations: no flag proves nothing. One
 * fact is one flag, in however many places it was seen.
 */
export interface Flag {
  readonly code: FlagCode
  readonly reason: string
  /** In the order of the visit. Absent: seen of the visit as a whole. */
  readonly places?: readonly FlagPlace[]
}

/** A fact with a number, which may differ from place to place. */
interface Measured {
  readonly value: number
  readonly words: string
  /** @param words of one place, or of the least and the most */
  readonly say: (words: string) => string
}

type Fact = string | Measured

type Rule<Input extends readonly unknown[]> = (...input: Input) => Fact | undefined | false
type VisitRule = Rule<[visit: Visit]>
type PlaceRule = Rule<[position: Coordinates, visit: Visit]>
type PhotoRule = Rule<[photo: VisitPhoto, visit: Visit]>
type Rules<Kind> = Readonly<Partial<Record<VisitFlag, Kind>>>

const arrivalOf = ({ photos }: Visit) =>
  photos
    .flatMap(photo => {
      const fix = placeAtShutter(photo)
      return fix ? [{ fix, atMs: takenAtMs(photo) }] : []
    })
    .toSorted((one, other) => one.atMs - other.atMs)[0]

const metres = (value: number, say: Measured['say']): Measured => ({
  value,
  words: describeMetres(value),
  say,
})
const duration = (ms: number, say: Measured['say']): Measured => ({
  value: ms,
  words: describeDuration(ms),
  say,
})

/** A place outside the ordered state is outside its LGA as well: it is told once. */
const isOutsideState = ({ area }: Visit, position: Coordinates): boolean =>
  area !== undefined && area.metresBeyond(position).state > thresholds.areaSlackMetres

const placeRules = {
  outside_state: (position, visit) =>
    isOutsideState(visit, position) &&
    metres(
      visit.area!.metresBeyond(position).state,
      far => `${far} outside ${visit.area!.stateName}, the state of the order.`,
    ),

  outside_lga: (position, visit) => {
    const far = visit.area?.metresBeyond(position).lga ?? 0
    return (
      !isOutsideState(visit, position) &&
      far > thresholds.areaSlackMetres &&
      metres(far, far => `${far} outside ${visit.area!.lgaName}, the LGA of the order.`)
    )
  },
} satisfies Rules<PlaceRule>

/** Without one, nothing says where the agent was; the claim may be made anywhere. */
const hasPosition = ({ reportedFrom, photos }: Visit): boolean =>
  reportedFrom !== undefined || photos.some(({ fixes }) => fixes.length > 0)

const findMissingPosition = (visit: Visit) =>
  !hasPosition(visit) && 'No position of the report or a photo says where the agent was.'

/** What a report has nothing of. */
const reportRules = {
  no_photo: ({ photos }) => photos.length === 0 && 'No photo shows the place.',
  no_position: findMissingPosition,
} satisfies Rules<VisitRule>

const visitRules = {
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
} satisfies Rules<VisitRule>

const photoRules = {
  far_from_address: (photo, { stated, radiusMetres }) => {
    const far = metresFromStated(photo, stated)
    if (far === undefined) return undefined
    const expected = describeMetres(radiusMetres)
    return (
      far > radiusMetres &&
      metres(far, far => `Taken ${far} from the stated position; up to ${expected} are expected.`)
    )
  },

  accuracy_zero: ({ fixes }) => {
    const zero = fixes.filter(({ accuracyMetres }) => accuracyMetres === 0).length
    const words = `${zero} of ${fixes.length}`
    return (
      zero > 0 && {
        value: zero,
        words,
        say: said => `${said} fixes claim an accuracy of 0 m, as made-up ones do.`,
      }
    )
  },

  accuracy_round: photo => {
    const fixes = measurementsOf(photo)
    const [first, ...others] = fixes.map(({ accuracyMetres }) => accuracyMetres)
    const isRound = first !== undefined && first > 0 && first % thresholds.roundAccuracyMetres === 0
    const isSame = fixes.length >= thresholds.fewestComparedFixes && others.every(one => one === first)
    return (
      isRound &&
      isSame && {
        value: first,
        words: `${first} m`,
        say: said => `All fixes claim an accuracy of exactly ${said}.`,
      }
    )
  },

  accuracy_poor: ({ fixes }) => {
    const best = Math.min(...fixes.map(({ accuracyMetres }) => accuracyMetres))
    const isPoor = fixes.length > 0 && best > thresholds.poorAccuracyMetres
    return isPoor && metres(best, far => `The best fix is accurate to ${far} only.`)
  },

  fixes_identical: photo => {
    const fixes = measurementsOf(photo)
    const positions = new Set(fixes.map(({ latitude, longitude }) => `${latitude} ${longitude}`))
    return (
      fixes.length >= thresholds.fewestComparedFixes &&
      positions.size === 1 && {
        value: fixes.length,
        words: `${fixes.length}`,
        say: said => `All ${said} fixes are the same to the last digit, though a measured position wavers.`,
      }
    )
  },

  fixes_old: (photo, { stated, radiusMetres }) => {
    const ageMs = oldFixesMs(photo)
    if (ageMs === undefined) return undefined
    const far = isCentre(stated.precision) ? 0 : metresBetween(fixAtShutter(photo)!, stated)
    const where = far > radiusMetres ? `, and ${describeMetres(far)} from the stated position` : ''
    return duration(ageMs, time => `The newest fix is ${time} older than the photo${where}.`)
  },

  no_position: (_photo, visit) => findMissingPosition(visit),

  no_fixes: ({ fixes }, visit) =>
    fixes.length === 0 && hasPosition(visit) && 'The device stated no position: 0 fixes.',

  photo_seen_before: ({ sha256 }, { seenBefore, alike }) =>
    seenBefore.has(sha256)
      ? 'The very same photo stands in another verification.'
      : alike.has(sha256) &&
        'A photo that looks the same, drawn anew, resized, brighter or darker, stands in another verification.',

  photo_twice: (photo, { photos }) =>
    photos.some(({ slot, sha256 }) => slot !== photo.slot && sha256 === photo.sha256) &&
    'The very same photo stands in more than one slot.',

  before_claim: (photo, { claimedAt }) => {
    const earlyMs = Date.parse(claimedAt) - takenAtMs(photo)
    const isEarly = isBeyond(earlyMs, thresholds.sessionSlackMinutes)
    return isEarly && duration(earlyMs, time => `Taken ${time} before the visit was claimed.`)
  },

  after_report: (photo, { reportedAt }) => {
    const lateMs = reportedAt === undefined ? 0 : takenAtMs(photo) - Date.parse(reportedAt)
    const isLate = isBeyond(lateMs, thresholds.sessionSlackMinutes)
    return isLate && duration(lateMs, time => `Taken ${time} after the visit was reported.`)
  },

  from_file: ({ source }) =>
    source === 'file' && 'Chosen as a file instead of taken in the viewfinder: it may be older.',
} satisfies Rules<PhotoRule>

export type FlagCode = VisitFlag | DecisionFlag

export type FlagWeight = 'strong' | 'weak'

/**
 * In the order in which a reviewer reads them. Strong: an honest visit hardly shows it, and an approval needs an answer to
 * it in words. Weak: it comes with an old phone, a first day or a house without a number.
 */
export const flagWeights = Object.fromEntries(
  Object.entries({ ...decisionFlags, ...visitFlags }).map(([code, { weight }]) => [code, weight]),
) as Readonly<Record<FlagCode, FlagWeight>>
const inOrder = Object.keys(flagWeights)

export const isStrong = ({ code }: Flag): boolean => flagWeights[code] === 'strong'

/** The strong ones, as the record keeps them for its customer: without a word of other cases. */
export const toReportFlags = (flags: readonly Flag[]): readonly ReportFlag[] =>
  flags.filter(isStrong).map(({ code, reason, places = [] }) => ({
    code: code as StrongVisitFlag,
    reason,
    places: places.map(({ at }) => at),
  }))

/** The codes of the strong ones, each once. */
export const strongCodes = (flags: readonly Flag[]): readonly FlagCode[] => [
  ...new Set(flags.filter(isStrong).map(({ code }) => code)),
]

/** Ids of other assignments whose photos were seen in this visit. */
export const otherCasesIn = (flags: readonly Flag[] = []): readonly string[] =>
  flags.flatMap(({ places = [] }) => places.flatMap(({ seenIn }) => seenIn?.id ?? []))

/** Flags of the decision that stands, before those of the visit. */
export const withDecisionFlags = (
  codes: readonly DecisionFlag[] = [],
  flags: readonly Flag[] = [],
): readonly Flag[] => [...codes.map(code => ({ code, reason: decisionFlags[code].reason })), ...flags]

interface Sighting {
  readonly code: FlagCode
  readonly fact: Fact
  readonly place?: FlagPlace
}

const sightingsBy = <Input extends readonly unknown[]>(
  rules: Readonly<Record<string, Rule<Input>>>,
  input: Input,
  placeFor?: (code: string) => FlagPlace,
): readonly Sighting[] =>
  Object.entries(rules).flatMap(([code, rule]) => {
    const fact = rule(...input)
    return fact ? [{ code: code as FlagCode, fact, ...(placeFor && { place: placeFor(code) }) }] : []
  })

const sightingsOf = (visit: Visit): readonly Sighting[] => {
  const { claimedFrom: claim, reportedFrom: report, photos, seenBefore, alike } = visit
  const atPlaces = Object.entries({ claim, report }).flatMap(([at, position]) =>
    position ? sightingsBy(placeRules, [position, visit], () => ({ at })) : [],
  )
  const ofPhotos = photos.flatMap(photo => {
    const { slot: at, sha256 } = photo
    const fix = fixAtShutter(photo)
    const seenIn = seenBefore.get(sha256) ?? alike.get(sha256)
    const placeFor = (code: string) => ({ at, ...(code === 'photo_seen_before' && seenIn && { seenIn }) })
    return [
      ...(fix ? sightingsBy(placeRules, [fix, visit], placeFor) : []),
      ...sightingsBy(photoRules, [photo, visit], placeFor),
    ]
  })
  return [
    ...sightingsBy(visitRules, [visit]),
    ...sightingsBy(reportRules, [visit], () => ({ at: 'report' })),
    ...atPlaces,
    ...ofPhotos,
  ]
}

/** What is said of a fact whatever its number. */
const sentenceOf = ({ code, fact }: Sighting): string =>
  `${code} ${typeof fact === 'string' ? fact : fact.say('')}`

const reasonOf = (facts: readonly Fact[]): string => {
  const numbers = facts
    .filter(fact => typeof fact !== 'string')
    .toSorted((one, other) => one.value - other.value)
  const [least, most] = [numbers[0], numbers.at(-1)]
  if (!least || !most) return facts[0] as string
  return most.say(least.words === most.words ? most.words : `${least.words} to ${most.words}`)
}

export const flagsOf = (visit: Visit): readonly Flag[] => {
  const facts = [...Map.groupBy(sightingsOf(visit), sentenceOf).values()]
  return facts
    .map(sightings => {
      const places = sightings.flatMap(({ place }) => place ?? [])
      const reason = reasonOf(sightings.map(({ fact }) => fact))
      return { code: sightings[0]!.code, reason, ...(places.length > 0 && { places }) }
    })
    .toSorted((one, other) => inOrder.indexOf(one.code) - inOrder.indexOf(other.code))
}
