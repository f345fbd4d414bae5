/** Executions that one consumer starts per second. Consumers times this stays below the quota of StartExecution: 300/s in us-east-1, us-west-2 and eu-west-1, 150/s elsewhere (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html#service-limits-api-action-throttling-general). */
export const startsPerSecond = 40

let freeAtMs = 0

export const waitForStartSlot = async (): Promise<void> => {
  const nowMs = Date.now()
  const atMs = Math.max(nowMs, freeAtMs)
  freeAtMs = atMs + 1000 / startsPerSecond
  if (atMs > nowMs) await new Promise(resolve => setTimeout(resolve, atMs - nowMs))
}
