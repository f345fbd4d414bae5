import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type Assignment, toAssignmentId } from '../../work/assignment/assignment.ts'
import { claimWithoutLimit } from '../../work/assignment/claim-store.ts'
import { decideVerification } from '../../work/assignment/end-verification.ts'
import { flagsOf } from '../../work/assignment/flags.ts'
import { fileReport, saveReturnedReport } from '../../work/assignment/report-store.ts'
import { findAssignment } from '../../work/assignment/store.ts'
import { verifindDataOf } from '../../work/assignment/verifind.ts'
import type { Visit } from '../../work/assignment/visit.ts'
import { findingsForOutcome } from '../../work/assignment/visit-report.ts'
import { putObject } from '../../aws/bucket.ts'
import { setting } from '../../aws/environment.ts'
import { deviceThumbprint, signRecord, toPendingPhoto } from '../../evidence/capture-record.ts'
import type { CaptureRecord, DeviceKey } from '../../evidence/contract.ts'
import type { Photo } from '../../evidence/photo.ts'
import { savePhotoRecords } from '../../evidence/photo-store.ts'
import {
  type PlaceholderSlot,
  placeholderDigest,
  placeholderJpeg,
  placeholderKey,
  placeholderSize,
} from '../../evidence/placeholder.ts'
import type { DecidedOutcome } from '../../verification/contract/outcome.ts'
import type { AddressReport, Report } from '../../verification/report.ts'
import { scenarioOf, simulatedAgent, simulatedReviewer } from '../../verification/scenario.ts'
import { findStatedLocation } from '../../verification/stated-location.ts'
import {
  type AddressVerification,
  type Verification,
  verificationKeyOf,
} from '../../verification/verification.ts'
import { simulatedPositionOf, simulationOf } from './report.ts'

/** Lives as long as its container. */
interface SimulatedPhone {
  readonly id: string
  readonly key: KeyObject
}

let telephone: SimulatedPhone | undefined

const telephoneOf = (): SimulatedPhone => {
  if (!telephone) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    telephone = {
      id: deviceThumbprint(publicKey.export({ format: 'jwk' }) as unknown as DeviceKey),
      key: privateKey,
    }
  }
  return telephone
}

/** Placeholders that this container has stored; nothing deletes them. */
const stored = new Set<PlaceholderSlot>()

const storePlaceholders = async (slots: readonly PlaceholderSlot[]): Promise<void> => {
  const missing = slots.filter(slot => !stored.has(slot))
  await Promise.all(
    missing.map(async slot => {
      await putObject(placeholderKey(placeholderDigest(slot)), placeholderJpeg(slot), 'image/jpeg')
      stored.add(slot)
    }),
  )
}

const recordOf = (
  assignmentId: string,
  verification: AddressVerification,
  { slot, at }: { readonly slot: PlaceholderSlot; readonly at: string },
): CaptureRecord => ({
  assignmentId,
  slot,
  sha256: placeholderDigest(slot),
  size: placeholderJpeg(slot).length,
  contentType: 'image/jpeg',
  capturedAt: at,
  clockOffsetMs: 0,
  fixes: [{ ...simulatedPositionOf(verification), accuracyMetres: 8.4, at, receivedAt: at }],
  source: 'viewfinder',
  deviceId: telephoneOf().id,
})

/** Photos as they stand once uploaded, signed like a person's. */
const capturePlaceholders = async (
  assignment: Assignment,
  verification: AddressVerification,
  slots: readonly PlaceholderSlot[],
  nowMs: number,
): Promise<readonly Photo[]> => {
  const at = new Date(nowMs).toISOString()
  const key = verificationKeyOf(verification)
  const photos = slots.map((slot): Photo => {
    const record = recordOf(toAssignmentId(assignment), verification, { slot, at })
    const statement = { record, signed: signRecord(record, telephoneOf().key) }
    const photo = toPendingPhoto(key, statement, { by: simulatedAgent, nowMs })
    return { ...photo, state: 'stored', storedAt: at, shownSha256: photo.sha256, ...placeholderSize }
  })
  if (photos.length > 0) await savePhotoRecords(key, photos, { by: simulatedAgent, at })
  return photos
}

/** `tick` gives a later time with every call. */
interface SimulatedVisit {
  readonly verification: Verification
  readonly outcome: DecidedOutcome
  readonly tick: () => string
}

