import type { Attempt } from '../../event/attempt-contract.ts'
import { breakerGate } from '../../http/breaker.ts'
import type { WebhookHealth } from '../contract.ts'

export type LastFailure = Pick<Attempt, 'eventId' | 'at' | 'status' | 'failure' | 'detail' | 'answer'>

/** What deliveries have found out about an endpoint. Written when it fails, recovers or takes seconds, never by a success among successes. */
export interface EndpointHealth {
  /** The first failure since the last success. */
  readonly failingSince?: string
  readonly lastFailure?: LastFailure
  /** What the receiver answered then, encrypted: it may repeat what it was sent. Earlier ones stand in the failure itself. */
  readonly lastAnswer?: Uint8Array
  readonly nextProbeAt?: string
  readonly recoveredAt?: string
  /** Until then it counts as slow. */
  readonly slowUntil?: string
}

/** So long a receiver may fail before its deliveries wait: enough for the first, quick retry. */
export const openAfterSeconds = 10
/** Longer than an attempt takes, so that a probe has ended before the next begins. */
const shortestProbeSeconds = 20
const longestProbeSeconds = 300

/**
 * The breaker: `pass` while an endpoint works or has only just failed. Then deliveries `wait`, untried and uncounted,
 * but for one `probe` at a time, whose success lets all pass again.
 */
export const healthGate = ({ failingSince, nextProbeAt }: EndpointHealth, nowMs: number) => {
  const failingMs = failingSince ? nowMs - Date.parse(failingSince) : 0
  const probeAtMs = nextProbeAt ? Date.parse(nextProbeAt) : 0
  return breakerGate({ isOpen: failingMs >= openAfterSeconds * 1000, probeAtMs }, nowMs)
}

/** From one probe to the next: a tenth of the time that the endpoint has failed for, 20 s to 5 min. */
export const probeIntervalSeconds = ({ failingSince }: EndpointHealth, nowMs: number): number => {
  const failingSeconds = failingSince ? (nowMs - Date.parse(failingSince)) / 1000 : 0
  return Math.min(longestProbeSeconds, Math.max(shortestProbeSeconds, Math.round(failingSeconds / 10)))
}

/** When a delivery that must wait asks again: after the next probe, spread over an interval, or all would come at once. */
export const waitUntilMs = (health: EndpointHealth, nowMs: number, random: number): number => {
  const probeMs = Math.max(nowMs, health.nextProbeAt ? Date.parse(health.nextProbeAt) : 0)
  return probeMs + Math.ceil((0.1 + 0.9 * random) * probeIntervalSeconds(health, nowMs)) * 1000
}

/** A receiver that an attempt takes longer with is slow, whatever comes of it: it holds a place that others need. */
export const slowAfterSeconds = 3
/** For so long it counts as slow: one that answers in time again comes back by itself, and nobody need note that. */
const slowForSeconds = 600

/** Whether an endpoint's deliveries must keep to the lane of slow receivers. */
export const isSlow = ({ slowUntil }: EndpointHealth, nowMs: number): boolean =>
  slowUntil !== undefined && nowMs < Date.parse(slowUntil)

/** The time that a slow attempt makes known, and the earliest known one that it need not replace: one write in five minutes, however many are slow. */
export const slownessAt = (nowMs: number): { readonly slowUntil: string; readonly unlessFrom: string } => ({
  slowUntil: new Date(nowMs + slowForSeconds * 1000).toISOString(),
  unlessFrom: new Date(nowMs + (slowForSeconds / 2) * 1000).toISOString(),
})

/** What an attempt that failed tells of its endpoint. */
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
