import { log } from '../aws/log.ts'
import { listPublishedLookups } from '../event/store.ts'
import { digestIdNumber } from '../identity/digest-id-number.ts'
import { lookupsOfNumber } from '../identity/late/store.ts'
import type { Tenant } from '../table/tenant.ts'
import { type PersonSearchKey, searchPerson } from '../verification/person-store.ts'

/** A person: whoever has the one or the other. */
interface Subject {
  readonly phone?: string | undefined
  readonly idNumber?: string | undefined
}

export interface SubjectQuery extends Tenant {
  readonly verificationId?: number | undefined
  readonly subject?: Subject | undefined
  readonly after?: PersonSearchKey | undefined
}

export interface SubjectRecord {
  readonly verificationId: number
  readonly product: string
  readonly requestedAt: string
  readonly erasedAt?: string
}

export interface SubjectPage {
  readonly found: readonly number[]
  readonly searched: number
  readonly next: PersonSearchKey | null
}

/** 20,000 verifications a call: some ten seconds. */
const pagesPerCall = 40

/** Walks the tenant's verifications page by page. Look-ups come with the last page. */
export const findSubject = async (
  tenant: Tenant,
  { phone, idNumber }: Subject,
  after?: PersonSearchKey,
): Promise<SubjectPage> => {
  const { idNumberDigest } = idNumber === undefined ? {} : await digestIdNumber(idNumber)
  const found: number[] = []
  let searched = 0
  let place = after
  for (let page = 0; page === 0 || (place && page < pagesPerCall); page++) {
    const looked = await searchPerson(tenant, { phone, idNumberDigest }, place)
    found.push(...looked.found)
    searched += looked.searched
    log('subject.searched', { ...tenant, count: searched })
    place = looked.next
  }
  if (!place && idNumberDigest !== undefined)
    found.push(...(await lookupsOfNumber(tenant, idNumberDigest, await listPublishedLookups(tenant))))
  return { found, searched, next: place ?? null }
}
