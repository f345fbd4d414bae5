import type { Caller } from '../account/caller.ts'
import { getSendableTask } from '../work/assignment/access.ts'
import type { Assignment, VisitLots } from '../work/assignment/assignment.ts'
import { buildBackCheckReport, fileBackCheck, type TrailWrites } from '../work/assignment/back-check-store.ts'
import { deleteClaim } from '../work/assignment/claim-store.ts'
import type { FileReport } from '../work/assignment/contract.ts'
import { flagsOf, toReportFlags } from '../work/assignment/flags.ts'
import type { AssignmentTask } from '../work/assignment/list-store.ts'
import { savePlaceNote } from '../work/assignment/place-note-store.ts'
import { fileReport, keepReport, type ReportInput } from '../work/assignment/report-store.ts'
import { isVagueOf, verifindDataOf } from '../work/assignment/verifind.ts'
import { outcomeOfFindings, toAddressReport } from '../work/assignment/visit-report.ts'
import { setting } from '../aws/environment.ts'
import { employerFiling } from '../employer/attestation/report.ts'
import { assembleVisit, endOf } from '../evidence/assemble-visit.ts'
import { type Photo, shownPhotos } from '../evidence/photo.ts'
import { findPhotos } from '../evidence/photo-store.ts'
import { invalidRequest, Problem } from '../http/contract/problem.ts'
import type { DecidedOutcome } from '../verification/contract/outcome.ts'

interface ReportContext {
  readonly caller: Caller
  readonly id: string
  readonly body: FileReport
  readonly nowMs: number
}

/** What is done where a back-check found something else than was decided. Answers whether its report was filed with it. */
export type OnContradiction = (
  task: AssignmentTask,
  found: DecidedOutcome,
  filing: TrailWrites,
) => Promise<boolean>

const needsVisit = invalidRequest([
  { pointer: '/visit', code: 'required', detail: 'Expected the report of a visit.' },
])

/** Only the agent's own photos count, not those of an earlier agent. @throws Problem photo_missing */
const photosBy = async (
  caller: Caller,
  { assignment }: AssignmentTask,
  nowMs: number,
): Promise<readonly Photo[]> => {
  const photos = (await findPhotos(assignment, nowMs)).filter(({ takenBy }) => takenBy === caller.clientId)
  const awaited = photos.filter(({ state }) => state === 'awaited').map(({ slot }) => slot)
  if (awaited.length > 0)
    throw new Problem('photo_missing', `Upload first: ${awaited.join(', ')}.`, {
      headers: { 'retry-after': '5' },
    })
  return photos.filter(({ state }) => state === 'stored')
}

/** @throws Problem invalid_request for a report of another product, photo_missing */
const buildReport = async (
  task: AssignmentTask,
  { caller, body, nowMs }: ReportContext,
): Promise<ReportInput> => {
  const { assignment, verification } = task
  if (verification.product === 'employment') return employerFiling(task, body, { by: caller.clientId, nowMs })
  if (!body.visit) throw needsVisit
  const submittedAt = new Date(nowMs).toISOString()
  const taken = await photosBy(caller, task, nowMs)
  const { visit: said } = body
  const visit = await assembleVisit({ assignment, verification, visit: said, photos: taken, at: submittedAt })
  const flags = flagsOf(visit)
  const place = endOf(said, { photos: taken, claimedAt: assignment.claimedAt! })
  const report = toAddressReport(said, verification, {
    submittedAt,
    photos: shownPhotos(taken),
    place,
    isVague: isVagueOf({
      ...verification,
      stated: visit.stated,
      ...(said.findings.addressExists && place && { found: place }),
      neededHelp: said.neededHelp ?? false,
    }),
    verifind: verifindDataOf(visit, flags),
    flags: toReportFlags(flags),
  })
  return { by: caller.clientId, report, findings: said.findings, flags }
}

const fileSecondReport = async (
  reporting: ReportContext,
  task: AssignmentTask,
  onContradiction: OnContradiction,
): Promise<boolean> => {
  const { assignment, verification } = task
  const report = await buildReport(task, reporting)
  const outcome = outcomeOfFindings(report.findings!)
  const agrees = outcome === verification.outcome
  const at = new Date(reporting.nowMs).toISOString()
  const filing = buildBackCheckReport(assignment, report, { at, agrees })
  const isFiled = !agrees && (await onContradiction(task, outcome, filing))
  return isFiled || fileBackCheck(assignment, filing, { by: report.by, at })
}

/**
 * Drawn once for a visit, before anybody decides. Who returns the report, takes a decision back, or repeats one whose
 * answer was lost, draws no other lot.
 */
const lotsOf = ({ isSampled, isBackCheckSampled, product }: Assignment): VisitLots => {
  const { secondReviewShare, backCheckShare } = setting('FIELDWORK_LIMITS')
  const draw = (share: number) => Math.random() < share
  return {
    isSampled: isSampled ?? draw(secondReviewShare),
    isBackCheckSampled: isBackCheckSampled ?? (product !== 'employment' && draw(backCheckShare)),
  }
}

const file = async (
  task: AssignmentTask,
  reporting: ReportContext,
  onContradiction: OnContradiction,
): Promise<boolean> => {
  const { assignment } = task
  if (assignment.backCheckOf) return fileSecondReport(reporting, task, onContradiction)
  const report = await buildReport(task, reporting)
  return assignment.consentEndedAt
    ? keepReport(assignment, report)
    : fileReport(assignment, { ...report, lots: lotsOf(assignment) })
}

/** After the report, so that nobody tells of a house whose visit was not theirs. A crash in between loses it: it is help, and no finding. */
const tellNextAgent = async (
  { assignment, verification }: AssignmentTask,
  { body, nowMs }: ReportContext,
): Promise<void> => {
  const facts = body.visit?.placeFacts ?? []
  if (verification.product === 'employment' || facts.length === 0) return
  await savePlaceNote(assignment, verification, { facts, at: new Date(nowMs).toISOString() })
}

/** @throws Problem not_found, already_decided, already_reported, lease_lost, invalid_request, employer_reachable */
export const submitReport = async (reporting: ReportContext, onContradiction: OnContradiction) => {
  const { caller, id, nowMs } = reporting
  const task = await getSendableTask(caller, id, nowMs)
  const { assignment } = task
  const submittedAt = new Date(nowMs).toISOString()
  if (!(await file(task, reporting, onContradiction))) {
    await getSendableTask(caller, id, nowMs)
    throw new Problem('unavailable', 'Something else happened to it at this moment. Look again.')
  }
  await deleteClaim(assignment, caller.clientId)
  if (!assignment.consentEndedAt) await tellNextAgent(task, reporting)
  return { id, way: 'reported', submittedAt } as const
}
