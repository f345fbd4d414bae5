import type * as z from 'zod/mini'
import type { Attempt } from './attempt.ts'
import type { ContactAttempt, ContactAttempts } from './attempt-contract.ts'
import { type DocumentsAsked, failedApart, lacksForUnreachable } from './unreachable.ts'

/** An attempt as workers read it. */
export const toContactAttempt = (attempt: Attempt): z.infer<typeof ContactAttempt> => ({
  id: attempt.id,
  channel: attempt.channel,
  outcome: attempt.outcome,
  at: attempt.at,
  recordedAt: attempt.recordedAt,
  by: attempt.by,
  contactFrom: attempt.contactFrom,
  contact: attempt.contact ?? null,
  comment: attempt.comment ?? null,
})

/** All of them, and what is missing before the employer may be called unreachable. */
export const toContactAttempts = (
  attempts: readonly Attempt[],
  documents: DocumentsAsked | undefined,
  nowMs: number,
): z.infer<typeof ContactAttempts> => {
  const lacks = lacksForUnreachable(attempts, documents, nowMs)
  return {
    data: attempts.map(toContactAttempt),
    failedApart: failedApart(attempts),
    mayBeUnreachable: lacks === undefined,
    lacks: lacks ?? null,
  }
}
