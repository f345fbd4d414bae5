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

/** An attempt as kept: which schedule it belongs to, so that a resend and what it overtook are told apart. */
export interface StoredAttempt extends Attempt {
  /** 0 if it was made beside a schedule. */
  readonly firstAttempt: number
  readonly beside?: UnscheduledAttempt
  /** Whether the receiver asked for time. */
  readonly isAsked?: boolean
  /** Whether the message for the next attempt is stored, so that a copy of this one's message ends here. */
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

/** Copies of one message that may be worked on at the same time. */
const mostCopies = 100

/**
 * Writes one attempt into the log, for 30 days. If another made the same one meanwhile, it is written beside it, under
 * the next free number and without a next attempt: what was sent is logged. Answers what was written.
 */
export const recordAttempt = async (tenant: Tenant, attempt: StoredAttempt): Promise<StoredAttempt> => {
  if (await recordNew(tenant, attempt)) return attempt
  for (let copy = 1; copy <= mostCopies; copy++) {
    const other = { ...attempt, attempt: attempt.attempt + copy, firstAttempt: 0, nextAttemptAt: null }
    if (await recordNew(tenant, other)) return other
  }
  throw new Fault('No free number for an attempt was found')
}

/** Notes that the message for the next attempt is stored. */
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

/** The attempts to deliver an event, to one endpoint if that is given, oldest first. */
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

/** One attempt, if it was made. */
export const findAttempt = (
  tenant: Tenant,
  eventId: string,
  { endpointId, attempt }: { endpointId: number; attempt: number },
): Promise<StoredAttempt | undefined> =>
  database.get<StoredAttempt>(attemptKey(tenant, eventId, endpointId, attempt), { consistent: true })

/** The form of a place in an endpoint's list of attempts. */
export const attemptListKeyPattern = attemptPageKeyPattern

export interface AttemptPage {
  readonly items: readonly StoredAttempt[]
  /** Where the next page starts; absent on the last page. */
  readonly after?: string
}

interface AttemptsPage {
  readonly limit: number
  readonly after?: string | undefined
  readonly nowMs: number
  /** Made at or after, ISO 8601. */
  readonly from?: string
  /** Made before. */
  readonly to?: string
}

/** A page of the attempts to deliver to an endpoint, newest first. The index holds keys; the attempts are read whole. */
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

/** Removes what a receiver said: it may repeat what it was sent. */
export const eraseAttemptResponse = async (
  tenant: Tenant,
  { eventId, endpointId, attempt }: StoredAttempt,
): Promise<void> => {
  const update = attemptKey(tenant, eventId, endpointId, attempt)
  await conditionsMet(database.write({ update, set: { answer: null }, condition: present }))
}

/** For how long one that has taken an attempt may be at it, in milliseconds: longer than the dispatcher may run. */
const takenMs = 60_000

/** Takes an attempt that many may ask for. Answers whether it was to be had; who took it and died has lost it in a minute. */
export const claimAttempt = (delivery: Delivery, nowMs: number): Promise<boolean> => {
  const { eventId, endpointId, attempt } = delivery
  const untilMs = nowMs + takenMs
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
