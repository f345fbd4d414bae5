import * as z from 'zod/mini'
import { noteWords } from '../work/assignment/contract.ts'
import { id, nullable, timestamp } from '../http/contract/text.ts'

/** A note. */
export const WriteCaseNote = z.object({
  /**
   * What is to be known of the case, in one line.
   * @example "Their employer asked us to call back on Monday."
   */
  words: noteWords,
})
export type WriteCaseNote = z.infer<typeof WriteCaseNote>

/** A note that somebody wrote. Nobody can change or delete it. */
export const CaseNote = z.object({
  /** The id of the note. @example 890123456789099 */
  id,
  /** When it was written. @example "2026-11-20T09:31:00.000Z" */
  at: timestamp,
  /** Who wrote it. @example "reviewer-1" */
  by: z.string(),
  /** The note. @example "Their employer asked us to call back on Monday." */
  words: z.string(),
  /**
   * The colleague to whom the case was given with these words. Null for any other note.
   * @example "reviewer-2"
   */
  handedTo: nullable(z.string()),
})
export type CaseNote = z.infer<typeof CaseNote>

/** The notes of a case. */
export const CaseNotes = z.object({
  /** The notes, oldest first. */
  data: z.array(CaseNote),
  /**
   * How many notes are not shown. A reviewer does not see those of the reviewer who decided first, until a
   * second one has decided.
   * @example 0
   */
  hidden: z.int(),
})
export type CaseNotes = z.infer<typeof CaseNotes>
