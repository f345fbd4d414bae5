import { defineKind, padded, type Told, tenant, toIndex2, toKey } from '../table/kind.ts'
import { recordDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/** `<t>#subject#<digest>`, `<verificationId>`; read by find, export, erasure (by telephone or id number). */
export const subjectKind = defineKind({
  name: 'subject',
  days: recordDays,
})

export const subjectTold = {
  kind: subjectKind,
  what: 'index entry of a verification under a phone or an id number (table)',
  holds: 'a keyed digest, and the id of the verification',
  after: 'the request',
  erased: 'deleted',
  notExported: 'It is a digest of data in the record.',
} as const satisfies Told

const subjectPartition = (of: Tenant, digest: string): string => `${tenant(of)}#subject#${digest}`

/** Stands for a verification under its applicant's telephone, and under their id number. */
export const subjectKey = (of: Tenant, digest: string, verificationId: number) =>
  toKey(subjectPartition(of, digest), padded(verificationId))

/** The same for a look-up, at a write unit each. */
export const subjectIndex = (of: Tenant, digest: string, id: number) =>
  toIndex2(subjectPartition(of, digest), padded(id))

export const subjectQueries = (of: Tenant, digest: string) => {
  const partition = subjectPartition(of, digest)
  return [{ partition }, { index: 'gsi2', partition }] as const
}
