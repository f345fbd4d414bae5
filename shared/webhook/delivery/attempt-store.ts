import { Fault } from '../../aws/errors.ts'
import type { Attempt } from '../../event/attempt-contract.ts'
import { database } from '../../table/driver.ts'
import {
  attemptClaimKey,
  attemptIndex,
  attemptKey,
  attemptPageKeyPattern,
  attemptRange,
  endpointAttemptsQuery,
  eventPartition,
} from '../../table/keys.ts'
import { queryAll, queryShards } from '../../table/paging.ts'
import { absent, conditionsMet, type Key, present } from '../../table/port.ts'
import { expiresAt, isExpired, retentionDays } from '../../table/retention.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { Delivery, UnscheduledAttempt } from './message.ts'

/** An attempt with the schedule that it belongs to, so that a resend and what it overtook are distinct. */
export interface StoredAttempt extends Attempt {
  /** 0 for an unscheduled attempt. */
  readonly firstAttempt: number
  readonly unscheduled?: UnscheduledAttempt
  /** The receiver sent Retry-After. */
  readonly isAsked?: boolean
  /** The message for the next attempt is stored, so that a copy of this one's message ends here. */
  readonly hasNext?: boolean
}

type ExpiringAttempt = StoredAttempt & { readonly expiresAt: number }

const recordNew = (tenant: Tenant, attempt: StoredAttempt): Promise<boolean> => {
  const { eventId, endpointId, at, attempt: number } = attempt
  return conditionsMet(
    database.write({
      put: {
        ...attempt,
        ...attemptKey(tenant, eventId, endpointId, number),
        ...attemptIndex(tenant, endpointId, at, eventId, number),
        expiresAt: expiresAt(at, retentionDays.attempt),
      },
      condition: absent,
    }),
  )
}

/** Copies of one message that may be handled at the same time. */
const maxCopies = 100

/**
 * Stores an attempt for 30 days. If another invocation made the same one meanwhile, this one gets the next free number
 * and no next attempt: whatever was sent is logged. Returns what was stored.
 */
export const recordAttempt = async (tenant: Tenant, attempt: StoredAttempt): Promise<StoredAttempt> => {
  if (await recordNew(tenant, attempt)) return attempt
  for (let copy = 1; copy <= maxCopies; copy++) {
    const other = { ...attempt, attempt: attempt.attempt + copy, firstAttempt: 0, nextAttemptAt: null }
    if (await recordNew(tenant, other)) return other
  }
  throw new Fault('No free number for an attempt was found')
}

export const markNextQueued = async (tenant: Tenant, attempt: StoredAttempt): Promise<void> => {
  const { eventId, endpointId, attempt: number } = attempt
  await conditionsMet(
    database.write({
      update: attemptKey(tenant, eventId, endpointId, number),
      set: { hasNext: true },
      condition: present,
    }),
  )
}

/** The attempts of an event, to one endpoint if that is given, oldest first. */
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

export const findAttempt = (
  tenant: Tenant,
  eventId: string,
  { endpointId, attempt }: { endpointId: number; attempt: number },
): Promise<StoredAttempt | undefined> =>
  database.get<StoredAttempt>(attemptKey(tenant, eventId, endpointId, attempt), { consistent: true })

export const attemptListKeyPattern = attemptPageKeyPattern

export interface AttemptPage {
  readonly items: readonly StoredAttempt[]
  readonly after?: string
}

interface AttemptsPage {
  readonly limit: number
  readonly after?: string | undefined
  readonly nowMs: number
  /** ISO 8601, inclusive. */
  readonly from?: string
  /** Exclusive. */
  readonly to?: string
}

/** A page of an endpoint's attempts, newest first. The index holds keys alone. */
export const listEndpointAttempts = async (
  tenant: Tenant,
  endpointId: number,
  { limit, after, nowMs, from, to }: AttemptsPage,
): Promise<AttemptPage> => {
  const { items: keys, place } = await queryShards<Key>(endpointAttemptsQuery(tenant, endpointId), {
    newestFirst: true,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    limit,
    beyond: after,
  })
  const found = await database.getMany<ExpiringAttempt>(keys.map(({ pk, sk }) => ({ pk, sk })))
  const items = found.filter(item => !isExpired(item, nowMs)).toSorted((a, b) => b.at.localeCompare(a.at))
  return { items, ...(place !== undefined && { after: place }) }
}

/** Erases a receiver's response: it may repeat what it was sent. */
export const eraseAttemptResponse = async (
  tenant: Tenant,
  { eventId, endpointId, attempt }: StoredAttempt,
): Promise<void> => {
  const update = attemptKey(tenant, eventId, endpointId, attempt)
  await conditionsMet(database.write({ update, set: { answer: null }, condition: present }))
}

/** Longer than the dispatcher may run. */
const claimMs = 60_000

/** Claims a contended attempt. A claimant that crashes loses it in a minute. */
export const claimAttempt = (delivery: Delivery, nowMs: number): Promise<boolean> => {
  const { eventId, endpointId, attempt } = delivery
  const untilMs = nowMs + claimMs
  return conditionsMet(
    database.write({
      put: {
        ...attemptClaimKey(delivery, eventId, endpointId, attempt),
        untilMs,
        expiresAt: Math.ceil(untilMs / 1000),
      },
      condition: { when: 'attribute_not_exists(#pk) OR #untilMs <= :nowMs', values: { nowMs } },
    }),
  )
}
