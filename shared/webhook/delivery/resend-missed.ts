import { isSubscribed } from '../../event/event.ts'
import { listEvents } from '../../event/store.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { listAttempts, type StoredAttempt } from './attempt-store.ts'
import { type MissedSearch, toResend } from './queue.ts'

const isMissing = (
  attempts: readonly StoredAttempt[],
  { untriedSince, skipsGivenUp }: MissedSearch,
): boolean => {
  if (attempts.some(({ outcome }) => outcome === 'delivered')) return false
  const last = attempts.at(-1)
  return !last || (last.at < untriedSince && !(skipsGivenUp && last.outcome === 'gave-up'))
}

/** Events that one message reads: few enough for one invocation, as each may cost a read. */
const eventsPerPage = 50

export const resendMissed = async (search: MissedSearch, endpoint: Endpoint, nowMs: number) => {
  const { since: from, until: to, after } = search
  const page = { limit: eventsPerPage, after, oldestFirst: true }
  const { items, after: next } = await listEvents(search, { from, to }, page)
  const found = items
    .filter(event => isSubscribed(endpoint, event))
    .map(async ({ id }) => {
      const attempts = await listAttempts(search, id, { nowMs, endpointId: endpoint.id })
      return isMissing(attempts, search) ? [toResend(search, id, endpoint.id, attempts)] : []
    })
  return { messages: (await Promise.all(found)).flat(), next }
}
