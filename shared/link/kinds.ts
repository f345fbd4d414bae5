import {
  defineKind,
  encrypted,
  plain,
  plainIds,
  type Told,
  verificationItem,
  verificationItemsQuery,
} from '../table/kind.ts'
import { recordDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/** `<t>#verification#<id>`, `link#<purpose>#<n>`; read by pages behind links, messages, people's work. */
export const linkKind = defineKind({
  name: 'link',
  sortKey: 'link#',
  attributes: {
    ...plainIds,
    purpose: plain,
    number: plain,
    state: plain,
    channel: plain,
    toFrom: plain,
    request: plain,
    by: plain,
    sentAt: plain,
    endsAtSeconds: plain,
    openedAt: plain,
    answeredAt: plain,
    revokedAt: plain,
    withdrawnAt: plain,
    message: plain,
    timesAsked: plain,
    to: encrypted,
    answer: encrypted,
    formDigest: encrypted,
  },
  itemsOf: (of: Tenant, id: number) => linksQuery(of, id),
  countedAs: 'links',
  file: 'links.json',
  days: recordDays,
})

export const linkTold = {
  kind: linkKind,
  what: 'link to a page (table)',
  holds: 'the answers of applicant or employer on its page; where it was sent, if not as ordered',
  after: 'it was made',
  erased: 'deleted, and the link no longer works',
} as const satisfies Told

const linkDigits = 5

export const linkKey = (of: Tenant, id: number, purpose: string, number: number) =>
  verificationItem(of, id, `${linkKind.sortKey}${purpose}#${`${number}`.padStart(linkDigits, '0')}`)

/** In the order of their creation. */
export const linksQuery = (of: Tenant, id: number, purpose?: string) => {
  const prefix: string = purpose === undefined ? 'link' : `${linkKind.sortKey}${purpose}`
  return verificationItemsQuery(of, id, prefix)
}
