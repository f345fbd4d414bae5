import type { Caller } from '../account/caller.ts'
import { setting } from '../aws/environment.ts'
import { consumeOne, type RateLimit, rateLimitHeaders } from '../http/rate-limit.ts'

type OnDemandCall = 'resends' | 'recoveries' | 'pings'

const details: Readonly<Record<OnDemandCall, string>> = {
  resends: 'More events were sent again than the hour allows; `recover` sends all that is missing.',
  recoveries: 'More recoveries were asked for than the hour allows.',
  pings: 'More pings were asked for than the hour allows.',
}

const limitOf = (wish: OnDemandCall): RateLimit => ({
  name: wish,
  per: 'organisation',
  limit: setting('WEBHOOK_LIMITS')[wish],
  windowSeconds: 3600,
  detail: details[wish],
})

/** Returns the headers of the limit. @throws Problem too_many_requests */
export const consumeOnDemandCall = async (
  wish: OnDemandCall,
  caller: Caller,
  nowMs: number,
): Promise<Record<string, string>> => rateLimitHeaders([await consumeOne(limitOf(wish), { caller }, nowMs)])
