import type { Caller } from '../account/caller.ts'
import { setting } from '../aws/environment.ts'
import type { Middleware } from './action.ts'
import type { Ports } from './ports.ts'
import { type RateLimitStatus, rateLimitHeaders, consumeLeased } from './rate-limit.ts'

/** Takes one from the client's minute. @throws Problem too_many_requests */
export const consumeRequest = (caller: Caller, nowMs: number): Promise<RateLimitStatus> => {
  const limit = setting('REQUESTS_PER_MINUTE')
  const detail = 'This client makes more requests than its limit allows.'
  return consumeLeased({ name: 'requests', limit, windowSeconds: 60, detail }, caller, nowMs)
}

/** Counts every request of a client, over all paths, whatever comes of it. @throws Problem too_many_requests */
export const limitRequests = ({ takeRequest, now }: Pick<Ports, 'takeRequest' | 'now'>): Middleware => ({
  before: async ({ internal }) => {
    if (internal.caller) internal.limits = rateLimitHeaders([await takeRequest(internal.caller, now())])
  },
})
