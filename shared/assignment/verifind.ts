import { metresBetween, type Coordinates } from '../location/position.ts'
import type { AddressReport } from '../verification/report.ts'
import { flagsOf, isCritical } from './flags.ts'
import {
  fixAtShutter,
  type StatedLocation,
  takenAtMs,
  thresholds,
  type Visit,
  type VisitPhoto,
} from './visit.ts'

/** `verifindData` of a completed address verification (interface §2.4). Distances in metres from the stated position. */
export type VerifindData = NonNullable<AddressReport['verifind']>

const isOfKind = (photo: VisitPhoto, kind: string): boolean => photo.slot.startsWith(`${kind}.`)

/** From a centre of a state no distance means anything. */
const distancesOf = ({ stated }: Visit, places: readonly (Coordinates | undefined)[]): readonly number[] =>
  stated.precision === 'centre'
    ? []
    : places.flatMap(place => (place ? [Math.round(metresBetween(place, stated))] : []))

/** The farthest photo's of a kind: the number never looks better than the evidence. */
const photoDistance = (visit: Visit, kind: string): number | null => {
  const taken = visit.photos.filter(photo => isOfKind(photo, kind)).map(fixAtShutter)
  const distances = distancesOf(visit, taken)
  return distances.length > 0 ? Math.max(...distances) : null
}

/** The nearest that the device was seen to the address, at a shutter or elsewhere in the session. */
const deviceDistance = (visit: Visit): number | null => {
  const fixes = visit.photos.flatMap(photo => photo.fixes)
  const distances = distancesOf(visit, [...fixes, visit.claimedFrom, visit.reportedFrom])
  return distances.length > 0 ? Math.min(...distances) : null
}

const isInSession = (photo: VisitPhoto, { claimedAt, reportedAt }: Visit): boolean => {
  const atMs = takenAtMs(photo)
  const slackMs = thresholds.sessionSlackMinutes * 60_000
  const isBeforeEnd = reportedAt !== undefined && atMs <= Date.parse(reportedAt) + slackMs
  return isBeforeEnd && atMs >= Date.parse(claimedAt) - slackMs
}

/** Whether a photo shows by itself that somebody stood before the building. */
const isProof = (photo: VisitPhoto, visit: Visit): boolean => {
  const fix = fixAtShutter(photo)
  const isMeasured =
    fix !== undefined &&
    fix.accuracyMetres <= thresholds.goodAccuracyMetres &&
    metresBetween(fix, visit.stated) <= visit.radiusMetres
  return (
    isMeasured &&
    visit.stated.precision === 'exact' &&
    photo.source === 'viewfinder' &&
    isOfKind(photo, 'exteriorPhotos') &&
    isInSession(photo, visit)
  )
}

/**
 * What a visit's evidence comes to. `exteriorPhotos` show the building and `extraPhotos` what surrounds it. No slot asks
 * for a selfie, so its distance is null. `isVerifind4d`: a photo of the building, taken in the viewfinder within the
 * session, with a good fix at the shutter within the radius of a stated position, and no critical flag on the visit.
 */
export const verifindDataOf = (visit: Visit): VerifindData => ({
  buildingImageDistance: photoDistance(visit, 'exteriorPhotos'),
  deviceLocationDistance: deviceDistance(visit),
  isTrackingSessionActive: visit.reportedAt === undefined,
  selfieImageDistance: null,
  surroundingImageDistance: photoDistance(visit, 'extraPhotos'),
  trackingStartedAt: visit.claimedAt,
  trackingEndedAt: visit.reportedAt ?? null,
  isVerifind4d: visit.photos.some(photo => isProof(photo, visit)) && !flagsOf(visit).some(isCritical),
})

/** What tells whether an order's words were enough to find its address. */
export interface Search {
  readonly stated: StatedLocation
  readonly street: string
  readonly landmark?: string | undefined
  /** Where the agent found it; absent if it was not found. */
  readonly found?: Coordinates
  /** The agent says that people had to be asked. */
  readonly neededHelp?: boolean
}

/**
 * Why an address was too vague, if it was: the agent had to ask, or was led far from the position that the order stated,
 * or found nothing and had neither a number nor a landmark to go by. How far something lies from the centre of a state
 * says nothing about the words of an address.
 */
export const vagueReasonOf = ({
  stated,
  street,
  landmark,
  found,
  neededHelp,
}: Search): string | undefined => {
  if (neededHelp) return 'The address was found only with the help of others.'
  if (!found)
    return /\d/.test(street) || landmark
      ? undefined
      : 'Nothing was found, and the order gave neither a number nor a landmark.'
  const far = stated.precision === 'exact' ? metresBetween(found, stated) : 0
  return far > thresholds.vagueMetres
    ? `It was found ${Math.round(far)} m from the position that the order stated.`
    : undefined
}

/** Whether an address was too vague (interface §2.3, `isVague`). */
export const isVagueOf = (search: Search): boolean => vagueReasonOf(search) !== undefined
