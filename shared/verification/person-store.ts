import { database } from '../table/driver.ts'
import { conditionsMet } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'
import { assignmentKey } from './assignment-kind.ts'
import { isFinal } from './contract/outcome.ts'
import { fingerprintOrder } from './duplicate.ts'
import { duplicateGuardKey, openKey, verificationKey } from './kinds.ts'
import { subjectKeysOf } from './store.ts'
import type { Verification } from './verification.ts'

export type StoredVerification = Verification & { readonly expiresAt: number }

export const findStored = (tenant: Tenant, id: number): Promise<StoredVerification | undefined> =>
  database.get<StoredVerification>(verificationKey(tenant, id), { consistent: true })

/** Many at once, at half a read unit each up to 4 KB, unless the read is consistent. */
export const findManyStored = (
  tenant: Tenant,
  ids: readonly number[],
  options: { readonly consistent?: boolean } = {},
): Promise<readonly StoredVerification[]> =>
  database.getMany<StoredVerification>(
    ids.map(id => verificationKey(tenant, id)),
    options,
  )

/** What stays: which record it was, how it ended, when, and what it cost. Work that was open ends as cancelled. */
const tombstoneOf = (verification: StoredVerification, at: string) => {
  const { id, organisationId, mode, product, outcome, price, expiresAt } = verification
  const { requestedAt, updatedAt, delayedAt, approvedAt, rejectedAt, revision, chargedAt } = verification
  return {
    id,
    organisationId,
    mode,
    product,
    price,
    expiresAt,
    requestedAt,
    updatedAt,
    delayedAt,
    approvedAt,
    rejectedAt,
    revision,
    chargedAt,
    outcome: isFinal(outcome) ? outcome : 'cancelled',
    erasedAt: at,
  }
}

/** The guard's fingerprint is made of the applicant. It may stand for a later order by now. */
const removeGuard = async (verification: StoredVerification): Promise<void> => {
  await conditionsMet(
    database.write({
      delete: duplicateGuardKey(verification, fingerprintOrder(verification)),
      condition: { when: '#id = :id', values: { id: verification.id } },
    }),
  )
}

/** Puts a tombstone, which no list shows, in a record's place. Answers false if the record has changed since it was read. */
export const eraseVerification = async (verification: StoredVerification, at: string): Promise<boolean> => {
  const { id, outcome, updatedAt } = verification
  await removeGuard(verification)
  return conditionsMet(
    database.transact({
      record: {
        put: { ...verificationKey(verification, id), ...tombstoneOf(verification, at) },
        condition: {
          when: '#outcome = :outcome AND #updatedAt = :updatedAt',
          values: { outcome, updatedAt },
        },
      },
      work: { delete: assignmentKey(verification, id) },
      // It is not published any more.
      open: { delete: openKey(verification, id) },
      subjects: subjectKeysOf(verification).map(key => ({ delete: key })),
    }),
  )
}
