import {
  defineKind,
  encrypted,
  padded,
  plain,
  plainIds,
  type Told,
  verificationItem,
  verificationItemsQuery,
} from '../table/kind.ts'
import { recordDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/** `<t>#verification#<id>`, `note#<n>`; read by notes on a case, export, erasure. */
export const caseNoteKind = defineKind({
  name: 'caseNote',
  sortKey: 'note#',
  attributes: {
    ...plainIds,
    id: plain,
    number: plain,
    at: plain,
    by: plain,
    handedTo: plain,
    words: encrypted,
  },
  itemsOf: (of: Tenant, id: number) => caseNotesQuery(of, id),
  countedAs: 'notes',
  file: 'notes.json',
  days: recordDays,
})

export const caseNoteTold = {
  kind: caseNoteKind,
  what: 'note on a case by staff (table)',
  holds: 'what a reviewer or operator wrote of the case, for staff alone; who wrote it and when',
  after: 'the request',
  erased: 'deleted',
} as const satisfies Told

export const caseNoteKey = (of: Tenant, verificationId: number, n: number) =>
  verificationItem(of, verificationId, `note#${padded(n)}`)

export const caseNotesQuery = (of: Tenant, verificationId: number) =>
  verificationItemsQuery(of, verificationId, 'note')
