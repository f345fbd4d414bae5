import { Fault } from '../../aws/errors.ts'
import { again, retry } from '../../aws/retry.ts'
import type { Attempt } from '../../event/attempt-contract.ts'
import { eventPartition } from '../../event/kinds.ts'
import { database } from '../../table/driver.ts'
import { getGathered } from '../../table/gathered-read.ts'
import { queryAll, queryShards } from '../../table/paging.ts'
import { absent, conditionsMet, type Key, present } from '../../table/port.ts'
import { expiresAt, isExpired } from '../../table/retention.ts'
import type { Tenant } from '../../table/tenant.ts'
import {
  attemptClaimKey,
  attemptIndex,
  attemptKey,
  attemptKind,
  attemptRange,
  endpointAttemptsQuery,
} from './attempt-kinds.ts'
import type { Delivery } from './queue.ts'

/** An attempt with the schedule that it belongs to, so that a resend and what it overtook are distinct. */
export interface StoredAttempt extends Attempt {
  readonly firstAttempt: number
  readonly isAsked?: boolean
  /** The message for the next attempt is stored, so that a copy of this one's message ends here. */
  readonly hasNext?: boolean
}

type ExpiringAttempt = StoredAttempt & { readonly expiresAt: number }
type AttemptPosition = Pick<Attempt, 'eventId' | 'endpointId' | 'attempt'>

const keyOf = (tenant: Tenant, { eventId, endpointId, attempt }: AttemptPosition): Key =>
  attemptKey(tenant, eventId, endpointId, attempt)

const insertAttempt = (tenant: Tenant, attempt: StoredAttempt): Promise<boolean> => {
  const { eventId, endpointId, at, attempt: number } = attempt
  const keys = { ...keyOf(tenant, attempt), ...attemptIndex(tenant, endpointId, at, eventId, number) }
  const put = { ...attempt, ...keys, expiresAt: expiresAt(at, attemptKind.days) }
  return conditionsMet(database.write({ put, condition: absent }))
}

/** Copies of one message that may be handled at the same time. */
const maxCopies = 100

/** Kept for 30 days. One that another invocation made meanwhile gets the next number and no next attempt. */
export const recordAttempt = (tenant: Tenant, attempt: StoredAttempt): Promise<StoredAttempt> =>
  retry(
    { times: maxCopies },
    async (copy: number = 0) => {
      const next = { attempt: attempt.attempt + copy, firstAttempt: 0, nextAttemptAt: null }
      const numbered = copy === 0 ? attempt : { ...attempt, ...next }
      return (await insertAttempt(tenant, numbered)) ? numbered : again(copy + 1)
    },
    () => new Fault('No free number for an attempt was found'),
  )

const updateAttempt = async (tenant: Tenant, attempt: StoredAttempt, set: Partial<StoredAttempt>) => {
  await conditionsMet(database.write({ update: keyOf(tenant, attempt), set, condition: present }))
}

export const markNextQueued = (tenant: Tenant, attempt: StoredAttempt): Promise<void> =>
  updateAttempt(tenant, attempt, { hasNext: true })

export const eraseAttemptResponse = (tenant: Tenant, attempt: StoredAttempt): Promise<void> =>
  updateAttempt(tenant, attempt, { answer: null })

export const listAttempts = async (
  tenant: Tenant,
  eventId: string,
  { nowMs, endpointId }: { nowMs: number; endpointId?: number },
): Promise<readonly StoredAttempt[]> => {
  const found = await queryAll<ExpiringAttempt>({
    partition: eventPartition(tenant, eventId),
    ...attemptRange(endpointId),
    consistent: true,
  })
  return found.filter(item => !isExpired(item, nowMs)).toSorted((a, b) => a.at.localeCompare(b.at))
}

export const findAttempt = (delivery: Delivery): Promise<StoredAttempt | undefined> =>
  getGathered<StoredAttempt>(keyOf(delivery, delivery))

/** A page of an endpoint's attempts, newest first, `from` inclusive and `to` exclusive. The index holds keys alone. */
export const listEndpointAttempts = async (
  tenant: Tenant,
  endpointId: number,
  {
    nowMs,
    ...range
  }: { limit: number; after?: string | undefined; nowMs: number; from?: string; to?: string },
): Promise<{ items: readonly StoredAttempt[]; after?: string }> => {
  const query = { newestFirst: true, ...range }
  const { items: keys, ...page } = await queryShards<Key>(endpointAttemptsQuery(tenant, endpointId), query)
  const found = await database.getMany<ExpiringAttempt>(keys.map(({ pk, sk }) => ({ pk, sk })))
  const items = found.filter(item => !isExpired(item, nowMs)).toSorted((a, b) => b.at.localeCompare(a.at))
  return { items, ...page }
}

/** How long a claim holds: longer than the dispatcher may run. */
export const attemptClaimMs = 60_000

/** Claims a contended attempt. A claimant that crashes loses it in a minute. */
export const claimAttempt = (delivery: Delivery, nowMs: number): Promise<boolean> => {
  const { eventId, endpointId, attempt } = delivery
  const key = attemptClaimKey(delivery, eventId, endpointId, attempt)
  const untilMs = nowMs + attemptClaimMs
  return conditionsMet(
    database.write({
      put: { ...key, untilMs, expiresAt: Math.ceil(untilMs / 1000) },
      condition: { when: 'attribute_not_exists(#pk) OR #untilMs <= :nowMs', values: { nowMs } },
    }),
  )
}
