/** The throttle of an HTTP API's stage: one token bucket per route. */
import { type JsonObject, number, object } from '../json.ts'

/** Whether a request on the route may pass now. Without limits in the template everything passes. */
export const readThrottle = (stage: JsonObject | undefined): ((routeKey: string) => boolean) => {
  const { ThrottlingBurstLimit, ThrottlingRateLimit } = object(stage?.DefaultRouteSettings)
  const burst = number(ThrottlingBurstLimit)
  const rate = number(ThrottlingRateLimit)
  if (burst === undefined || rate === undefined) return () => true
  const buckets = new Map<string, TokenBucket>()
  return routeKey => {
    const bucket = buckets.get(routeKey) ?? tokenBucket(burst, rate)
    buckets.set(routeKey, bucket)
    return bucket()
  }
}

type TokenBucket = () => boolean

const tokenBucket = (burst: number, ratePerSecond: number): TokenBucket => {
  let tokens = burst
  let filledAt = performance.now()
  return () => {
    const now = performance.now()
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * ratePerSecond)
    filledAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
