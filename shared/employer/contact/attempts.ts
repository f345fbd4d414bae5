import type * as z from 'zod/mini'
import type { Caller } from '../../account/caller.ts'
import { getHeldTask, getTask, isReviewer } from '../../work/assignment/access.ts'
import type { AssignmentTask } from '../../work/assignment/list-store.ts'
import { Problem } from '../../http/contract/problem.ts'
import { bodyFields, type InputRule, named, providedValue } from '../../http/contract/text.ts'
import { listLinks } from '../../link/store.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import type { ContactAttempts, RecordContactAttempt } from '../contract.ts'
import {
  findContactAttempt,
  listStoredContactAttempts,
  type StoredContactAttempt,
  saveContactAttempt,
} from './attempt-store.ts'
import {
  countSpacedFailures,
  documentHours,
  failedAttemptsNeeded,
  lacksForUnreachable,
  minHoursBetweenAttempts,
  type UnreachableLack,
} from './unreachable.ts'

/** How far the clock of an agent's device may be ahead. */
const aheadMs = 5 * 60_000
/** An agent who notes an attempt later than this does not remember. */
const behindMs = 24 * 3_600_000

/** Rules that the schema cannot express. */
export const attemptRule: InputRule = ({ body, nowMs }) => {
  const { at, contact, contactFrom } = bodyFields(body)
  const madeMs = typeof at === 'string' ? Date.parse(at) : Number.NaN
  const isOutOfRange = madeMs > nowMs + aheadMs || madeMs < nowMs - behindMs
  const source = providedValue(contactFrom) ?? 'order'
  const hasSource = providedValue(contact) === undefined || source !== 'order'
  const detail = 'Say where you have this contact from: publicListing, register, employer or applicant.'
  return [
    ...(isOutOfRange
      ? [{ pointer: '/at', code: 'out_of_range', detail: 'Expected a time of the last 24 hours.' }]
      : []),
    ...(hasSource ? [] : [{ pointer: '/contactFrom', code: 'required', detail }]),
  ]
}

/** @throws Problem not_found if there is no employer to reach */
export const refuseAddress = ({ verification }: AssignmentTask): void => {
  if (verification.product !== 'employment')
    throw new Problem('not_found', 'There is no employer to reach: this is the check of an address.')
}

/** Loads the assignment for its agent or a reviewer. @throws Problem not_found */
export const getEmploymentTask = async (caller: Caller, id: string): Promise<AssignmentTask> => {
  const task = await getTask(caller, id)
  refuseAddress(task)
  if (!isReviewer(caller) && task.assignment.agent !== caller.clientId)
    throw new Problem('not_found', 'There is no assignment with this id.')
  return task
}

interface RecordAttemptInput {
  readonly caller: Caller
  readonly id: string
  readonly body: RecordContactAttempt
  readonly nowMs: number
  /** The same when the request is repeated. */
  readonly attemptId: number
  readonly isRepeat: boolean
}

const buildAttempt = (
  { organisationId, mode, verificationId }: VerificationKey,
  { caller, body, nowMs, attemptId }: RecordAttemptInput,
): StoredContactAttempt => {
  const recordedAt = new Date(nowMs).toISOString()
  const { channel, outcome, contactFrom = 'order', contact, comment } = body
  return {
    organisationId,
    mode,
    verificationId,
    id: attemptId,
    by: caller.clientId,
    channel,
    outcome,
    recordedAt,
    contactFrom,
    at: new Date(body.at ?? recordedAt).toISOString(),
    ...(contact && { contact }),
    ...(comment && { comment }),
  }
}

/** @throws Problem not_found, already_decided, already_reported, lease_lost */
export const recordContactFor = async (input: RecordAttemptInput): Promise<StoredContactAttempt> => {
  const { caller, id, attemptId, isRepeat } = input
  if (isRepeat) {
    const { assignment } = await getTask(caller, id)
    const earlier = await findContactAttempt(assignment, attemptId)
    if (earlier?.by === caller.clientId) return earlier
  }
  const task = await getHeldTask(caller, id)
  refuseAddress(task)
  const attempt = buildAttempt(task.assignment, input)
  if (await saveContactAttempt(attempt)) return attempt
  await getHeldTask(caller, id)
  throw new Problem('unavailable', 'It changed at the same moment. Read it again.')
}

/** The first request for documents counts. */
const readAttempts = async (key: VerificationKey, nowMs: number) => {
  const [attempts, links] = await Promise.all([listStoredContactAttempts(key), listLinks(key, 'documents')])
  const answeredAt = links.find(each => each.answeredAt)?.answeredAt
  const documents = links[0] && { askedAt: links[0].sentAt, answeredAt }
  return { attempts, lacks: lacksForUnreachable(attempts, documents, nowMs) }
}

/** @throws Problem not_found */
export const readContactAttempts = async (
  caller: Caller,
  id: string,
  nowMs: number,
): Promise<z.input<typeof ContactAttempts>> => {
  const { assignment } = await getEmploymentTask(caller, id)
  const { attempts, lacks } = await readAttempts(assignment, nowMs)
  const failedApart = countSpacedFailures(attempts)
  return { data: attempts.map(named), failedApart, mayBeUnreachable: lacks === undefined, lacks }
}

const reasons: Readonly<Record<UnreachableLack, string>> = {
  attempts: `Needed are ${failedAttemptsNeeded} failed attempts, each ${minHoursBetweenAttempts} hours after the one before.`,
  documents: 'Ask the applicant for documents first, by a link.',
  time: `The applicant was asked for documents, and has ${documentHours} hours to answer.`,
}

/** @throws Problem employer_reachable if the applicant may not be asked for documents yet */
export const refuseUntried = async (key: VerificationKey): Promise<void> => {
  if (countSpacedFailures(await listStoredContactAttempts(key)) < failedAttemptsNeeded)
    throw new Problem('employer_reachable', reasons.attempts)
}

/** @throws Problem employer_reachable if the employer may not be called unreachable yet */
export const refuseReachable = async (key: VerificationKey, nowMs: number): Promise<void> => {
  const { lacks } = await readAttempts(key, nowMs)
  if (lacks) throw new Problem('employer_reachable', reasons[lacks])
}
