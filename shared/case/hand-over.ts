import type { Caller } from '../account/caller.ts'
import { isKnownReviewer } from '../account/find-reviewer.ts'
import {
  getReviewableTask,
  refuseOwnStaged,
  refuseUnderReview,
  refuseUnreported,
} from '../work/assignment/access.ts'
import { type Assignment, tookPartIn } from '../work/assignment/assignment.ts'
import { giveReview } from '../work/assignment/claim-store.ts'
import type { AssignmentTask } from '../work/assignment/list-store.ts'
import { caseNoteWrite, findNextNoteNumber, findOwnNote, tooManyNotes } from './note-store.ts'
import { setting } from '../aws/environment.ts'
import { again, retry } from '../aws/retry.ts'
import { invalidRequest, Problem } from '../http/contract/problem.ts'
import { toVerificationKey } from '../table/tenant.ts'
import type { HandOverRequest } from '../review/contract.ts'

interface HandOverContext {
  readonly caller: Caller
  readonly id: string
  readonly body: HandOverRequest
  readonly nowMs: number
  /** The same when the request is repeated. */
  readonly noteId: number
  readonly isRepeat: boolean
}

/** Half a working day: a colleague who is at lunch or in a meeting finds it, and one who is away does not keep it from others. */
const keptMs = 4 * 3_600_000

/** Not beyond the time when it is due, since nobody should be late for waiting; but for as long as a claim at least. */
const keptUntilOf = ({ dueAt }: Assignment, atMs: number): string => {
  const shortestMs = setting('FIELDWORK_LIMITS').reviewLeaseSeconds * 1000
  const longestMs = Math.min(keptMs, Date.parse(dueAt) - atMs)
  return new Date(atMs + Math.max(shortestMs, longestMs)).toISOString()
}

/** What the caller does not hold they cannot hand over. @throws Problem as `handOver` */
const refuseUnheld = (task: AssignmentTask, { caller, nowMs }: HandOverContext): void => {
  const { reviewer, reviewUntil = '' } = task.assignment
  refuseUnreported(task)
  refuseOwnStaged(task, caller)
  refuseUnderReview(task, caller, nowMs)
  if (reviewer !== caller.clientId || !(Date.parse(reviewUntil) > nowMs))
    throw new Problem('lease_lost', 'Claim it first. If you had, your time for it was over.')
}

/** Why this colleague cannot have it; undefined where they can. */
const refusalOf = async ({ assignment }: AssignmentTask, { caller, body: { to } }: HandOverContext) => {
  if (to === caller.clientId) return 'You have it. Name a colleague.'
  if (to === assignment.agent) return `${to} made this visit.`
  if (tookPartIn(assignment, to)) return `${to} had a part in the decision that is disputed.`
  if (to === assignment.stagedDecision?.by)
    return `${to} decided it first. Somebody else has to confirm that.`
  return (await isKnownReviewer(to, assignment.mode)) ? undefined : 'There is no reviewer with this id.'
}

/** @throws Problem invalid_request */
const refuseColleague = async (task: AssignmentTask, context: HandOverContext): Promise<void> => {
  const detail = await refusalOf(task, context)
  if (detail !== undefined) throw invalidRequest([{ pointer: '/to', code: 'not_allowed', detail }])
}

/** A renewal of the claim, or a note of somebody else, may come in between. */
const handOverTries = 5

/**
 * Claims a report that the caller has claimed for a colleague, to whom it says why.
 * @throws Problem not_found, own_visit, decided_before, not_reported, already_decided, second_reviewer_needed, already_claimed, lease_lost, too_many_notes, invalid_request
 */
export const handOver = (context: HandOverContext) => {
  const { caller, id, body, nowMs, noteId, isRepeat } = context
  const { to, words } = body
  const by = caller.clientId
  const at = new Date(nowMs).toISOString()
  return retry(
    { times: handOverTries },
    async () => {
      const task = await getReviewableTask(caller, id)
      const { assignment, verification } = task
      const key = toVerificationKey(assignment)
      const earlier = isRepeat ? await findOwnNote(key, { noteId, by }) : undefined
      if (earlier) return { id, to, keptUntil: keptUntilOf(assignment, Date.parse(earlier.at)) }
      refuseUnheld(task, context)
      await refuseColleague(task, context)
      const number = await findNextNoteNumber(key)
      if (number === undefined) throw tooManyNotes()
      const keptUntil = keptUntilOf(assignment, nowMs)
      const note = { ...key, id: noteId, number, at, by, words, handedTo: to }
      const lease = { by: to, offeredBy: by, at, until: keptUntil }
      const isGiven = await giveReview(assignment, lease, caseNoteWrite(note, verification))
      return isGiven ? { id, to, keptUntil } : again()
    },
    () => new Problem('unavailable', 'Somebody else was here at this moment. Look again.'),
  )
}
