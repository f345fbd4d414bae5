import {
  defineKind,
  encrypted,
  plain,
  type Told,
  verificationItem,
  verificationItemsQuery,
} from '../table/kind.ts'
import { recordDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/** `<t>#verification#<id>`, `revision#<n>`; read by revisions, receipts (what was decided before). */
export const revisionKind = defineKind({
  name: 'revision',
  sortKey: 'revision#',
  attributes: { revision: plain, record: encrypted },
  itemsOf: (of: Tenant, id: number) => revisionsQuery(of, id),
  countedAs: 'revisions',
  file: 'revisions.json',
  days: recordDays,
})

export const revisionTold = {
  kind: revisionKind,
  what: 'earlier revision of a verification (table)',
  holds: 'the order, the report and the decision as they were before a dispute changed it',
  after: 'the request',
  erased: 'deleted',
} as const satisfies Told

export const revisionKey = (of: Tenant, id: number, revision: number) =>
  verificationItem(of, id, `revision#${revision}`)

export const revisionsQuery = (of: Tenant, id: number) => verificationItemsQuery(of, id, 'revision')
