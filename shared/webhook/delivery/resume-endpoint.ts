import { type SqsMessage, toMessage } from '../../aws/sqs.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { healthGate } from '../endpoint/health.ts'
import { recordRecovery } from '../endpoint/store.ts'
import { attemptKind } from './attempt-kinds.ts'
import type { AttemptSearch, EventSearch } from './queue.ts'

const dayMs = 86_400_000

/** Longer than any delivery takes: three days of schedule, lengthened by Retry-After, and five of failing. */
const pendingMs = 10 * dayMs
/** By then the endpoint is enabled, or never by this request: API Gateway waits for 30 s (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html). */
const enabledSeconds = 30
/** In most cases it is enabled by then. */
const firstSearchSeconds = 3
/** Later the outbox reads it as enabled: it caches endpoints for 5 s (`outbox/perform.ts`), and works on a batch for a minute at most. */
const missedSeconds = enabledSeconds + 65
const secondSearchSeconds = missedSeconds + 5

/** Attempts before this time have expired, so that deliveries of that time are unknown. */
export const earliestResend = (nowMs: number): number => nowMs - attemptKind.days * dayMs

const iso = (timeMs: number): string => new Date(timeMs).toISOString()

const searchFor = (
  { organisationId, mode, id }: Endpoint,
  search: Pick<EventSearch, 'since' | 'until' | 'untriedSince' | 'skipsGivenUp'>,
): SqsMessage =>
  toMessage<EventSearch>({
    kind: 'recovery',
    among: 'events',
    organisationId,
    mode,
    endpointId: id,
    ...search,
  })

export const toMissedSearch = (
  endpoint: Endpoint,
  { since, until }: { since: string; until: string },
  nowMs: number,
): SqsMessage => searchFor(endpoint, { since, until, untriedSince: iso(nowMs), skipsGivenUp: false })

/**
 * Builds the searches that resume an endpoint. They are sent before it is enabled, so that a crash between the two loses
 * nothing, and twice: the later one finds an event that was being frozen meanwhile.
 */
export const toResumeSearches = (endpoint: Endpoint, nowMs: number): SqsMessage[] => {
  const offMs = Date.parse(endpoint.disabledAt ?? endpoint.updatedAt)
  const sinceMs = Math.max(Date.parse(endpoint.createdAt), offMs - pendingMs, earliestResend(nowMs))
  const search = searchFor(endpoint, {
    since: iso(sinceMs),
    until: iso(nowMs + missedSeconds * 1000),
    untriedSince: iso(nowMs),
    skipsGivenUp: true,
  })
  return [firstSearchSeconds, secondSearchSeconds].map(delaySeconds => ({ ...search, delaySeconds }))
}

/** By then the recovery is written, and the index has the last attempts. */
const settleSeconds = 5
/** Attempts of the same moment may have begun before the first failure was recorded. */
const beforeMs = 60_000

/**
 * While an endpoint fails, what has no attempt waits for it and comes within ten minutes of its recovery. What has failed
 * waits for its own next attempt, up to a day, and is searched for. The search is sent before the recovery is recorded, so
 * that a crash between the two loses nothing.
 */
export const handleRecovery = async (
  endpoint: Endpoint,
  recoveredAt: string,
  send: (messages: readonly SqsMessage[]) => Promise<void>,
): Promise<void> => {
  if (healthGate(endpoint, Date.parse(recoveredAt)) !== 'pass') {
    const { organisationId, mode, id: endpointId, failingSince } = endpoint
    const search: AttemptSearch = {
      kind: 'recovery',
      among: 'attempts',
      organisationId,
      mode,
      endpointId,
      since: iso(Date.parse(failingSince!) - beforeMs),
      until: recoveredAt,
    }
    await send([{ ...toMessage(search), delaySeconds: settleSeconds }])
  }
  await recordRecovery(endpoint, recoveredAt)
}
