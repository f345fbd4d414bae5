import { isReviewer, refuseOwnVisit } from '../work/assignment/access.ts'
import { type Assignment, parseAssignmentId } from '../work/assignment/assignment.ts'
import { findTask } from '../work/assignment/list-store.ts'
import {
  findOwnNote,
  listStoredCaseNotes,
  type StoredCaseNote,
  saveCaseNote,
  tooManyNotes,
} from './note-store.ts'
import { findAssignment } from '../work/assignment/store.ts'
import { named } from '../http/contract/text.ts'
import { toVerificationKey } from '../table/tenant.ts'
import { verificationKeyOf } from '../verification/verification.ts'
import { type CaseRequest, caseNotFound, getStaffCaseWith, noteOpening } from './access.ts'

/**
 * Notes have one wall more than a case: as long as others look again at a decision, they are hidden from whoever had a part
 * in it.
 * @throws Problem not_found, own_visit, decided_before, not_reported
 */
const getNotedCase = async (asked: CaseRequest) => {
  const { caller } = asked
  const { verification, assignment } = await getStaffCaseWith(asked, findAssignment)
  const key = verificationKeyOf(verification)
  const { openDispute } = verification
  const disputed = openDispute === undefined ? undefined : await findTask({ ...key, dispute: openDispute })
  if (disputed && isReviewer(caller)) refuseOwnVisit(disputed, caller)
  return { key, verification, work: [assignment, disputed?.assignment] }
}

/** Who decided first, while a second reviewer has not. */
const firstDeciderOf = (work: Assignment | undefined): string | undefined =>
  work?.status === 'reported' ? work.stagedDecision?.by : undefined

/**
 * The notes of who decided first would tell the second reviewer what to decide: until then other reviewers do not see them.
 * Notes are read before the work is: one that was written after a first decision is never taken for one before it.
 * @throws Problem not_found, own_visit, decided_before, not_reported
 */
export const readCaseNotes = async (asked: CaseRequest) => {
  const { caller, id } = asked
  const by = caller.clientId
  const notes = await listStoredCaseNotes(toVerificationKey(parseAssignmentId(id, caller.mode)))
  const { verification, work } = await getNotedCase(asked)
  await noteOpening({ verification }, asked, 'notes')
  const hidden = isReviewer(caller) ? work.map(firstDeciderOf) : []
  const shown = notes.filter(note => note.by === by || !hidden.includes(note.by))
  return { data: shown.map(named), hidden: notes.length - shown.length }
}

interface WriteNoteInput extends CaseRequest {
  readonly words: string
  /** The same when the request is repeated. */
  readonly noteId: number
  readonly isRepeat: boolean
}

/** @throws Problem not_found, own_visit, decided_before, not_reported, too_many_notes */
export const writeNote = async (asked: WriteNoteInput): Promise<Omit<StoredCaseNote, 'number'>> => {
  const { caller, words, noteId, isRepeat, nowMs } = asked
  const by = caller.clientId
  const { key, verification } = await getNotedCase(asked)
  const earlier = isRepeat ? await findOwnNote(key, { noteId, by }) : undefined
  if (earlier) return earlier
  const note = { ...key, id: noteId, at: new Date(nowMs).toISOString(), by, words }
  const result = await saveCaseNote(note, verification)
  if (result === 'full') throw tooManyNotes()
  if (result === 'erased') throw caseNotFound()
  return note
}
