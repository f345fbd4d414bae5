import { again, retry } from '../aws/retry.ts'
import { Problem } from '../http/contract/problem.ts'
import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import { absent, failureOf, type Put } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { writeWithTrail } from '../trail/store.ts'
import { verificationKey } from '../verification/kinds.ts'
import type { Verification } from '../verification/verification.ts'
import { caseNoteKey, caseNoteKind, caseNotesQuery } from './note-kind.ts'

/** What somebody wrote of a case, for staff alone. Times are ISO 8601. */
export interface StoredCaseNote extends VerificationKey {
  /** Of the request that wrote it. */
  readonly id: number
  /** From 1, without a gap: two notes at once never become more than a case may have. */
  readonly number: number
  readonly at: string
  readonly by: string
  readonly words: string
  /** The colleague to whom the case was given with these words. */
  readonly handedTo?: string
}

export const maxCaseNotes = 100

/** Oldest first. */
export const listStoredCaseNotes = (key: VerificationKey): Promise<readonly StoredCaseNote[]> =>
  queryAll<StoredCaseNote>({ ...caseNotesQuery(key, key.verificationId), consistent: true })

/** What an earlier request with this id has written. */
export const findOwnNote = async (
  key: VerificationKey,
  { noteId, by }: { readonly noteId: number; readonly by: string },
): Promise<StoredCaseNote | undefined> =>
  (await listStoredCaseNotes(key)).find(note => note.id === noteId && note.by === by)

export const tooManyNotes = () =>
  new Problem('too_many_notes', `A case may have ${maxCaseNotes} notes, and this one has them.`)

/** Undefined where the case has as many as it may. */
export const findNextNoteNumber = async (key: VerificationKey): Promise<number | undefined> => {
  const newest = { ...caseNotesQuery(key, key.verificationId), newestFirst: true, limit: 1, consistent: true }
  const number = ((await database.query<StoredCaseNote>(newest)).items[0]?.number ?? 0) + 1
  return number > maxCaseNotes ? undefined : number
}

/** It is kept as long as its verification. */
export const caseNoteWrite = (
  note: StoredCaseNote,
  { requestedAt }: Pick<Verification, 'requestedAt'>,
): Put => ({
  put: {
    ...note,
    ...caseNoteKey(note, note.verificationId, note.number),
    expiresAt: expiresAt(requestedAt, caseNoteKind.days),
  },
  condition: absent,
})

/** An erasure that is under way looks for notes again once the record is a tombstone. */
const unerasedCheck = (key: VerificationKey) => ({
  check: verificationKey(key, key.verificationId),
  condition: { when: 'attribute_exists(#pk) AND attribute_not_exists(#erasedAt)' },
})

/** The trail says that a note was written, and not what is in it. */
export const saveCaseNote = (
  note: Omit<StoredCaseNote, 'number'>,
  verification: Pick<Verification, 'requestedAt'>,
): Promise<'saved' | 'full' | 'erased'> => {
  const { id, at, by } = note
  const event = { what: 'noteWritten', by, facts: { note: id } } as const
  return retry(
    // Each that fails means that another note was written.
    { times: maxCaseNotes },
    async () => {
      const number = await findNextNoteNumber(note)
      if (number === undefined) return 'full'
      const failure = await failureOf(
        writeWithTrail(note, at, [event], {
          note: caseNoteWrite({ ...note, number }, verification),
          record: unerasedCheck(note),
        }),
      )
      if (!failure) return 'saved'
      return failure.failed.has('record') ? 'erased' : again()
    },
    () => 'full',
  )
}
