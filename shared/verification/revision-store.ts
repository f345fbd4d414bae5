import { database } from '../table/driver.ts'
import { omitKeyAttributes } from '../table/kind.ts'
import { queryAll } from '../table/paging.ts'
import { absent, type Put } from '../table/port.ts'
import { expiresAt, unlessExpired } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { revisionKey, revisionKind, revisionsQuery } from './revision-kind.ts'
import { revisionOf, type Verification } from './verification.ts'

/** A record as it was decided, kept whole. It is in no list, and goes with the record that took its place. */
export interface StoredRevision {
  readonly revision: number
  readonly record: Verification
  readonly expiresAt: number
}

/** The write that keeps a record as it is before it is revised; once, so that no revision is ever another. */
export const saveRevisionWrite = (verification: Verification): Put => {
  const { openDispute: _, latestDispute: __, ...record } = omitKeyAttributes(verification)
  const revision = revisionOf(verification)
  return {
    put: {
      ...revisionKey(verification, verification.id, revision),
      revision,
      record,
      expiresAt: expiresAt(verification.requestedAt, revisionKind.days),
    },
    condition: absent,
  }
}

export const findRevision = async (
  key: VerificationKey,
  revision: number,
  nowMs: number,
): Promise<Verification | undefined> => {
  const itemKey = revisionKey(key, key.verificationId, revision)
  return unlessExpired(await database.get<StoredRevision>(itemKey, { consistent: true }), nowMs)?.record
}

export const listStoredRevisions = (key: VerificationKey): Promise<readonly StoredRevision[]> =>
  queryAll<StoredRevision>({ ...revisionsQuery(key, key.verificationId), consistent: true })

export const listRevisions = async (key: VerificationKey, nowMs: number): Promise<readonly Verification[]> =>
  (await listStoredRevisions(key)).filter(kept => unlessExpired(kept, nowMs)).map(({ record }) => record)
