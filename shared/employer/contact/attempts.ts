import type { Caller } from '../../account/caller.ts'
import { Problem } from '../../http/contract/problem.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { getHeldTask, isReviewer, getTask } from '../../assignment/access.ts'
import type { AssignmentTask } from '../../assignment/list-store.ts'
import { listLinks } from '../../link/store.ts'
import type { StoredContactAttempt } from './attempt.ts'
import { toContactAttempts } from './attempt-answer.ts'
import type { RecordContactAttempt } from './attempt-contract.ts'
import { findContactAttempt, listStoredContactAttempts, saveContactAttempt } from './attempt-store.ts'
import {
  type DocumentsRequest,
  documentHours,
  countSpacedFailures,
  failedAttemptsNeeded,
  minHoursBetweenAttempts,
  lacksForUnreachable,
  type UnreachableLack,
} from './unreachable.ts'

/** @throws Problem not_found where there is no employer to reach */
export const refuseAddress = ({ verification }: AssignmentTask): void => {
  if (verification.product !== 'employment')
    throw new Problem('not_found', 'There is no employer to reach: this is the check of an address.')
}

/** The assignment for whoever works on it or may review it. @throws Problem not_found */
export const getEmploymentTask = async (caller: Caller, id: string): Promise<AssignmentTask> => {
  const task = await getTask(caller, id)
  refuseAddress(task)
  if (!isReviewer(caller) && task.assignment.agent !== caller.clientId)
    throw new Problem('not_found', 'There is no assignment with this id.')
  return task
}

interface Recording {
  readonly caller: Caller
  readonly id: string
  readonly body: RecordContactAttempt
  readonly nowMs: number
  /** The attempt's, the same again when the request is repeated. */
  readonly attemptId: number
  readonly isRepeat: boolean
}

const attemptOf = (
  key: VerificationKey,
  { caller, body, nowMs, attemptId }: Recording,
): StoredContactAttempt => {
  const { organisationId, mode, verificationId } = key
  const recordedAt = new Date(nowMs).toISOString()
  const { channel, outcome, contactFrom = 'order', contact, comment } = body
  const at = new Date(body.at ?? recordedAt).toISOString()
  return {
    ...{ organisationId, mode, verificationId, id: attemptId, by: caller.clientId },
    ...{ channel, outcome, at, recordedAt, contactFrom },
    ...(contact && { contact }),
    ...(comment && { comment }),
  }
}

/** What an earlier request with the same key has kept. */
const recordedBefore = async ({
  caller,
  id,
  attemptId,
}: Recording): Promise<StoredContactAttempt | undefined> => {
  const { assignment } = await getTask(caller, id)
  const found = await findContactAttempt(assignment, attemptId)
  return found?.by === caller.clientId ? found : undefined
}

/**
 * Notes an attempt to reach the employer, by the agent who has the work in hand.
 * @throws Problem not_found, already_decided, already_reported, lease_lost
 */
export const recordContactFor = async (recording: Recording): Promise<StoredContactAttempt> => {
  const { caller, id, isRepeat } = recording
  const earlier = isRepeat ? await recordedBefore(recording) : undefined
  if (earlier) return earlier
  const task = await getHeldTask(caller, id)
  refuseAddress(task)
  const attempt = attemptOf(task.assignment, recording)
  if (await saveContactAttempt(attempt)) return attempt
  await getHeldTask(caller, id)
  throw new Problem('unavailable', 'Something else happened to it at this moment. Look again.')
}

/** Whether the applicant was asked for documents, and has answered: the first time counts. */
const findDocumentsAsked = async (key: VerificationKey): Promise<DocumentsRequest | undefined> => {
  const links = await listLinks(key, 'documents')
  const [first] = links
  return first && { askedAt: first.sentAt, answeredAt: links.find(each => each.answeredAt)?.answeredAt }
}

/** The attempts of an assignment as workers read them. @throws Problem not_found */
export const readContactAttempts = async (caller: Caller, id: string, nowMs: number) => {
  const { assignment } = await getEmploymentTask(caller, id)
  const [attempts, documents] = await Promise.all([
    listStoredContactAttempts(assignment),
    findDocumentsAsked(assignment),
  ])
  return toContactAttempts(attempts, documents, nowMs)
}

const reasons: Readonly<Record<UnreachableLack, string>> = {
  attempts: `Needed are ${failedAttemptsNeeded} failed attempts, each ${minHoursBetweenAttempts} hours after the one before.`,
  documents: 'Ask the applicant for documents first, by a link.',
  time: `The applicant was asked for documents, and has ${documentHours} hours to answer.`,
}

/** @throws Problem employer_reachable before the applicant is to be asked for documents */
export const refuseUntried = async (key: VerificationKey): Promise<void> => {
  if (countSpacedFailures(await listStoredContactAttempts(key)) < failedAttemptsNeeded)
    throw new Problem('employer_reachable', reasons.attempts)
}

/** @throws Problem employer_reachable unless enough was tried to call this employer unreachable */
export const refuseReachable = async (key: VerificationKey, nowMs: number): Promise<void> => {
  const [attempts, documents] = await Promise.all([listStoredContactAttempts(key), findDocumentsAsked(key)])
  const lack = lacksForUnreachable(attempts, documents, nowMs)
  if (lack) throw new Problem('employer_reachable', reasons[lack])
}
