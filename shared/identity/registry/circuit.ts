import type { Registry } from '../contract/look-up.ts'
import type { RegistryName } from '../products.ts'

/** Failures in a row, over all callers, after which a registry is left alone. */
export const failureThreshold = 3
/** How long it is left alone before one call may try it; longer than that call can take. */
export const probeIntervalMs = 15_000
/** A call that waits so long counts as a failure while it goes on waiting: the others need not find out for themselves. */
export const lateAfterMs = 5000

const sampleIntervalMs = 10_000
const sampleWindowMs = 5 * 60_000

export interface Sample {
  readonly atMs: number
  readonly latencyMs: number
}

/** What all containers together know of a registry's health. */
export interface Circuit {
  readonly state: 'closed' | 'open'
  /** When it came into this state; absent if it was never otherwise. */
  readonly since?: string
  /** In a row. */
  readonly failures: number
  /** While open: when the next call may try. Milliseconds since 1970. */
  readonly probeAtMs: number
  readonly lastSuccessAt?: string
  /** When the last sample was taken; 0 before the first. */
  readonly sampledAtMs: number
  readonly samples: readonly Sample[]
}

export const untouchedCircuit: Circuit = {
  state: 'closed',
  failures: 0,
  probeAtMs: 0,
  sampledAtMs: 0,
  samples: [],
}

/** Whether a call may go through, may try alone, or must not. */
export const admissionOf = (circuit: Circuit, nowMs: number): 'pass' | 'probe' | 'refuse' =>
  circuit.state === 'closed' ? 'pass' : nowMs >= circuit.probeAtMs ? 'probe' : 'refuse'

/** When it is worth calling again, in whole seconds from now. */
export const retryAfterSeconds = ({ probeAtMs }: Circuit, nowMs: number): number =>
  Math.max(1, Math.ceil((probeAtMs - nowMs) / 1000))

/** A change of the circuit, and what must still be as it was seen: of many callers who see the same, one makes it. */
export interface Transition {
  readonly from: Partial<Circuit>
  readonly set: Partial<Circuit>
}

const instant = (nowMs: number): string => new Date(nowMs).toISOString()

/** What follows when a failure was counted: the last one too many opens the circuit. */
export const afterFailure = ({ state, failures }: Circuit, nowMs: number): Transition | undefined =>
  state === 'closed' && failures >= failureThreshold
    ? {
        // A success in the meantime has begun a new row of failures.
        from: { state: 'closed', failures },
        set: { state: 'open', since: instant(nowMs), probeAtMs: nowMs + probeIntervalMs },
      }
    : undefined

/** Claims the next try of an open circuit. */
export const probing = ({ probeAtMs }: Circuit, nowMs: number): Transition => ({
  from: { state: 'open', probeAtMs },
  set: { probeAtMs: nowMs + probeIntervalMs },
})

/** The samples of the last five minutes with a new one: at most thirty. */
const withSample = ({ samples }: Circuit, sample: Sample): readonly Sample[] =>
  [...samples.filter(({ atMs }) => atMs > sample.atMs - sampleWindowMs), sample].slice(-30)

/**
 * What follows from a success, if it has anything to tell the others: it closes an open circuit, forgets failures
 * and keeps a sample when one is due.
 */
export const afterSuccess = (seen: Circuit, latencyMs: number, nowMs: number): Transition | undefined => {
  const isOpen = seen.state === 'open'
  const isNews = isOpen || seen.failures > 0 || nowMs - seen.sampledAtMs >= sampleIntervalMs
  return isNews
    ? {
        from: isOpen ? { state: 'open' } : { sampledAtMs: seen.sampledAtMs },
        set: {
          state: 'closed',
          failures: 0,
          lastSuccessAt: instant(nowMs),
          sampledAtMs: nowMs,
          samples: withSample(seen, { atMs: nowMs, latencyMs }),
          ...(isOpen && { since: instant(nowMs) }),
        },
      }
    : undefined
}

const medianOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!

/** A registry as its health is published. */
export const toRegistry = (name: RegistryName, circuit: Circuit, nowMs: number): Registry => ({
  name,
  state: circuit.state === 'open' ? 'unavailable' : 'available',
  since: circuit.since ?? null,
  lastSuccessAt: circuit.lastSuccessAt ?? null,
  p50LatencyMs: medianOf(
    circuit.samples.filter(({ atMs }) => atMs > nowMs - sampleWindowMs).map(({ latencyMs }) => latencyMs),
  ),
})
