/** The throttles of an HTTP API's stage, as one token bucket per route. */
import { type JsonObject, number, object } from '../json.ts'

/** Whether a request on the route may pass now. Without limits in the template everything passes. */
export const readThrottles = (stage: JsonObject | undefined): ((routeKey: string) => boolean) => {
  const buckets = new Map<string, TokenBucket | undefined>()
  const open = (routeKey: string): TokenBucket | undefined => {
    const defaults = object(stage?.DefaultRouteSettings)
    const settings = { ...defaults, ...object(object(stage?.RouteSettings)[routeKey]) }
    const burst = number(settings.ThrottlingBurstLimit)
    const rate = number(settings.ThrottlingRateLimit)
    return burst === undefined && rate === undefined ? undefined : tokenBucket(burst ?? 5000, rate ?? 10_000)
  }
  return routeKey => {
    if (!buckets.has(routeKey)) buckets.set(routeKey, open(routeKey))
    return buckets.get(routeKey)?.() ?? true
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
