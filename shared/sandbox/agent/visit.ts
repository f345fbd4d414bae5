import type { Assignment } from '../../assignment/assignment.ts'
import { claimWithoutLimit } from '../../assignment/claim-store.ts'
import { decideVerification } from '../../assignment/end-verification.ts'
import { fileReport, saveReturnedReport } from '../../assignment/report-store.ts'
import { findAssignment } from '../../assignment/store.ts'
import { verifindDataOf } from '../../assignment/verifind.ts'
import { findStatedLocation } from '../../assignment/visit.ts'
import { findingsForOutcome } from '../../assignment/visit-report.ts'
import { setting } from '../../aws/environment.ts'
import type { Photo } from '../../evidence/photo.ts'
import type { DecidedOutcome } from '../../verification/contract/outcome.ts'
import type { AddressReport, Report } from '../../verification/report.ts'
import { scenarioOf, simulatedAgent, simulatedReviewer } from '../../verification/scenario.ts'
import {
  type AddressVerification,
  type Verification,
  verificationKeyOf,
} from '../../verification/verification.ts'
import { capturePlaceholders, storePlaceholders } from './capture.ts'
import { simulationOf } from './report.ts'

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

/** Undefined if somebody else has it, it is reported, or it was never opened. */
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
): AddressReport['verifind'] =>
  verifindDataOf({
    stated: findStatedLocation(verification),
    radiusMetres: setting('FIELDWORK_LIMITS').radiusMetres,
    claimedAt: assignment.claimedAt!,
    reportedAt: at,
    photos,
    devices: [],
    seenBefore: [],
  })

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
