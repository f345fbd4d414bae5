import { isSubscribed } from '../../event/event.ts'
import { listEvents } from '../../event/store.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { listAttempts, listEndpointAttempts, type StoredAttempt } from './attempt-store.ts'
import type { DeliveryPorts } from './ports.ts'
import { type AttemptSearch, type EventSearch, type MissedSearch, toResend } from './queue.ts'

/** What is due within this time comes by itself within ten minutes, as what waits without an attempt does. */
const soonMs = 540_000
/** With so many an event keeps to its schedule: without a limit one that always fails would be sent at every recovery. */
const mostAttempts = 20

/** Whether an event waits for a far retry that its receiver did not ask for. */
const waitsLong = ({ nextAttemptAt, isAsked, attempt }: StoredAttempt, nowMs: number): boolean =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) > nowMs + soonMs && !isAsked && attempt < mostAttempts

const isMissing = (attempts: readonly StoredAttempt[], search: MissedSearch, nowMs: number): boolean => {
  if (attempts.some(({ outcome }) => outcome === 'delivered')) return false
  const last = attempts.at(-1)
  if (search.among === 'attempts') return last !== undefined && waitsLong(last, nowMs)
  const { untriedSince, skipsGivenUp } = search
  return !last || (last.at < untriedSince && !(skipsGivenUp && last.outcome === 'gave-up'))
}

/** Events that one message reads: few enough for one invocation, as each may cost a read. */
const eventsPerPage = 50

const pageOfEvents = async (search: EventSearch, endpoint: Endpoint) => {
  const { since: from, until: to, after } = search
  const page = { limit: eventsPerPage, after, oldestFirst: true }
  const { items, after: next } = await listEvents(search, { from, to }, page)
  return { ids: items.filter(event => isSubscribed(endpoint, event)).map(({ id }) => id), next }
}

const pageOfAttempts = async (search: AttemptSearch, { id }: Endpoint, nowMs: number) => {
  const { since: from, until: to, after } = search
  const page = { limit: eventsPerPage, from, to, after, nowMs }
  const { items, after: next } = await listEndpointAttempts(search, id, page)
  const failed = items.filter(({ nextAttemptAt }) => nextAttemptAt !== null)
  return { ids: [...new Set(failed.map(({ eventId }) => eventId))], next }
}

/** A receiver that has just recovered does not get all at once. */
const spreadSeconds = 120

export const resendMissed = async (search: MissedSearch, endpoint: Endpoint, ports: DeliveryPorts) => {
  const nowMs = ports.now()
  const isRecovered = search.among === 'attempts'
  const { ids, next } = isRecovered
    ? await pageOfAttempts(search, endpoint, nowMs)
    : await pageOfEvents(search, endpoint)
  const found = ids.map(async id => {
    const attempts = await listAttempts(search, id, { nowMs, endpointId: endpoint.id })
    if (!isMissing(attempts, search, nowMs)) return []
    const message = toResend(search, id, endpoint.id, attempts)
    return [isRecovered ? { ...message, delaySeconds: Math.ceil(spreadSeconds * ports.random()) } : message]
  })
  return { messages: (await Promise.all(found)).flat(), next }
}
