import type { BreakerState } from '../../http/breaker.ts'
import type { Registry } from '../contract/lookup.ts'
import type { RegistryName } from '../products.ts'
import type { RegistryResult, UnavailableReason } from './port.ts'

/** In a row, over all callers. */
export const failureThreshold = 3
/** Longer than a probe can take. */
export const probeIntervalMs = 15_000
/** A call that takes longer counts as a failure while it still waits. */
export const lateAfterMs = 5000

const sampleIntervalMs = 10_000
const sampleWindowMs = 5 * 60_000

interface AnswerSample {
  readonly atMs: number
  readonly latencyMs: number
}

export interface Circuit {
  readonly state: 'closed' | 'open'
  readonly since?: string
  readonly failures: number
  /** While open. */
  readonly probeAtMs: number
  readonly lastSuccessAt?: string
  /** 0 before the first. */
  readonly sampledAtMs: number
  readonly samples: readonly AnswerSample[]
}

export const closedCircuit: Circuit = {
  state: 'closed',
  failures: 0,
  probeAtMs: 0,
  sampledAtMs: 0,
  samples: [],
}

/** No connection, no answer in time, or a 5xx. */
const failureReasons: ReadonlySet<UnavailableReason> = new Set(['connection', 'reset', 'timeout', 'status'])

/**
 * What an answer says of its registry. One that nobody can read may be the fault of one record, and shows that the
 * registry is there. A refusal or a limit shows neither, and is not the registry's health.
 */
export const classifyResult = (answer: RegistryResult): 'success' | 'failure' | 'none' => {
  if (answer.kind !== 'unavailable') return 'success'
  return failureReasons.has(answer.reason) ? 'failure' : 'none'
}

export const breakerOf = ({ state, probeAtMs }: Circuit): BreakerState => ({
  isOpen: state === 'open',
  probeAtMs,
})

export const retryAfterSeconds = ({ probeAtMs }: Circuit, nowMs: number): number =>
  Math.max(1, Math.ceil((probeAtMs - nowMs) / 1000))

/** Conditional on what was seen: one of many callers makes it. */
export interface CircuitChange {
  readonly from: Partial<Circuit>
  readonly set: Partial<Circuit>
}

const instant = (nowMs: number): string => new Date(nowMs).toISOString()

/** Undefined unless one failure too many was counted. */
export const afterFailure = (counted: Circuit, nowMs: number): CircuitChange | undefined => {
  const { state, failures } = counted
  if (state === 'open' || failures < failureThreshold) return undefined
  return {
    // A success in the meantime has started a new row of failures.
    from: { state, failures },
    set: { state: 'open', since: instant(nowMs), probeAtMs: nowMs + probeIntervalMs },
  }
}

export const claimProbe = ({ probeAtMs }: Circuit, nowMs: number): CircuitChange => ({
  from: { state: 'open', probeAtMs },
  set: { probeAtMs: nowMs + probeIntervalMs },
})

/** Of the last five minutes, at most thirty. */
const withSample = ({ samples }: Circuit, sample: AnswerSample): readonly AnswerSample[] =>
  [...samples.filter(({ atMs }) => atMs > sample.atMs - sampleWindowMs), sample].slice(-30)

/** Undefined where a success has nothing to tell the other containers. */
export const afterSuccess = (seen: Circuit, latencyMs: number, nowMs: number): CircuitChange | undefined => {
  const { state, failures, sampledAtMs } = seen
  const isOpen = state === 'open'
  const isSampleDue = nowMs - sampledAtMs >= sampleIntervalMs
  if (!isOpen && failures === 0 && !isSampleDue) return undefined
  return {
    from: isOpen ? { state } : { sampledAtMs },
    set: {
      state: 'closed',
      failures: 0,
      lastSuccessAt: instant(nowMs),
      sampledAtMs: nowMs,
      samples: withSample(seen, { atMs: nowMs, latencyMs }),
      ...(isOpen && { since: instant(nowMs) }),
    },
  }
}

const medianOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!

export const toRegistryHealth = (name: RegistryName, circuit: Circuit, nowMs: number): Registry => ({
  name,
  state: circuit.state === 'open' ? 'unavailable' : 'available',
  since: circuit.since ?? null,
  lastSuccessAt: circuit.lastSuccessAt ?? null,
  p50LatencyMs: medianOf(
    circuit.samples.filter(({ atMs }) => atMs > nowMs - sampleWindowMs).map(({ latencyMs }) => latencyMs),
  ),
})
