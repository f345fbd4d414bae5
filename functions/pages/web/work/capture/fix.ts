import type { Position } from '../../../../../shared/work/assignment/contract.ts'
import { isOldFix, sinceFixMs } from '../../../../../shared/work/assignment/fix.ts'
import type { Fix } from '../../../../../shared/evidence/contract.ts'
import { formatDistance, formatTimeSpan } from '../../ui/format.ts'

/** A position with a larger radius hardly tells one house from the next. */
const vagueMetres = 100

/** A position that this page received; by the phone's clock as it is now. */
export type ReceivedFix = Fix & Required<Pick<Fix, 'receivedAt'>>

/** What a browser measured, so far as it says it. */
export interface Measured {
  readonly coords: Pick<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy'>
  readonly timestamp: number
}

/** The last moment that the contract can write: `9999-12-31T23:59:59.999Z`. */
const lastMs = 253_402_300_799_999

/** Some browsers count in other units than milliseconds: what is no time is that of the receipt. */
const isTime = (ms: number): boolean => ms >= 0 && ms <= lastMs

/**
 * Whose clock a browser's time is of, it does not say: the phone's, that of satellites, one that is 1,024 weeks behind, or
 * one that begins in 2001. So the time of the receipt stands beside it. Undefined for what is no position.
 */
export const toFix = ({ coords, timestamp }: Measured, nowMs: number): ReceivedFix | undefined => {
  const { latitude, longitude, accuracy } = coords
  if (![latitude, longitude, accuracy].every(Number.isFinite) || accuracy < 0) return undefined
  return {
    latitude,
    longitude,
    accuracyMetres: accuracy,
    at: new Date(isTime(timestamp) ? timestamp : nowMs).toISOString(),
    receivedAt: new Date(nowMs).toISOString(),
  }
}

interface PhoneMoment {
  readonly nowMs: number
  readonly clockOffsetMs: number
}

/** What a claim or a report states. */
export const toPosition = (
  { at: measuredAt, ...fix }: ReceivedFix,
  { nowMs, clockOffsetMs }: PhoneMoment,
): Position => ({ ...fix, measuredAt, statedAt: new Date(nowMs).toISOString(), clockOffsetMs })

/** After the phone's clock was set. @param byMs how much later it says now */
export const moveReceipt = (fix: ReceivedFix, byMs: number): ReceivedFix => ({
  ...fix,
  receivedAt: new Date(Date.parse(fix.receivedAt) + byMs).toISOString(),
})

interface PlaceWords {
  readonly words: string
  /** Whether there is something to do about it. */
  readonly isPoor: boolean
}

/** What the phone knows of its place, by the very fix that goes out, and as the service judges it. @param fix undefined: none does */
export const describePlace = (
  fix: ReceivedFix | undefined,
  { nowMs, clockOffsetMs }: PhoneMoment,
): PlaceWords => {
  if (!fix) return { words: 'Looking for the place … Stand outside for a moment.', isPoor: false }
  const accuracy = formatDistance(fix.accuracyMetres)
  const now = { at: new Date(nowMs).toISOString(), clockOffsetMs }
  if (isOldFix(fix, now))
    return {
      words: `This phone last knew the place ${formatTimeSpan(sinceFixMs(fix, now))} ago, to about ${accuracy}, and sends that. The office may ask why. Stand outside, away from walls, and wait a moment.`,
      isPoor: true,
    }
  if (fix.accuracyMetres <= vagueMetres) return { words: `Place known to about ${accuracy}.`, isPoor: false }
  return {
    words: `This phone knows the place to about ${accuracy} only, and the office will ask why. Stand outside, away from walls, and wait a moment. If it stays so, allow “Precise location” for this browser in the phone’s settings.`,
    isPoor: true,
  }
}
