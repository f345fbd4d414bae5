import {
  defineKind,
  encrypted,
  padded,
  plain,
  plainIds,
  type Told,
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
  days: recordDays,
})

export const contactAttemptTold = {
  kind: contactAttemptKind,
  what: 'attempt to reach an employer (table)',
  holds: 'when and how; the phone number or address that was tried, and the agent’s comment',
  after: 'it was noted',
  erased: 'deleted',
} as const satisfies Told

export const contactKey = (of: Tenant, verificationId: number, n: number) =>
  verificationItem(of, verificationId, `contact#${padded(n)}`)

export const contactsQuery = (of: Tenant, verificationId: number) =>
  verificationItemsQuery(of, verificationId, 'contact')
