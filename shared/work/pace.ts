/**
 * How many executions one copy of the consumer starts in a second at most. Copies times this stays below the account's
 * quota, which is 300 a second in us-east-1, us-west-2 and eu-west-1 and 150 in every other region
 * (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html#service-limits-api-action-throttling-general).
 */
export const startsPerSecond = 40

let freeAtMs = 0

/** Resolves when the next execution may be started. */
export const waitForStartSlot = async (): Promise<void> => {
  const nowMs = Date.now()
  const atMs = Math.max(nowMs, freeAtMs)
  freeAtMs = atMs + 1000 / startsPerSecond
  if (atMs > nowMs) await new Promise(resolve => setTimeout(resolve, atMs - nowMs))
}
