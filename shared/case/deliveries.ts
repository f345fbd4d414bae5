import type * as z from 'zod/mini'
import { possibleEventIds, parseRevision, revisionEventId } from '../event/event.ts'
import type { EventType } from '../event/name-contract.ts'
import { findEvent, type FrozenEvent } from '../event/store.ts'
import { eventDays } from '../table/retention.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { revisionOf, type Verification, verificationKeyOf } from '../verification/verification.ts'
import { listAttempts, type StoredAttempt } from '../webhook/delivery/attempt-store.ts'
import { listEndpoints } from '../webhook/endpoint/store.ts'
import type { CaseFile } from './contract.ts'

type CaseEventInput = z.input<typeof CaseFile>['events'][number]

/** Not its path, query or user, which may hold secrets; of a queue or bus the name. */
const hostOf = (url: string): string => (URL.canParse(url) && new URL(url).host) || url.split(':').at(-1)!

/** The events that the record can have by now. */
const eventIdsOf = (verification: Verification): readonly string[] =>
  possibleEventIds(verification.id).filter(id => {
    const revision = parseRevision(id)
    return revision === undefined || (isFinal(verification.outcome) && revision <= revisionOf(verification))
  })

const lastOfEach = (attempts: readonly StoredAttempt[]) =>
  [...Map.groupBy(attempts, ({ endpointId }) => endpointId)].map(([endpointId, of]) => ({
    endpointId,
    last: of.toSorted((one, other) => one.attempt - other.attempt).at(-1)!,
  }))

/** First the first. Attempts are kept for thirty days, events for ninety. */
export const readCaseEvents = async (
  verification: Verification,
  nowMs: number,
): Promise<readonly CaseEventInput[]> => {
  const key = verificationKeyOf(verification)
  const [endpoints, found] = await Promise.all([
    listEndpoints(key),
    Promise.all(
      eventIdsOf(verification).map(id =>
        Promise.all([findEvent(key, id, nowMs), listAttempts(key, id, { nowMs })]),
      ),
    ),
  ])
  const hosts = new Map(endpoints.map(({ id, url }) => [id, hostOf(url)]))
  const toCaseEvent = ([event, attempts]: readonly [FrozenEvent | undefined, readonly StoredAttempt[]]) => {
    if (!event) return []
    const deliveries = lastOfEach(attempts).map(({ endpointId, last }) => ({
      ...last,
      host: hosts.get(endpointId) ?? null,
    }))
    return [{ ...event, eventType: event.eventType as EventType, deliveries }]
  }
  return found.flatMap(toCaseEvent).toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
}

/** Whether report and receipt can be made: the end is published, or its event is kept no longer. */
export const isPublished = (verification: Verification, events: readonly CaseEventInput[], nowMs: number) => {
  if (!isFinal(verification.outcome)) return false
  const id = revisionEventId(verification.id, revisionOf(verification))
  const isLongAgo = Date.parse(verification.updatedAt) + eventDays * 86_400_000 < nowMs
  return isLongAgo || events.some(event => event.id === id)
}
