import { database } from '../../table/driver.ts'
import { contactKey, contactsQuery } from '../../table/keys.ts'
import { queryAll } from '../../table/paging.ts'
import { absent, conditionsMet, type Key, type Put } from '../../table/port.ts'
import { expiresAt, retentionDays } from '../../table/retention.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import type { TrailEvent } from '../../trail/entry.ts'
import { writeWithTrail } from '../../trail/store.ts'
import { heldCheck, openChecks } from '../../assignment/store.ts'
import type { StoredContactAttempt } from './attempt.ts'

const keyOf = (attempt: StoredContactAttempt): Key => contactKey(attempt, attempt.verificationId, attempt.id)

/** The write that keeps an attempt, and what the trail says of it: nothing that somebody typed. */
export const contactAttemptWrites = (
  attempt: StoredContactAttempt,
): { readonly write: Put; readonly event: TrailEvent } => {
  const { id, by, channel, outcome, contactFrom, recordedAt } = attempt
  return {
    write: {
      put: { ...attempt, ...keyOf(attempt), expiresAt: expiresAt(recordedAt, retentionDays.contactAttempt) },
      condition: absent,
    },
    event: { what: 'contactAttempted', by, facts: { id, channel, outcome, contactFrom } },
  }
}

/**
 * Keeps an attempt of the agent who has the work in hand; the same one again is kept once. Answers false for work that is
 * not the agent's (any more), and for a verification that is final.
 */
export const saveContactAttempt = (attempt: StoredContactAttempt): Promise<boolean> => {
  const { write, event } = contactAttemptWrites(attempt)
  return conditionsMet(
    writeWithTrail(
      attempt,
      attempt.recordedAt,
      [event],
      write,
      heldCheck(attempt, attempt.by),
      ...openChecks(attempt),
    ),
    ([stored]) => stored?.id === attempt.id && stored.by === attempt.by,
  )
}

/** An attempt that may have been kept before. */
export const findContactAttempt = (
  key: VerificationKey,
  id: number,
): Promise<StoredContactAttempt | undefined> =>
  database.get<StoredContactAttempt>(contactKey(key, key.verificationId, id), { consistent: true })

/** Every attempt to reach the employer of a verification, in the order in which they were noted. */
export const listStoredContactAttempts = (key: VerificationKey): Promise<readonly StoredContactAttempt[]> =>
  queryAll<StoredContactAttempt>({ ...contactsQuery(key, key.verificationId), consistent: true })

/** Deletes a verification's attempts. Answers how many there were. */
export const eraseContactAttempts = async (key: VerificationKey, isDry: boolean): Promise<number> => {
  const attempts = await listStoredContactAttempts(key)
  if (!isDry) await Promise.all(attempts.map(each => database.write({ delete: keyOf(each) })))
  return attempts.length
}
