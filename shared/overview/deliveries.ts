import type { StoredAttempt } from '../webhook/delivery/attempt-store.ts'
import type { Endpoint } from '../webhook/endpoint/endpoint.ts'
import { healthGate } from '../webhook/endpoint/health.ts'
import type { Overview, Stuck } from './contract.ts'
import { toDeliveryId } from './stuck.ts'

export interface EndpointAttempts {
  readonly endpoint: Endpoint
  readonly attempts: readonly StoredAttempt[]
  readonly isMore: boolean
}

/** As long as the retry schedule. */
export const deliveryHours = 72

/** A later attempt has lost its message: the queue's visibility time-out, and a batch. */
const overdueMs = 30 * 60_000

const lastOfEach = ({ attempts }: EndpointAttempts): readonly StoredAttempt[] =>
  [...Map.groupBy(attempts, ({ eventId }) => eventId).values()].map(([last]) => last!)

const troubleOf = (endpoint: Endpoint, nowMs: number): Overview['deliveries']['endpoints'] => {
  const { organisationId, id: endpointId, enabled, disabledReason, disabledAt, failingSince } = endpoint
  if (!enabled && disabledReason)
    return [{ organisationId, endpointId, state: 'off', since: disabledAt ?? null }]
  const isFailing = enabled && healthGate(endpoint, nowMs) !== 'pass'
  return isFailing ? [{ organisationId, endpointId, state: 'failing', since: failingSince ?? null }] : []
}

/** By event and endpoint, from the last attempt. */
export const toDeliveries = (sent: readonly EndpointAttempts[], nowMs: number): Overview['deliveries'] => {
  const last = sent.flatMap(lastOfEach)
  const countOf = (...outcomes: readonly StoredAttempt['outcome'][]) =>
    last.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    hours: deliveryHours,
    delivered: countOf('delivered'),
    failed: countOf('gave-up', 'disable'),
    waiting: countOf('retry'),
    isMore: sent.some(({ isMore }) => isMore),
    endpoints: sent.flatMap(({ endpoint }) => troubleOf(endpoint, nowMs)),
  }
}

const stuckKindOf = ({ outcome, nextAttemptAt }: StoredAttempt, nowMs: number) => {
  if (outcome === 'gave-up') return 'givenUp'
  const isWaiting = outcome === 'retry' && nextAttemptAt !== null
  return isWaiting && Date.parse(nextAttemptAt) < nowMs - overdueMs ? 'undelivered' : undefined
}

/** Overdue deliveries of enabled, healthy endpoints. */
export const stuckDeliveries = (sent: readonly EndpointAttempts[], nowMs: number): readonly Stuck[] =>
  sent
    .filter(({ endpoint }) => endpoint.enabled && healthGate(endpoint, nowMs) === 'pass')
    .flatMap(one =>
      lastOfEach(one).flatMap(attempt => {
        const kind = stuckKindOf(attempt, nowMs)
        const id = toDeliveryId(one.endpoint.organisationId, attempt)
        const since = attempt.nextAttemptAt ?? attempt.at
        // Whether it is about a verification is known when its record was read.
        const rest = {
          action: 'resend',
          since,
          caseId: null,
          by: null,
          lgaId: null,
          photosAwaited: 0,
        } as const
        return kind ? [{ id, kind, ...rest }] : []
      }),
    )
