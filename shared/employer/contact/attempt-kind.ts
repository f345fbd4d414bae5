import {
  defineKind,
  encrypted,
  padded,
  plain,
  plainIds,
  verificationItem,
  verificationItemsQuery,
} from '../../table/kind.ts'
import { recordDays } from '../../table/retention.ts'
import type { Tenant } from '../../table/tenant.ts'

/** `<t>#verification#<id>`, `contact#<n>`; read by operations (attempts to reach an employer). */
export const contactAttemptKind = defineKind({
  name: 'contactAttempt',
  sortKey: 'contact#',
  attributes: {
    ...plainIds,
    id: plain,
    channel: plain,
    outcome: plain,
    at: plain,
    recordedAt: plain,
    by: plain,
    contactFrom: plain,
    contact: encrypted,
    comment: encrypted,
  },
  itemsOf: (of: Tenant, id: number) => contactsQuery(of, id),
  countedAs: 'contacts',
  file: 'employer-attempts.json',
  what: 'attempt to reach an employer (table)',
  holds: 'when and how; the phone number or address that was tried, and the agent’s comment',
  days: recordDays,
  after: 'it was noted',
  erased: 'deleted',
})

export const contactKey = (of: Tenant, verificationId: number, n: number) =>
  verificationItem(of, verificationId, `contact#${padded(n)}`)

export const contactsQuery = (of: Tenant, verificationId: number) =>
  verificationItemsQuery(of, verificationId, 'contact')
