import {
  defineKind,
  encrypted,
  padded,
  plain,
  plainIds,
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
  what: 'note on a case by staff (table)',
  holds: 'what a reviewer or operator wrote of the case, for staff alone; who wrote it and when',
  days: recordDays,
  after: 'the request',
  erased: 'deleted',
})

export const caseNoteKey = (of: Tenant, verificationId: number, n: number) =>
  verificationItem(of, verificationId, `note#${padded(n)}`)

export const caseNotesQuery = (of: Tenant, verificationId: number) =>
  verificationItemsQuery(of, verificationId, 'note')
