import type { Attempt } from '../../event/attempt-contract.ts'
import { database } from '../../table/driver.ts'
import {
  attemptIndex,
  attemptKey,
  attemptKeyAt,
  attemptPlaceForm,
  attemptPlaceIn,
  attemptRange,
  attemptsPartition,
  eventPartition,
} from '../../table/keys.ts'
import { pages } from '../../table/pages.ts'
import { holds, type Key, present } from '../../table/port.ts'
import { expiresAt, isExpired, retentionDays } from '../../table/retention.ts'
import type { Tenant } from '../../table/tenant.ts'

/** An attempt as kept: which schedule it belongs to, so that a resend and what it overtook are told apart. */
export interface KeptAttempt extends Attempt {
  readonly firstAttempt: number
  /** Whether the message for the next attempt is stored, so that a copy of this one's message ends here. */
  readonly hasNext?: boolean
}

type ExpiringAttempt = KeptAttempt & { readonly expiresAt: number }

/** Writes one attempt into the log, for 30 days. */
export const recordAttempt = async (tenant: Tenant, attempt: KeptAttempt): Promise<void> => {
  const { eventId, endpointId, at, attempt: number } = attempt
  await database.write({
    put: {
      ...attempt,
      ...attemptKey(tenant, eventId, endpointId, number),
      ...attemptIndex(tenant, endpointId, at, eventId, number),
      expiresAt: expiresAt(at, retentionDays.attempt),
    },
  })
}

/** Notes that the message for the next attempt is stored. */
export const noteNext = async (tenant: Tenant, attempt: KeptAttempt): Promise<void> => {
  const { eventId, endpointId, attempt: number } = attempt
  await holds(
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
): Promise<readonly KeptAttempt[]> => {
  const found = await pages<ExpiringAttempt>({
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
): Promise<KeptAttempt | undefined> =>
  database.get<KeptAttempt>(attemptKey(tenant, eventId, endpointId, attempt), { consistent: true })

/** The form of a place in an endpoint's list of attempts. */
export const attemptListPlace = attemptPlaceForm

export interface Attempts {
  readonly items: readonly KeptAttempt[]
  /** Where the next page starts; absent on the last page. */
  readonly after?: string
}

/** A page of the attempts to deliver to an endpoint, newest first. The index holds keys; the attempts are read whole. */
export const listAttemptsTo = async (
  tenant: Tenant,
  endpointId: number,
  { limit, after, nowMs }: { limit: number; after?: string | undefined; nowMs: number },
): Promise<Attempts> => {
  const page = await database.query<Key>({
    index: 'gsi2',
    partition: attemptsPartition(tenant, endpointId),
    newestFirst: true,
    limit,
    after: after === undefined ? undefined : attemptKeyAt(tenant, endpointId, after),
  })
  const found = await database.getMany<ExpiringAttempt>(page.items.map(({ pk, sk }) => ({ pk, sk })))
  const items = found.filter(item => !isExpired(item, nowMs)).toSorted((a, b) => b.at.localeCompare(a.at))
  return { items, ...(page.after && { after: attemptPlaceIn(page.after) }) }
}

/** Removes what a receiver said: it may repeat what it was sent. */
export const eraseAnswer = async (
  tenant: Tenant,
  { eventId, endpointId, attempt }: KeptAttempt,
): Promise<void> => {
  const update = attemptKey(tenant, eventId, endpointId, attempt)
  await holds(database.write({ update, set: { answer: null }, condition: present }))
}
