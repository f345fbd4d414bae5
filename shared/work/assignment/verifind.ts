import { type Coordinates, isCentre, metresBetween } from '../../location/position.ts'
import type { AddressReport } from '../../verification/report.ts'
import type { StatedLocation } from '../../verification/stated-location.ts'
import { type Flag, isStrong } from './flags.ts'
import {
  metresFromStated,
  placeAtShutter,
  takenAtMs,
  thresholds,
  type Visit,
  type VisitPhoto,
} from './visit.ts'

/** `verifindData` of a completed address verification (interface §2.4). Distances in metres from the stated position. */
export type VerifindData = NonNullable<AddressReport['verifind']>

const isOfKind = (photo: VisitPhoto, kind: string): boolean => photo.slot.startsWith(`${kind}.`)

/** The distance of the farthest photo of a kind: the number never looks better than the evidence. */
const photoDistance = (visit: Visit, kind: string): number | null => {
  const distances = visit.photos
    .filter(photo => isOfKind(photo, kind))
    .flatMap(photo => metresFromStated(photo, visit.stated) ?? [])
  return distances.length > 0 ? Math.round(Math.max(...distances)) : null
}

/** The nearest that the device came to the address, at a shutter or elsewhere in the session. */
const deviceDistance = ({ stated, photos, claimedFrom, reportedFrom }: Visit): number | null => {
  const positions = [...photos.flatMap(({ fixes }) => fixes), claimedFrom, reportedFrom].filter(
    position => position !== undefined,
  )
  return isCentre(stated.precision) || positions.length === 0
    ? null
    : Math.round(Math.min(...positions.map(position => metresBetween(position, stated))))
}

const isInSession = (photo: VisitPhoto, { claimedAt, reportedAt }: Visit): boolean => {
  const atMs = takenAtMs(photo)
  const slackMs = thresholds.sessionSlackMinutes * 60_000
  const isBeforeEnd = reportedAt !== undefined && atMs <= Date.parse(reportedAt) + slackMs
  return isBeforeEnd && atMs >= Date.parse(claimedAt) - slackMs
}

/** Whether a photo alone shows that somebody stood before the building. */
const isProof = (photo: VisitPhoto, visit: Visit): boolean => {
  const accuracyMetres = placeAtShutter(photo)?.accuracyMetres ?? Number.POSITIVE_INFINITY
  const far = metresFromStated(photo, visit.stated) ?? Number.POSITIVE_INFINITY
  return (
    accuracyMetres <= thresholds.goodAccuracyMetres &&
    far <= visit.radiusMetres &&
    photo.source === 'viewfinder' &&
    isOfKind(photo, 'exteriorPhotos') &&
    isInSession(photo, visit)
  )
}

/**
 * Sums up a visit's evidence. `exteriorPhotos` show the building, `extraPhotos` its surroundings; no slot asks for a
 * selfie. `isVerifind4d`: a photo of the building from the viewfinder, within the session, with a good fix within the
 * radius of a stated position, and no strong flag on the visit.
 */
export const verifindDataOf = (visit: Visit, flags: readonly Flag[]): VerifindData => ({
  buildingImageDistance: photoDistance(visit, 'exteriorPhotos'),
  deviceLocationDistance: deviceDistance(visit),
  isTrackingSessionActive: visit.reportedAt === undefined,
  selfieImageDistance: null,
  surroundingImageDistance: photoDistance(visit, 'extraPhotos'),
  trackingStartedAt: visit.claimedAt,
  trackingEndedAt: visit.reportedAt ?? null,
  isVerifind4d: visit.photos.some(photo => isProof(photo, visit)) && !flags.some(isStrong),
})

export interface Search {
  readonly stated: StatedLocation
  readonly street: string
  readonly landmark?: string | undefined
  readonly found?: Coordinates
  readonly neededHelp?: boolean
}

/** Undefined for one that is not too vague. The distance from the centre of a state says nothing. */
export const vagueReasonOf = (search: Search): string | undefined => {
  const { stated, street, landmark, found, neededHelp } = search
  if (neededHelp) return 'The address was found only with the help of others.'
  if (!found)
    return /\d/.test(street) || landmark
      ? undefined
      : 'Nothing was found, and the order gave neither a number nor a landmark.'
  const far = isCentre(stated.precision) ? 0 : metresBetween(found, stated)
  return far > thresholds.vagueMetres
    ? `It was found ${Math.round(far)} m from the position that the order stated.`
    : undefined
}

export const isVagueOf = (search: Search): boolean => vagueReasonOf(search) !== undefined
