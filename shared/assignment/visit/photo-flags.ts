import { metresBetween } from '../../location/position.ts'
import { describeDuration, isBeyond, describeMetres } from './measure.ts'
import { fixAtShutter, takenAtMs, thresholds, type Visit, type VisitPhoto } from './visit.ts'

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
