import { eventPartition } from '../../event/kinds.ts'
import {
  defineKind,
  encrypted,
  listParts,
  padded,
  partOf,
  plain,
  prefixRange,
  type Told,
  tenant,
  toIndex2,
  toKey,
} from '../../table/kind.ts'
import type { Tenant } from '../../table/tenant.ts'

/**
 * `<t>#event#<eventId>`, `attempt#<eid>#<n>`; gsi2 `<t>#endpoint#<eid>#<part>`; read by getEvent,
 * listWebhookAttempts, dispatch.
 */
export const attemptKind = defineKind({
  name: 'attempt',
  sortKey: 'attempt#',
  attributes: {
    eventId: plain,
    endpointId: plain,
    attempt: plain,
    at: plain,
    outcome: plain,
    status: plain,
    latencyMs: plain,
    failure: plain,
    detail: plain,
    nextAttemptAt: plain,
    firstAttempt: plain,
    isAsked: plain,
    hasNext: plain,
    // A receiver may repeat what it was sent.
    answer: encrypted,
  },
  days: 30,
})

export const attemptTold = {
  kind: attemptKind,
  what: 'delivery attempt (table)',
  holds: 'the first 1 KB of your receiver’s response',
  after: 'it was made',
  erased: 'the response is deleted, and its copy in the endpoint’s `lastFailure` too; the attempt stays',
} as const satisfies Told

/**
 * Of an attempt that many ask for.
 * `<t>#event#<eventId>`, `taken#<eid>#<n>`; read by dispatch (an attempt that many ask for).
 */
export const attemptClaimKind = defineKind({ name: 'attemptClaim' })

const attemptSuffix = (endpointId: number, attempt: number): string =>
  `${padded(endpointId)}#${`${attempt}`.padStart(4, '0')}`

export const attemptKey = (of: Tenant, eventId: string, endpointId: number, attempt: number) =>
  toKey(eventPartition(of, eventId), `attempt#${attemptSuffix(endpointId, attempt)}`)

export const attemptClaimKey = (of: Tenant, eventId: string, endpointId: number, attempt: number) =>
  toKey(eventPartition(of, eventId), `taken#${attemptSuffix(endpointId, attempt)}`)

const attemptsPartition = (of: Tenant, endpointId: number, part: number): string =>
  `${tenant(of)}#endpoint#${padded(endpointId)}#${part}`

/** It costs a write unit an attempt. */
export const attemptIndex = (of: Tenant, endpointId: number, at: string, eventId: string, attempt: number) =>
  toIndex2(attemptsPartition(of, endpointId, partOf(eventId)), `${at}#${eventId}#${attempt}`)

export const endpointAttemptsQuery = (of: Tenant, endpointId: number) =>
  listParts.map(part => ({ index: 'gsi2', partition: attemptsPartition(of, endpointId, part) }) as const)

export const attemptRange = (endpointId?: number) => {
  const prefix = endpointId === undefined ? 'attempt' : `attempt#${padded(endpointId)}`
  return prefixRange(prefix)
}

export const attemptPageKeyPattern = /^[\d:.TZ-]{24}#evt_[a-z0-9_]{1,80}#\d{1,6}$/