const clockFrom = (nowMs: number): (() => string) => {
  let atMs = nowMs - 1
  return () => {
    atMs += 1
    return new Date(atMs).toISOString()
  }
}

/** Undefined if another has claimed it, it is reported, or it was never opened. */
const claimed = async ({ verification, tick }: SimulatedVisit): Promise<Assignment | undefined> => {
  const key = verificationKeyOf(verification)
  const assignment = await findAssignment(key)
  const at = tick()
  const isClaimed = assignment && (await claimWithoutLimit(assignment, { by: simulatedAgent, at, until: at }))
  return isClaimed ? findAssignment(key) : undefined
}

const isOfAddress = (verification: Verification): verification is AddressVerification =>
  verification.product !== 'employment'

const verifindOf = (
  assignment: Assignment,
  verification: AddressVerification,
  photos: readonly Photo[],
  at: string,
): AddressReport['verifind'] => {
  const visit: Visit = {
    stated: findStatedLocation(verification),
    radiusMetres: setting('FIELDWORK_LIMITS').radiusMetres,
    claimedAt: assignment.claimedAt!,
    reportedAt: at,
    photos,
    devices: [],
    seenBefore: new Map(),
    alike: new Map(),
  }
  return verifindDataOf(visit, flagsOf(visit))
}

const report = async (
  { verification, outcome, tick }: SimulatedVisit,
  assignment: Assignment,
): Promise<Assignment | undefined> => {
  const { lacks } = scenarioOf(verification)
  const simulation = simulationOf[verification.product]
  const slots = simulation.slots({ outcome, lacks })
  const takenMs = Date.parse(tick())
  const photos = isOfAddress(verification)
    ? await capturePlaceholders(assignment, verification, slots, takenMs)
    : []
  const at = tick()
  const said = simulation.report(verification, { at, outcome, lacks })
  const verifind = isOfAddress(verification) && { verifind: verifindOf(assignment, verification, photos, at) }
  const findings = findingsForOutcome(outcome)
  const filing = {
    by: simulatedAgent,
    report: { ...said, ...verifind } as Report,
    ...(findings && { findings }),
  }
  return (await fileReport(assignment, filing)) ? findAssignment(verificationKeyOf(verification)) : undefined
}

/** Returns the first report, so that the agent reports again. */
const returned = async (
  visiting: SimulatedVisit,
  assignment: Assignment,
): Promise<Assignment | undefined> => {
  const at = visiting.tick()
  const why = { at, by: simulatedReviewer, comment: 'Simulated: look again.' }
  if (!(await saveReturnedReport(assignment, why, at))) return undefined
  const again = await findAssignment(assignment)
  return again && report(visiting, again)
}

const work = async (visiting: SimulatedVisit): Promise<Assignment | undefined> => {
  const assignment = await claimed(visiting)
  const reported = assignment && (await report(visiting, assignment))
  const { isReturned } = scenarioOf(visiting.verification)
  return reported && isReturned && visiting.outcome === 'verified' ? returned(visiting, reported) : reported
}

/** Visits a test verification through the same steps as people. Where the work was not opened yet or somebody else has it, the decision brings its report. Answers false if it was final before. */
export const simulateVisit = async (
  verification: Verification,
  outcome: DecidedOutcome,
  nowMs: number,
): Promise<boolean> => {
  const { lacks, isReturned } = scenarioOf(verification)
  const simulation = simulationOf[verification.product]
  const tick = clockFrom(nowMs)
  await storePlaceholders(simulation.slots({ outcome, lacks }))
  const assignment = await work({ verification, outcome, tick })
  const rejectedAt =
    assignment?.returns?.at(-1)?.at ?? (isReturned && outcome === 'verified' ? tick() : undefined)
  const decidedAt = tick()
  const decision = {
    outcome,
    decidedAt,
    decidedBy: simulatedReviewer,
    ...(rejectedAt !== undefined && { rejectedAt }),
    ...(lacks !== 'everything-optional' && { adminComment: 'Simulated.' }),
  }
  if (assignment && (await decideVerification(verification, { decision, assignment }))) return true
  const report = simulation.report(verification, { at: decidedAt, outcome, lacks })
  return decideVerification(verification, { decision, report })
}
