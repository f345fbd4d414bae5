import type { Caller } from '../account/caller.ts'
import { isAgent, isReviewer, refuseOwnVisit } from '../assignment/access.ts'
import { type Assignment, parseAssignmentId } from '../assignment/assignment.ts'
import { findWorkKeys } from '../assignment/back-check-store.ts'
import { findTask } from '../assignment/list-store.ts'
import {
  listStoredCaseNotes,
  maxCaseNotes,
  type StoredCaseNote,
  saveCaseNote,
} from '../assignment/note-store.ts'
import { findAssignment } from '../assignment/store.ts'
import { Problem } from '../http/contract/problem.ts'
import { toVerificationKey, type VerificationKey } from '../table/tenant.ts'
import { noteReading } from '../trail/reading-store.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { findVerification } from '../verification/store.ts'
import type { Verification } from '../verification/verification.ts'

const notFound = () => new Problem('not_found', 'There is no case with this id.')

export const tooManyNotes = () =>
  new Problem('too_many_notes', `A case may have ${maxCaseNotes} notes, and this one has them.`)

interface CaseRequest {
  readonly caller: Caller
  readonly id: string
  readonly nowMs: number
}

const keyOf = ({ caller, id }: CaseRequest): VerificationKey =>
  toVerificationKey(parseAssignmentId(id, caller.mode))

const findWork = async (key: VerificationKey, { openDispute }: Verification) => {
  const [[assignment, backCheck], disputed] = await Promise.all([
    findWorkKeys(key).then(keys => Promise.all(keys.map(findAssignment))),
    openDispute === undefined ? undefined : findTask({ ...key, dispute: openDispute }),
  ])
  return { assignment, backCheck, dispute: disputed?.assignment }
}

/**
 * Finds a case whose notes the caller may read and write. Whoever made a visit of it may not, nor who may still become its
 * agent; nor a reviewer who had a part in a decision, as long as others look at that again.
 * @throws Problem not_found, own_visit, decided_before, not_reported
 */
const getCase = async (asked: CaseRequest) => {
  const { caller, nowMs } = asked
  const key = keyOf(asked)
  const verification = await findVerification(key, key.verificationId, nowMs)
  if (!verification) throw notFound()
  const { assignment, backCheck, dispute } = await findWork(key, verification)
  for (const visit of [assignment, backCheck])
    if (visit?.agent) refuseOwnVisit({ assignment: { agent: visit.agent } }, caller)
  if (dispute && isReviewer(caller)) refuseOwnVisit({ assignment: dispute }, caller)
  if (isAgent(caller) && !assignment?.reportedAt && !isFinal(verification.outcome))
    throw new Problem('not_reported', 'No report yet: an agent has claimed it, or none has.')
  return { key, verification, work: [assignment, dispute] }
}

/** Who decided first, while a second reviewer has not. */
const firstDeciderOf = (work: Assignment | undefined): string | undefined => {
  if (work?.status !== 'reported') return undefined
  const { stagedDecision, pendingDecision } = work
  return pendingDecision?.isStaged ? pendingDecision.by : stagedDecision?.by
}

/**
 * The notes of who decided first would tell the second reviewer what to decide: until then other reviewers do not see them.
 * Notes are read before the work is: one that was written after a first decision is never taken for one before it.
 * @throws Problem not_found, own_visit, decided_before, not_reported
 */
export const readCaseNotes = async (asked: CaseRequest) => {
  const { caller, nowMs } = asked
  const by = caller.clientId
  const notes = await listStoredCaseNotes(keyOf(asked))
  const { key, work } = await getCase(asked)
  await noteReading(key, { what: 'viewed', by, facts: { part: 'notes' } }, nowMs)
  const hidden = isReviewer(caller) ? work.map(firstDeciderOf) : []
  const shown = notes.filter(note => note.by === by || !hidden.includes(note.by))
  return { data: shown, hidden: notes.length - shown.length }
}

interface WriteNoteInput extends CaseRequest {
  readonly words: string
  /** The same when the request is repeated. */
  readonly noteId: number
  readonly isRepeat: boolean
}

/** What an earlier request with this id has written. */
export const findOwnNote = async (
  key: VerificationKey,
  { caller, noteId }: Pick<WriteNoteInput, 'caller' | 'noteId'>,
): Promise<StoredCaseNote | undefined> =>
  (await listStoredCaseNotes(key)).find(({ id, by }) => id === noteId && by === caller.clientId)

/** @throws Problem not_found, own_visit, decided_before, not_reported, too_many_notes */
export const writeNote = async (asked: WriteNoteInput) => {
  const { caller, words, noteId, isRepeat, nowMs } = asked
  const { key, verification } = await getCase(asked)
  const earlier = isRepeat ? await findOwnNote(key, asked) : undefined
  if (earlier) return earlier
  const note = { ...key, id: noteId, at: new Date(nowMs).toISOString(), by: caller.clientId, words }
  const result = await saveCaseNote(note, verification)
  if (result === 'full') throw tooManyNotes()
  if (result === 'erased') throw notFound()
  return note
}
