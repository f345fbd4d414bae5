import { findStoredLookup, type StoredLookup } from '../identity/store.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { findStored, type StoredVerification } from '../verification/person-store.ts'

/** A verification or a look-up as it lies in the table, erased or past its time or not. Of an id that is both's, the verification. */
export const findRecord = async (
  key: VerificationKey,
): Promise<StoredVerification | StoredLookup | undefined> =>
  (await findStored(key, key.verificationId)) ?? findStoredLookup(key, key.verificationId)
