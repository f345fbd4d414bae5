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

export interface StoredAttempt extends Attempt {
  /** 0 for an unscheduled attempt. */
  readonly firstAttempt: number
  readonly beside?: UnscheduledAttempt
  /** Whether the receiver sent Retry-After. */
  readonly isAsked?: boolean
  /** Whether the message for the next attempt is stored: a copy of this message ends here. */
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

const mostCopies = 100

/** A concurrent copy of the same attempt is stored under the next free number and without a next attempt, because everything that was sent is logged. Returns what was stored. */
export const recordAttempt = async (tenant: Tenant, attempt: StoredAttempt): Promise<StoredAttempt> => {
  if (await recordNew(tenant, attempt)) return attempt
  for (let copy = 1; copy <= mostCopies; copy++) {
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
  /** Absent on the last page. */
  readonly after?: string
}

interface AttemptsPage {
  readonly limit: number
  readonly after?: string | undefined
  readonly nowMs: number
  readonly from?: string
  readonly to?: string
}

/** Newest first. The index holds keys only. */
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

/** A receiver may repeat what it was sent. */
export const eraseAttemptResponse = async (
  tenant: Tenant,
  { eventId, endpointId, attempt }: StoredAttempt,
): Promise<void> => {
  const update = attemptKey(tenant, eventId, endpointId, attempt)
  await conditionsMet(database.write({ update, set: { answer: null }, condition: present }))
}

/** Longer than the dispatcher may run. */
const takenMs = 60_000

/** False if it is claimed; the claim of a crashed function expires after a minute. */
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
