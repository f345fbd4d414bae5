import { type Coordinates, isCentre, metresBetween } from '../../location/position.ts'
import type { StatedLocation } from '../../verification/stated-location.ts'
import { type DeviceMoment, isOldFix, sinceFixMs, type VisitFix } from './fix.ts'

/** Limits from which on a visit is remarkable. The radius around an address is a setting of the stage. */
export const thresholds = {
  /** GPS in the open. */
  goodAccuracyMetres: 50,
  /** Beyond it a position hardly tells one street from another. */
  poorAccuracyMetres: 200,
  /** Outlines differ by so much, in towns, from what people call an LGA (of 8,114 named wards 4 % lie farther out). */
  areaSlackMetres: 2000,
  /** An accuracy that is a multiple of this was hardly measured. */
  roundAccuracyMetres: 10,
  /** With fewer fixes it says nothing that they are alike. */
  fewestComparedFixes: 3,
  /** Nobody drives faster in Nigeria from one address to the next. */
  speedKmPerHour: 150,
  /** Over a shorter trip a speed is mostly the error of two fixes. */
  shortestTripMetres: 2000,
  clockMinutes: 10,
  /** How far a capture may lie outside its session, because clocks are compared over a network. */
  sessionSlackMinutes: 2,
  newDeviceMinutes: 60,
  /** An agent who ends up so far from the stated position was not led there by it. */
  vagueMetres: 1000,
} as const

export interface VisitPhoto {
  /** As the event names it: `exteriorPhotos.photo1`. */
  readonly slot: string
  readonly sha256: string
  /** By the device's clock, ISO 8601. */
  readonly capturedAt: string
  /** Added to the device's clock it gives the server's. */
  readonly clockOffsetMs: number
  readonly fixes: readonly VisitFix[]
  readonly source: 'viewfinder' | 'file'
  readonly deviceId: string
}

export interface VisitDevice {
  readonly id: string
  readonly enrolledAt: string
  readonly isUsedByOthers: boolean
}

/** Where the order says that the address is. */
export interface OrderedArea {
  readonly lgaName: string
  readonly stateName: string
  /** Metres beyond the two outlines; 0 inside. */
  readonly metresBeyond: (position: Coordinates) => { readonly lga: number; readonly state: number }
}

/** A photo of another verification. */
export interface PhotoSighting {
  /** Of its assignment. */
  readonly id: string
  readonly sha256: string
}

export interface Visit {
  readonly stated: StatedLocation
  readonly radiusMetres: number
  /** The sandbox’s agent is nowhere, and has none. */
  readonly area?: OrderedArea
  readonly claimedAt: string
  readonly claimedFrom?: Coordinates
  readonly reportedAt?: string
  readonly reportedFrom?: Coordinates
  readonly photos: readonly VisitPhoto[]
  readonly devices: readonly VisitDevice[]
  /** The agent's last position before this visit, by the server's clock. */
  readonly previous?: Coordinates & { readonly at: string }
  /** Where its photos stand in other verifications, too, by their digests. */
  readonly seenBefore: ReadonlyMap<string, PhotoSighting>
  /** Photos of other verifications that its own look like, by the digests of these. */
  readonly alike: ReadonlyMap<string, PhotoSighting>
}

export const takenAtMs = ({ capturedAt, clockOffsetMs }: VisitPhoto): number =>
  Date.parse(capturedAt) + clockOffsetMs

const shutterOf = ({ capturedAt, clockOffsetMs }: VisitPhoto): DeviceMoment => ({
  at: capturedAt,
  clockOffsetMs,
})

/** How much older than the photo its newest fix is, in milliseconds; undefined unless all that it has are old. */
export const oldFixesMs = (photo: VisitPhoto): number | undefined => {
  const shutter = shutterOf(photo)
  const areOld = photo.fixes.length > 0 && photo.fixes.every(fix => isOldFix(fix, shutter))
  return areOld ? Math.min(...photo.fixes.map(fix => sinceFixMs(fix, shutter))) : undefined
}

/** The fix that is nearest to the shutter in time, however old it was. */
export const fixAtShutter = (photo: VisitPhoto): VisitFix | undefined => {
  const shutter = shutterOf(photo)
  const distanceMs = (fix: VisitFix) => Math.abs(sinceFixMs(fix, shutter))
  return photo.fixes.toSorted((one, other) => distanceMs(one) - distanceMs(other))[0]
}

/** Where a photo was taken: an old fix does not say it. */
export const placeAtShutter = (photo: VisitPhoto): VisitFix | undefined =>
  oldFixesMs(photo) === undefined ? fixAtShutter(photo) : undefined

/** A fix that was delivered several times is one measurement: the same place at the same time. */
export const measurementsOf = ({ fixes }: VisitPhoto): readonly VisitFix[] => [
  ...new Map(fixes.map(fix => [`${fix.latitude} ${fix.longitude} ${fix.at}`, fix])).values(),
]

/** Metres from the stated location to a photo. Undefined from a centre: that distance means nothing. */
export const metresFromStated = (photo: VisitPhoto, stated: StatedLocation): number | undefined => {
  const fix = placeAtShutter(photo)
  return fix && !isCentre(stated.precision) ? metresBetween(fix, stated) : undefined
}
