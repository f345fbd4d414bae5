import type { Coordinates } from '../../location/position.ts'

export interface VisitFix extends Coordinates {
  /** The radius that holds the device with a probability of 68 or 95 %: browsers differ. */
  readonly accuracyMetres: number
  /** When it was measured, by the clock of what measured it: the device's, that of satellites, or one that is years off. */
  readonly at: string
  /** When the page received it, by the device's clock. */
  readonly receivedAt?: string | undefined
}

/** A moment as a device states it. */
export interface DeviceMoment {
  /** By the device's clock, ISO 8601. */
  readonly at: string
  /** Added to the device's clock it gives the server's. */
  readonly clockOffsetMs: number
}

/** A fix of a while ago does not say where the device is. */
const freshMs = 120_000
const dayMs = 86_400_000

/** By the device's clock; where the page did not say when it received the fix, when that was measured, by whatever clock. */
export const sinceFixMs = ({ at, receivedAt = at }: VisitFix, moment: DeviceMoment): number =>
  Date.parse(moment.at) - Date.parse(receivedAt)

/**
 * Whether a fix was old at a moment of its device. Its age is the time since the page received it. The clock may have been
 * set since then, so a fix that is recent by the time when it was measured is not old, be that time the device's or the
 * true one. Where nobody says when it was received, both must say that it is old, and by less than a day: more than that,
 * such as the 1,024 weeks by which old receivers are off, is another clock.
 */
export const isOldFix = (fix: VisitFix, moment: DeviceMoment): boolean => {
  const byDeviceMs = Date.parse(moment.at) - Date.parse(fix.at)
  const measuredMs = [byDeviceMs, byDeviceMs + moment.clockOffsetMs]
  if (measuredMs.some(ms => Math.abs(ms) <= freshMs)) return false
  if (fix.receivedAt !== undefined) return sinceFixMs(fix, moment) > freshMs
  return measuredMs.every(ms => ms > freshMs) && byDeviceMs < dayMs
}
