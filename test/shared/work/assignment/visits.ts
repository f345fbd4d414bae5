import type { VisitFix } from '../../../../shared/work/assignment/fix.ts'
import type { Visit, VisitPhoto } from '../../../../shared/work/assignment/visit.ts'

export const house = { latitude: 6.6018, longitude: 3.3515 }
export const north = (metres: number) => ({ ...house, latitude: house.latitude + metres / 111_195 })

export const at = (minutes: number): string =>
  new Date(Date.parse('2026-11-20T09:00:00.000Z') + minutes * 60_000).toISOString()

export const fix = (metres: number, minutes: number, accuracyMetres = 8.4): VisitFix => ({
  ...north(metres),
  accuracyMetres,
  at: at(minutes),
})

export const photo = (slot: string, minutes: number, changes: Partial<VisitPhoto> = {}): VisitPhoto => ({
  slot,
  sha256: `of ${slot}`,
  capturedAt: at(minutes),
  clockOffsetMs: 0,
  fixes: [fix(13, minutes - 0.3, 11.2), fix(12, minutes - 0.2), fix(10, minutes)],
  source: 'viewfinder',
  deviceId: 'phone',
  ...changes,
})

export const exterior = 'exteriorPhotos.photo1'

/** Other photos, by those that they stand for. */
export const elsewhere = (...digests: readonly string[]): Visit['alike'] =>
  new Map(digests.map(sha256 => [sha256, { id: '1-7', sha256: `other ${sha256}` }]))

/** A visit that nobody would remark upon: 40 minutes from claim to report. */
export const visit = (changes: Partial<Visit> = {}): Visit => ({
  stated: { ...house, precision: 'stated' },
  radiusMetres: 300,
  claimedAt: at(0),
  reportedAt: at(40),
  photos: [photo(exterior, 20), photo('interiorPhotos.photo1', 25), photo('extraPhotos.photo1', 30)],
  devices: [{ id: 'phone', enrolledAt: at(-60 * 24 * 30), isUsedByOthers: false }],
  previous: { ...north(3000), at: at(-30) },
  seenBefore: new Map(),
  alike: new Map(),
  ...changes,
})

export const visitWith = (changes: Partial<VisitPhoto>, others: Partial<Visit> = {}): Visit =>
  visit({ photos: [photo(exterior, 20, changes)], ...others })
