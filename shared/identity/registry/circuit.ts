import type { Registry } from '../contract/look-up.ts'
import type { RegistryName } from '../products.ts'
import type { RegistryAnswer } from './port.ts'

/** Failures in a row, over all callers, after which a registry is left alone. */
export const failureThreshold = 3
/** How long it is left alone before one call may try it; longer than that call can take. */
export const probeIntervalMs = 15_000
/** A call that waits so long counts as a failure while it goes on waiting: the others need not find out for themselves. */
export const lateAfterMs = 5000

/** Answers that may be the fault of one record count only when they come about so many numbers, asked by so many organisations, in so long. */
export const doubtedNumbers = 3
export const doubtingOrganisations = 2
export const doubtWindowMs = 5 * 60_000
/** When the next may try after a try of an open circuit that met such an answer: it has proved nothing. */
export const doubtfulProbeMs = 1000
/** More than it takes to open, with one number asked about by many. */
const mostDoubts = 6

const sampleIntervalMs = 10_000
const sampleWindowMs = 5 * 60_000

export interface Sample {
  readonly atMs: number
  readonly latencyMs: number
}

/** Who asked about whom when an answer could not be used: the number as a keyed digest. */
export interface Asker {
  readonly number: string
  readonly organisationId: number
}

export interface Doubt extends Asker {
  readonly atMs: number
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
  /** Lately and with no usable answer since. */
  readonly doubts: readonly Doubt[]
  /** When the last was kept; 0 before the first. */
  readonly doubtedAtMs: number
  readonly lastSuccessAt?: string
  /** When the last sample was taken; 0 before the first. */
  readonly sampledAtMs: number
  readonly samples: readonly Sample[]
}

export const untouchedCircuit: Circuit = {
  state: 'closed',
  failures: 0,
  probeAtMs: 0,
  doubts: [],
  doubtedAtMs: 0,
  sampledAtMs: 0,
  samples: [],
}

/**
 * What an answer says of its registry: that it is well, that it is not, perhaps that it is not, or nothing. A limit
 * that it sets is honoured for the caller who met it.
 */
export const signOf = (answer: RegistryAnswer): 'success' | 'failure' | 'doubt' | 'none' => {
  if (answer.kind === 'unreadable') return 'doubt'
  if (answer.kind !== 'unavailable') return 'success'
  if (answer.reason === 'throttled') return 'none'
  return answer.reason === 'refused' ? 'doubt' : 'failure'
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

const opened = (nowMs: number) =>
  ({ state: 'open', since: instant(nowMs), probeAtMs: nowMs + probeIntervalMs }) as const

/** What follows when a failure was counted: the last one too many opens the circuit. */
export const afterFailure = ({ state, failures }: Circuit, nowMs: number): Transition | undefined =>
  state === 'closed' && failures >= failureThreshold
    ? {
        // A success in the meantime has begun a new row of failures.
        from: { state: 'closed', failures },
        set: opened(nowMs),
      }
    : undefined

/** The doubts of the window with a new one. An organisation has no more of them than the rule needs of one. */
const withDoubt = ({ doubts }: Circuit, doubt: Doubt): readonly Doubt[] => {
  const recent = doubts.filter(({ atMs }) => atMs > doubt.atMs - doubtWindowMs)
  const own = recent.filter(({ organisationId }) => organisationId === doubt.organisationId)
  const others = recent.filter(each => !own.includes(each))
  return [...others, ...own.slice(1 - doubtedNumbers), doubt].slice(-mostDoubts)
}

const areForAll = (doubts: readonly Doubt[]): boolean =>
  new Set(doubts.map(({ number }) => number)).size >= doubtedNumbers &&
  new Set(doubts.map(({ organisationId }) => organisationId)).size >= doubtingOrganisations

const isKnown = ({ doubts }: Circuit, { number, organisationId }: Asker, nowMs: number): boolean =>
  doubts.some(
    each =>
      each.number === number && each.organisationId === organisationId && each.atMs > nowMs - doubtWindowMs,
  )

/**
 * What follows from an answer that may be the fault of one record: it is noted once, and many of them, of several
 * organisations, open the circuit. An open one is soon tried again.
 */
export const afterDoubt = (seen: Circuit, asker: Asker, nowMs: number): Transition | undefined => {
  const { state, probeAtMs, doubtedAtMs } = seen
  if (state === 'open') {
    const soon = nowMs + doubtfulProbeMs
    return probeAtMs > soon ? { from: { state, probeAtMs }, set: { probeAtMs: soon } } : undefined
  }
  if (isKnown(seen, asker, nowMs)) return undefined
  const doubts = withDoubt(seen, { ...asker, atMs: nowMs })
  const noted = areForAll(doubts) ? { doubts: [], ...opened(nowMs) } : { doubts }
  return { from: { state, doubtedAtMs }, set: { ...noted, doubtedAtMs: nowMs } }
}

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
 * and doubts, and keeps a sample when one is due.
 */
export const afterSuccess = (seen: Circuit, latencyMs: number, nowMs: number): Transition | undefined => {
  const isOpen = seen.state === 'open'
  const isWell = seen.failures === 0 && seen.doubts.length === 0
  const isNews = isOpen || !isWell || nowMs - seen.sampledAtMs >= sampleIntervalMs
  return isNews
    ? {
        from: isOpen ? { state: 'open' } : { sampledAtMs: seen.sampledAtMs },
        set: {
          state: 'closed',
          failures: 0,
          doubts: [],
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
