import { digestIdNumber } from '../identity/digest-id-number.ts'
import type { Tenant } from '../table/tenant.ts'
import { digestPhone } from '../verification/digest-phone.ts'
import { listSubjectIds } from './subject-store.ts'

/** A person: whoever has the one or the other. */
interface Subject {
  readonly phone?: string | undefined
  readonly idNumber?: string | undefined
}

export interface SubjectQuery extends Tenant {
  readonly verificationId?: number | undefined
  readonly subject?: Subject | undefined
  readonly after?: number | undefined
}

export interface SubjectRecord {
  readonly verificationId: number
  readonly product: string
  readonly requestedAt: string
  readonly erasedAt?: string
}

export interface SubjectPage {
  readonly found: readonly number[]
  readonly next: number | null
}

/** An erasure takes some tenths of a second each, and the function has a minute. */
const pageSize = 50

/** @param after the last that the page before found */
export const findSubject = async (
  tenant: Tenant,
  { phone, idNumber }: Subject,
  after = 0,
): Promise<SubjectPage> => {
  const digests = [
    ...(phone === undefined ? [] : [await digestPhone(phone)]),
    ...(idNumber === undefined ? [] : [(await digestIdNumber(idNumber)).idNumberDigest]),
  ]
  const ids = new Set((await Promise.all(digests.map(digest => listSubjectIds(tenant, digest)))).flat())
  const following = [...ids].filter(id => id > after).toSorted((one, other) => one - other)
  const found = following.slice(0, pageSize)
  return { found, next: following.length > found.length ? found.at(-1)! : null }
}
