import * as z from 'zod/mini'
import { noteWords } from '../assignment/contract.ts'
import { id, nullable, timestamp } from '../http/contract/text.ts'

export const WriteCaseNote = z.object({ words: noteWords })
export type WriteCaseNote = z.infer<typeof WriteCaseNote>

export const CaseNote = z.object({
  id,
  at: timestamp,
  by: z.string(),
  words: z.string(),
  /** The colleague to whom the case was given with these words. */
  handedTo: nullable(z.string()),
})
export type CaseNote = z.infer<typeof CaseNote>

/** Oldest first. `hidden`: how many are not shown before the second decision. */
export const CaseNotes = z.object({ data: z.array(CaseNote), hidden: z.int() })
export type CaseNotes = z.infer<typeof CaseNotes>
