import { database } from '../table/driver.ts'
import { assignmentKey, backCheckKey, duplicateGuardKey, openKey, verificationKey } from '../table/keys.ts'
import { conditionsMet } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'
import { isFinal } from './contract/outcome.ts'
import { type VerificationType, verificationTypes } from './contract/product.ts'
import { fingerprintOrder, subscriberNumber } from './duplicate.ts'
import { listVerifications } from './list-store.ts'
import type { Applicant, Verification } from './verification.ts'

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
    ...{ id, organisationId, mode, product, price, expiresAt },
    ...{ requestedAt, updatedAt, delayedAt, approvedAt, rejectedAt, revision, chargedAt },
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
    database.write(
      {
        put: { ...verificationKey(verification, id), ...tombstoneOf(verification, at) },
        condition: {
          when: '#outcome = :outcome AND #updatedAt = :updatedAt',
          values: { outcome, updatedAt },
        },
      },
      { delete: assignmentKey(verification, id) },
      { delete: backCheckKey(verification, id) },
      // Nobody is to be told of it any more.
      { delete: openKey(verification, id) },
    ),
  )
}

export interface PersonQuery {
  readonly phone?: string | undefined
  readonly idNumberDigest?: string | undefined
}

/** Where a search goes on: among a noun's verifications, with those older than this one. */
export interface PersonSearchKey {
  readonly noun: VerificationType
  readonly beforeId?: number | undefined
}

export interface SearchedPage {
  readonly found: readonly number[]
  /** How many verifications were looked at: half a read unit each, and less than half of one for the list. */
  readonly searched: number
  readonly next?: PersonSearchKey | undefined
}

const pageSize = 500

const isOf = ({ phone, idNumberDigest }: PersonQuery, applicant: Applicant): boolean =>
  (phone !== undefined && subscriberNumber(phone) === subscriberNumber(applicant.phone)) ||
  (idNumberDigest !== undefined && idNumberDigest === applicant.idNumberDigest)

/** Looks for a person on a page of the tenant's verifications, newest first: nothing is indexed by a person. */
export const searchPerson = async (
  tenant: Tenant,
  person: PersonQuery,
  { noun, beforeId }: PersonSearchKey = { noun: verificationTypes[0] },
): Promise<SearchedPage> => {
  const page = await listVerifications(tenant, noun, {}, { limit: pageSize, beforeId })
  const stored = await findManyStored(
    tenant,
    page.items.map(({ id }) => id),
  )
  const found = stored.filter(row => !row.erasedAt && isOf(person, row.applicant)).map(({ id }) => id)
  const following = verificationTypes[verificationTypes.indexOf(noun) + 1]
  const next = page.place ? { noun, beforeId: page.place } : following && { noun: following }
  return { found, searched: page.items.length, next }
}
