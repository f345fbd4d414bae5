import type { Attempt } from '../../event/attempt-contract.ts'
import { breakerGate } from '../../http/breaker.ts'
import type { WebhookHealth } from '../contract.ts'

export type LastFailure = Pick<Attempt, 'eventId' | 'at' | 'status' | 'failure' | 'detail' | 'answer'>

/** Written on failure, recovery and slowness; a healthy endpoint costs no write. */
export interface EndpointHealth {
  /** The first failure since the last success. */
  readonly failingSince?: string
  readonly lastFailure?: LastFailure
  /** Encrypted, because the response may repeat what was sent. */
  readonly lastAnswer?: Uint8Array
  readonly nextProbeAt?: string
  readonly recoveredAt?: string
  readonly slowUntil?: string
}

/** Enough for the first, quick retry. */
export const openAfterSeconds = 10
/** Longer than an attempt, so that probes do not overlap. */
const shortestProbeSeconds = 20
const longestProbeSeconds = 300

/** `pass` while the endpoint works or has just failed; then deliveries `wait`, uncounted, except one `probe` at a time. */
export const healthGate = ({ failingSince, nextProbeAt }: EndpointHealth, nowMs: number) => {
  const failingMs = failingSince ? nowMs - Date.parse(failingSince) : 0
  const probeAtMs = nextProbeAt ? Date.parse(nextProbeAt) : 0
  return breakerGate({ isOpen: failingMs >= openAfterSeconds * 1000, probeAtMs }, nowMs)
}

/** A tenth of the failing time, from 20 s to 5 min. */
export const probeIntervalSeconds = ({ failingSince }: EndpointHealth, nowMs: number): number => {
  const failingSeconds = failingSince ? (nowMs - Date.parse(failingSince)) / 1000 : 0
  return Math.min(longestProbeSeconds, Math.max(shortestProbeSeconds, Math.round(failingSeconds / 10)))
}

/** After the next probe, spread over an interval. */
export const waitUntilMs = (health: EndpointHealth, nowMs: number, random: number): number => {
  const probeMs = Math.max(nowMs, health.nextProbeAt ? Date.parse(health.nextProbeAt) : 0)
  return probeMs + Math.ceil((0.1 + 0.9 * random) * probeIntervalSeconds(health, nowMs)) * 1000
}

/** A slower attempt counts as slow whatever its result: it occupies a slot. */
export const slowAfterSeconds = 3
/** A receiver that is fast again recovers without a write. */
const slowForSeconds = 600

export const isSlow = ({ slowUntil }: EndpointHealth, nowMs: number): boolean =>
  slowUntil !== undefined && nowMs < Date.parse(slowUntil)

/** With the earliest time that needs no update: one write in five minutes, however many attempts are slow. */
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
