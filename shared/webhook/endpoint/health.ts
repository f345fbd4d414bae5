import type { Attempt } from '../../event/attempt-contract.ts'
import { type BreakerState, breakerGate } from '../../http/breaker.ts'
import type { WebhookHealth } from '../contract.ts'

export type LastFailure = Pick<Attempt, 'eventId' | 'at' | 'status' | 'failure' | 'detail' | 'answer'>

/** Written when an endpoint fails, recovers or is slow; a healthy one costs no write. */
export interface EndpointHealth {
  readonly failingSince?: string
  readonly lastFailure?: LastFailure
  readonly lastAnswer?: Uint8Array
  readonly nextProbeAt?: string
  readonly recoveredAt?: string
  readonly slowUntil?: string
}

/** A receiver may fail for this long before its deliveries wait: enough for the first, quick retry. */
export const openAfterSeconds = 10
/** Longer than an attempt takes, so that a probe has ended before the next begins. */
const minProbeSeconds = 20
const maxProbeSeconds = 300

/** The circuit breaker of an endpoint. While it is open, deliveries wait, and no attempt is counted. */
export const endpointBreaker = (
  { failingSince, nextProbeAt }: EndpointHealth,
  nowMs: number,
): BreakerState => ({
  isOpen: failingSince !== undefined && nowMs - Date.parse(failingSince) >= openAfterSeconds * 1000,
  probeAtMs: nextProbeAt ? Date.parse(nextProbeAt) : 0,
})

export const healthGate = (health: EndpointHealth, nowMs: number) =>
  breakerGate(endpointBreaker(health, nowMs), nowMs)

/** Delay between probes: a tenth of the time that the endpoint has failed for, 20 s to 5 min. */
export const probeIntervalSeconds = ({ failingSince }: EndpointHealth, nowMs: number): number => {
  const failingSeconds = failingSince ? (nowMs - Date.parse(failingSince)) / 1000 : 0
  return Math.min(maxProbeSeconds, Math.max(minProbeSeconds, Math.round(failingSeconds / 10)))
}

/** When a waiting delivery asks again: after the next probe, spread over an interval, so that not all come at once. */
export const waitUntilMs = (health: EndpointHealth, nowMs: number, random: number): number => {
  const probeMs = Math.max(nowMs, health.nextProbeAt ? Date.parse(health.nextProbeAt) : 0)
  return probeMs + Math.ceil((0.1 + 0.9 * random) * probeIntervalSeconds(health, nowMs)) * 1000
}

/** An attempt that takes longer makes its receiver slow, whatever its outcome: it occupies concurrency that others need. */
export const slowAfterSeconds = 3
/** A receiver counts as slow for this long. No write is needed when it is quick again. */
const slowForSeconds = 600

export const isSlow = ({ slowUntil }: EndpointHealth, nowMs: number): boolean =>
  slowUntil !== undefined && nowMs < Date.parse(slowUntil)

/** Returns when slowness ends, and the earliest recorded end that needs no write: one write in five minutes. */
export const slownessAt = (nowMs: number): { readonly slowUntil: string; readonly unlessFrom: string } => ({
  slowUntil: new Date(nowMs + slowForSeconds * 1000).toISOString(),
  unlessFrom: new Date(nowMs + (slowForSeconds / 2) * 1000).toISOString(),
})

export const toLastFailure = ({ eventId, at, status, failure, detail, answer }: Attempt): LastFailure => ({
  eventId,
  at,
  status,
  failure,
  detail,
  answer,
})

export const toWebhookHealth = (health: EndpointHealth): WebhookHealth => ({
  failingSince: health.failingSince ?? null,
  nextProbeAt: health.nextProbeAt ?? null,
  lastFailure: health.lastFailure ?? null,
  recoveredAt: health.recoveredAt ?? null,
  slowUntil: health.slowUntil ?? null,
})
