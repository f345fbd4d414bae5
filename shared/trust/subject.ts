import { log } from '../aws/log.ts'
import { lookupsTold } from '../event/store.ts'
import { lookupsOfNumber } from '../identity/person-store.ts'
import { sealIdNumber } from '../identity/seal-number.ts'
import type { Tenant } from '../table/tenant.ts'
import { type SearchPlace, searchPerson } from '../verification/person-store.ts'
import { type Erasure, type ErasureMode, eraseById } from './erasure.ts'

/** A person: whoever has the one or the other. */
export interface Subject {
  readonly phone?: string | undefined
  readonly idNumber?: string | undefined
}

export interface SubjectErasure {
  readonly erased: readonly Erasure[]
  /** How many verifications were looked at. */
  readonly searched: number
  /** Where the next call goes on; null when all was searched. */
  readonly next: SearchPlace | null
}

/** 20,000 verifications a call: some ten seconds. */
const pagesPerCall = 40

/**
 * Erases what is kept of a person, by walking the tenant's verifications page by page. Look-ups come with the last page.
 */
export const eraseSubject = async (
  tenant: Tenant,
  { phone, idNumber }: Subject,
  { after, ...mode }: ErasureMode & { readonly after?: SearchPlace | undefined },
): Promise<SubjectErasure> => {
  const idNumberDigest = idNumber === undefined ? undefined : (await sealIdNumber(idNumber)).idNumberDigest
  const erased: Erasure[] = []
  const eraseAll = async (ids: readonly number[]): Promise<void> => {
    for (const verificationId of ids) {
      const erasure = await eraseById({ ...tenant, verificationId }, mode)
      if (erasure) erased.push(erasure)
    }
  }
  let searched = 0
  let place = after
  for (let page = 0; page < pagesPerCall; page++) {
    const { found, next, ...looked } = await searchPerson(tenant, { phone, idNumberDigest }, place)
    await eraseAll(found)
    searched += looked.searched
    log('erasure.searched', { ...tenant, count: searched })
    place = next
    if (!place) break
  }
  if (!place && idNumberDigest !== undefined)
    await eraseAll(await lookupsOfNumber(tenant, idNumberDigest, await lookupsTold(tenant)))
  return { erased, searched, next: place ?? null }
}
