import { heldCheck } from '../../work/assignment/store.ts'
import { database } from '../../table/driver.ts'
import { queryAll } from '../../table/paging.ts'
import { absent, failureOf, type Key, type Put } from '../../table/port.ts'
import { expiresAt } from '../../table/retention.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import type { TrailEvent } from '../../trail/entry.ts'
import { writeWithTrail } from '../../trail/store.ts'
import type { ContactAttempt } from '../contract.ts'
import { contactAttemptKind, contactKey, contactsQuery } from './attempt-kind.ts'

export interface StoredContactAttempt extends VerificationKey, Omit<ContactAttempt, 'contact' | 'comment'> {
  readonly contact?: string
  readonly comment?: string
}

const attemptItemKey = (attempt: StoredContactAttempt): Key =>
  contactKey(attempt, attempt.verificationId, attempt.id)

/** The trail entry has nothing that somebody typed. */
export const contactAttemptWrites = (
  attempt: StoredContactAttempt,
): { readonly write: Put; readonly event: TrailEvent } => {
  const { id, by, channel, outcome, contactFrom, recordedAt } = attempt
  return {
    write: {
      put: {
        ...attempt,
        ...attemptItemKey(attempt),
        expiresAt: expiresAt(recordedAt, contactAttemptKind.days),
      },
      condition: absent,
    },
    event: { what: 'contactAttempted', by, facts: { id, channel, outcome, contactFrom } },
  }
}

/** Idempotent. Returns false if the agent does not hold the claim any more or the verification is final. */
export const saveContactAttempt = async (attempt: StoredContactAttempt): Promise<boolean> => {
  const { write, event } = contactAttemptWrites(attempt)
  const writes = { attempt: write, work: heldCheck(attempt, attempt.by) }
  const failure = await failureOf(writeWithTrail(attempt, attempt.recordedAt, [event], writes))
  const stored = failure?.items.attempt
  return !failure || (stored?.id === attempt.id && stored.by === attempt.by)
}

export const findContactAttempt = (
  key: VerificationKey,
  id: number,
): Promise<StoredContactAttempt | undefined> =>
  database.get<StoredContactAttempt>(contactKey(key, key.verificationId, id), { consistent: true })

/** In the order in which they were recorded. */
export const listStoredContactAttempts = (key: VerificationKey): Promise<readonly StoredContactAttempt[]> =>
  queryAll<StoredContactAttempt>({ ...contactsQuery(key, key.verificationId), consistent: true })
