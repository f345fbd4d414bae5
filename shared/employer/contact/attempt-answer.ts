import type * as z from 'zod/mini'
import type { StoredContactAttempt } from './attempt.ts'
import type { ContactAttempt, ContactAttempts } from './attempt-contract.ts'
import { type DocumentsRequest, countSpacedFailures, lacksForUnreachable } from './unreachable.ts'

/** An attempt as workers read it. */
export const toContactAttempt = (attempt: StoredContactAttempt): z.infer<typeof ContactAttempt> => ({
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
  attempts: readonly StoredContactAttempt[],
  documents: DocumentsRequest | undefined,
  nowMs: number,
): z.infer<typeof ContactAttempts> => {
  const lacks = lacksForUnreachable(attempts, documents, nowMs)
  return {
    data: attempts.map(toContactAttempt),
    failedApart: countSpacedFailures(attempts),
    mayBeUnreachable: lacks === undefined,
    lacks: lacks ?? null,
  }
}
