import {
  defineKind,
  plain,
  plainIds,
  type Told,
  verificationItem,
  verificationItemsQuery,
} from '../table/kind.ts'
import { recordDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/** `<t>#verification#<id>`, `document#<n>`; read by documents, operations, getFile, erasure. */
export const documentKind = defineKind({
  name: 'document',
  sortKey: 'document#',
  attributes: {
    ...plainIds,
    number: plain,
    sha256: plain,
    size: plain,
    uploadedAt: plain,
    width: plain,
    height: plain,
  },
  itemsOf: (of: Tenant, id: number) => documentsQuery(of, id),
  countedAs: 'documents',
  file: 'documents.json',
  days: recordDays,
})

export const documentTold = {
  kind: documentKind,
  what: 'document that an applicant photographed (table)',
  holds: 'the digest of the photo, its size, and when it came; the photo itself is in the bucket',
  after: 'it came',
  erased: 'deleted',
} as const satisfies Told

export const documentKey = (of: Tenant, id: number, number: number) =>
  verificationItem(of, id, `document#${number}`)

export const documentsQuery = (of: Tenant, id: number) => verificationItemsQuery(of, id, 'document')
