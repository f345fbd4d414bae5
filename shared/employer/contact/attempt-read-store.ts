import { queryWithCompacted } from '../../table/compaction-store.ts'
import { database } from '../../table/driver.ts'
import { contactsQuery } from '../../table/keys.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { attemptItemKey, type StoredContactAttempt } from './attempt-store.ts'

/** Also those that an object holds. In the order in which they were recorded. */
export const listStoredContactAttempts = (key: VerificationKey): Promise<readonly StoredContactAttempt[]> =>
  queryWithCompacted(key, { ...contactsQuery(key, key.verificationId), consistent: true })

/** Returns how many there were. What an object holds goes with the trail’s facts. */
export const eraseContactAttempts = async (key: VerificationKey, isDry: boolean): Promise<number> => {
  const attempts = await listStoredContactAttempts(key)
  if (!isDry) await Promise.all(attempts.map(each => database.write({ delete: attemptItemKey(each) })))
  return attempts.length
}
