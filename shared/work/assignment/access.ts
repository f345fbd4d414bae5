import type { Caller } from '../../account/caller.ts'
import { Problem } from '../../http/contract/problem.ts'
import { describeOutcome, isFinal } from '../../verification/contract/outcome.ts'
import type { Verification } from '../../verification/verification.ts'
import {
  type Assignment,
  hasReport,
  isUnderReview,
  parseAssignmentId,
  takesPhotos,
  tookPartIn,
} from './assignment.ts'
import { type AssignmentTask, findPlainTask, findTask } from './list-store.ts'

const notFound = () => new Problem('not_found', 'There is no assignment with this id.')

/** Finds work of any organisation, in the caller's mode. @throws Problem not_found */
export const getTask = async (caller: Caller, id: string): Promise<AssignmentTask> => {
  const task = await findTask(parseAssignmentId(id, caller.mode))
  if (!task) throw notFound()
  return task
}

export const isAgent = ({ scopes }: Caller): boolean => scopes.includes('operations.agent')
export const isReviewer = ({ scopes }: Caller): boolean => scopes.includes('operations.reviewer')

const describeEnd = ({ outcome, consentRefusedAt, consentWithdrawnAt }: Verification): string => {
  const isRefused = (consentRefusedAt ?? consentWithdrawnAt) !== undefined
  return `${describeOutcome(outcome)}${isRefused ? ' The applicant does not agree.' : ''}`
}

/** @throws Problem already_decided */
export const refuseFinal = ({ assignment, verification }: AssignmentTask): void => {
  const { backCheckOf, dispute, status } = assignment
  if (dispute && status === 'decided')
    throw new Problem('already_decided', 'Somebody has concluded this dispute.')
  if (!backCheckOf && !dispute && isFinal(verification.outcome))
    throw new Problem('already_decided', describeEnd(verification))
}

/** A back-check is read, and not decided on. @throws Problem already_decided */
export const refuseBackCheck = ({ assignment }: AssignmentTask): void => {
  if (assignment.backCheckOf)
    throw new Problem('already_decided', 'Its report is in, and the verification was decided before it.')
}

/** @throws Problem already_decided, or not_reported after a return */
export const refuseUnreported = (task: AssignmentTask): void => {
  refuseFinal(task)
  if (task.assignment.status !== 'reported')
    throw new Problem('not_reported', 'Its agent has not reported, or has it back.')
  refuseBackCheck(task)
}

const alreadyReported = () => new Problem('already_reported', 'A reviewer has your report.')

/** @throws Problem already_decided, already_reported; lease_lost where another has claimed it since */
const refuseUnheld = (task: AssignmentTask, caller: Caller): void => {
  refuseFinal(task)
  const { status, agent } = task.assignment
  if (agent !== caller.clientId || status === 'open')
    throw new Problem('lease_lost', 'Claim it first. If you had, your time was over and it went to others.')
  if (status === 'reported') throw alreadyReported()
}

/** @throws Problem not_found, already_decided, already_reported; lease_lost where another has claimed it since */
export const getHeldTask = async (caller: Caller, id: string): Promise<AssignmentTask> => {
  const task = await getTask(caller, id)
  refuseUnheld(task, caller)
  return task
}

/** A day's round. */
const lateMs = 24 * 3_600_000

/**
 * Also a visit that its applicant's "no" ended under the agent, for a day: what was done by then is kept, and decides
 * nothing. @throws Problem not_found, already_decided, already_reported, lease_lost
 */
export const getSendableTask = async (caller: Caller, id: string, nowMs: number): Promise<AssignmentTask> => {
  const task = await getTask(caller, id)
  const { assignment } = task
  const { agent, consentEndedAt } = assignment
  const isLate = takesPhotos(assignment) && agent === caller.clientId && consentEndedAt !== undefined
  if (!isLate || nowMs - Date.parse(consentEndedAt) >= lateMs) refuseUnheld(task, caller)
  else if (hasReport(assignment)) throw alreadyReported()
  return task
}

/** @throws Problem own_visit, decided_before */
export const refuseOwnVisit = (
  { assignment }: { readonly assignment: Pick<AssignmentTask['assignment'], 'agent' | 'tookPart'> },
  caller: Caller,
): void => {
  if (assignment.agent === caller.clientId)
    throw new Problem('own_visit', 'You made this visit. Leave it to another reviewer.')
  if (tookPartIn(assignment, caller.clientId))
    throw new Problem('decided_before', 'You had a part in the decision. Leave it to another reviewer.')
}

/** Before the report a reviewer may still become its agent. @throws Problem not_reported */
export const refusePossibleAgent = (
  assignment: Pick<Assignment, 'reportedAt'> | undefined,
  caller: Caller,
): void => {
  if (isAgent(caller) && !assignment?.reportedAt)
    throw new Problem('not_reported', 'No report yet: an agent has claimed it, or none has.')
}

/** Finds somebody else's work, reported or not. @throws Problem not_found, own_visit, decided_before */
export const getReviewableTask = async (caller: Caller, id: string): Promise<AssignmentTask> => {
  const task = await getTask(caller, id)
  refuseOwnVisit(task, caller)
  return task
}

/** The same without the record and encrypted attributes. @throws Problem not_found, own_visit, decided_before */
export const getReviewableAssignment = async (caller: Caller, id: string) => {
  const assignment = await findPlainTask(parseAssignmentId(id, caller.mode))
  if (!assignment) throw notFound()
  refuseOwnVisit({ assignment }, caller)
  return assignment
}

/** Those whose report and photos the caller may read as a reviewer. */
export const filterReviewable = async (
  caller: Caller,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> => {
  const isReviewable = async (id: string) =>
    getReviewableAssignment(caller, id).then(
      () => true,
      error => {
        if (error instanceof Problem) return false
        throw error
      },
    )
  const read = await Promise.all([...ids].map(async id => ((await isReviewable(id)) ? [id] : [])))
  return new Set(read.flat())
}

export const secondReviewerNeeded = (): Problem =>
  new Problem('second_reviewer_needed', 'You decided it first. Somebody else has to confirm that.')

/** What somebody may not decide they cannot hold. @throws Problem second_reviewer_needed */
export const refuseOwnStaged = ({ assignment }: AssignmentTask, caller: Caller): void => {
  if (assignment.stagedDecision?.by === caller.clientId) throw secondReviewerNeeded()
}

/** @throws Problem already_claimed while another reviewer has it */
export const refuseUnderReview = ({ assignment }: AssignmentTask, caller: Caller, nowMs: number): void => {
  if (isUnderReview(assignment, caller.clientId, nowMs))
    throw new Problem('already_claimed', `Another reviewer has it until ${assignment.reviewUntil}.`)
}
