import type { Tenant } from '../table/tenant.ts'
import { type VerificationType, verificationTypes } from './contract/product.ts'
import { subscriberNumber } from './duplicate.ts'
import { findManyStored } from './erasure-store.ts'
import { listVerifications } from './list-store.ts'
import type { Applicant } from './verification.ts'

/** Whoever has this telephone, however it is written, or this id number. */
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
  /** The ids of the person's verifications. */
  readonly found: readonly number[]
  /** How many verifications were looked at: half a read unit each, and less than half of one for the list. */
  readonly searched: number
  /** Absent on the last page. */
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
  const next = page.beforeId ? { noun, beforeId: page.beforeId } : following && { noun: following }
  return { found, searched: page.items.length, next }
}
