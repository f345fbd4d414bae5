import type { BreakerState } from '../../http/breaker.ts'
import type { Registry } from '../contract/lookup.ts'
import type { RegistryName } from '../products.ts'
import type { RegistryResult } from './port.ts'

/** In a row, over all callers. */
export const failureThreshold = 3
/** Longer than a probe can take. */
export const probeIntervalMs = 15_000
/** A call that takes longer counts as a failure while it still waits. */
export const lateAfterMs = 5000

/** Answers that may be the fault of one record count only for several numbers, organisations and no usable answer. */
const doubtedNumbers = 3
const doubtingOrganisations = 2
export const doubtWindowMs = 5 * 60_000
/** Longer than the interval between recorded successes. */
export const doubtQuietMs = 30_000
/** Another organisation may probe then: a doubtful answer proved nothing. */
export const doubtfulProbeMs = 1000
/** Enough to open although many ask about one number. */
const mostDoubts = 6

const sampleIntervalMs = 10_000
const sampleWindowMs = 5 * 60_000

interface AnswerSample {
  readonly atMs: number
  readonly latencyMs: number
}

/** The number as a keyed digest. */
export interface LookupOrigin {
  readonly number: string
  readonly organisationId: number
}

export interface DoubtfulAnswer extends LookupOrigin {
  readonly atMs: number
}

export interface Circuit {
  readonly state: 'closed' | 'open'
  readonly since?: string
  readonly failures: number
  /** While open. */
  readonly probeAtMs: number
  readonly doubts: readonly DoubtfulAnswer[]
  /** 0 before the first. */
  readonly doubtedAtMs: number
  /** While open: the organisation of the last doubtful probe, or 0. */
  readonly doubterId: number
  readonly lastSuccessAt?: string
  /** 0 before the first. */
  readonly sampledAtMs: number
  readonly samples: readonly AnswerSample[]
}

export const closedCircuit: Circuit = {
  state: 'closed',
  failures: 0,
  probeAtMs: 0,
  doubts: [],
  doubtedAtMs: 0,
  doubterId: 0,
  sampledAtMs: 0,
  samples: [],
}

/** What an answer says of its registry. A limit that it sets says nothing: the caller who met it waits. */
export const classifyResult = (answer: RegistryResult): 'success' | 'failure' | 'doubt' | 'none' => {
  if (answer.kind === 'unreadable') return 'doubt'
  if (answer.kind !== 'unavailable') return 'success'
  if (answer.reason === 'throttled') return 'none'
  return answer.reason === 'refused' ? 'doubt' : 'failure'
}

/** The organisation whose last try proved nothing comes after all others, so that nobody holds the circuit open. */
const probeAtMsFor = ({ probeAtMs, doubterId }: Circuit, organisationId: number): number =>
  organisationId === doubterId ? probeAtMs + probeIntervalMs : probeAtMs

export const breakerFor = (circuit: Circuit, organisationId: number): BreakerState => ({
  isOpen: circuit.state === 'open',
  probeAtMs: probeAtMsFor(circuit, organisationId),
})

export const retryAfterSeconds = (circuit: Circuit, organisationId: number, nowMs: number): number =>
  Math.max(1, Math.ceil((probeAtMsFor(circuit, organisationId) - nowMs) / 1000))

/** Conditional on what was seen: one of many callers makes it. */
export interface CircuitChange {
  readonly from: Partial<Circuit>
  readonly set: Partial<Circuit>
}

const instant = (nowMs: number): string => new Date(nowMs).toISOString()

const opened = (nowMs: number) =>
  ({ state: 'open', since: instant(nowMs), probeAtMs: nowMs + probeIntervalMs, doubterId: 0 }) as const

export const afterFailure = ({ state, failures }: Circuit, nowMs: number): CircuitChange | undefined =>
  // A success in the meantime has started a new row of failures.
  state === 'closed' && failures >= failureThreshold
    ? { from: { state, failures }, set: opened(nowMs) }
    : undefined

const lastSuccessMs = ({ lastSuccessAt }: Circuit): number => (lastSuccessAt ? Date.parse(lastSuccessAt) : 0)

/** Within the window, after the last success. */
const recentDoubts = (seen: Circuit, nowMs: number): readonly DoubtfulAnswer[] => {
  const after = Math.max(nowMs - doubtWindowMs, lastSuccessMs(seen))
  return seen.doubts.filter(({ atMs }) => atMs > after)
}

/** At most as many of one organisation as the rule needs. */
const withDoubt = (doubts: readonly DoubtfulAnswer[], doubt: DoubtfulAnswer): readonly DoubtfulAnswer[] => {
  const own = doubts.filter(({ organisationId }) => organisationId === doubt.organisationId)
  const others = doubts.filter(each => !own.includes(each))
  return [...others, ...own.slice(1 - doubtedNumbers), doubt].slice(-mostDoubts)
}

const areForAll = (doubts: readonly DoubtfulAnswer[]): boolean =>
  new Set(doubts.map(({ number }) => number)).size >= doubtedNumbers &&
  new Set(doubts.map(({ organisationId }) => organisationId)).size >= doubtingOrganisations

/** A doubtful answer is noted once; enough of them open the circuit. An open one is soon tried by another organisation. */
export const afterDoubt = (seen: Circuit, asker: LookupOrigin, nowMs: number): CircuitChange | undefined => {
  const { state, probeAtMs, doubtedAtMs } = seen
  if (state === 'open') {
    const set = { probeAtMs: nowMs + doubtfulProbeMs, doubterId: asker.organisationId }
    return probeAtMs > set.probeAtMs ? { from: { state, probeAtMs }, set } : undefined
  }
  const recent = recentDoubts(seen, nowMs)
  const isKnown = recent.some(
    ({ number, organisationId }) => number === asker.number && organisationId === asker.organisationId,
  )
  const doubts = isKnown ? recent : withDoubt(recent, { ...asker, atMs: nowMs })
  const isForAll = areForAll(doubts) && nowMs - lastSuccessMs(seen) >= doubtQuietMs
  if (isKnown && !isForAll) return undefined
  const noted = isForAll ? { doubts: [], ...opened(nowMs) } : { doubts }
  return { from: { state, doubtedAtMs }, set: { ...noted, doubtedAtMs: nowMs } }
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
  const isOpen = seen.state === 'open'
  const hasDoubts = seen.doubts.length > 0
  const isNews = isOpen || seen.failures > 0 || nowMs - seen.sampledAtMs >= sampleIntervalMs
  if (!isNews) return undefined
  const { doubtedAtMs, sampledAtMs } = seen
  return {
    from: { ...(isOpen ? { state: 'open' } : { sampledAtMs }), ...(hasDoubts && { doubtedAtMs }) },
    set: {
      state: 'closed',
      failures: 0,
      lastSuccessAt: instant(nowMs),
      sampledAtMs: nowMs,
      samples: withSample(seen, { atMs: nowMs, latencyMs }),
      ...(isOpen && { since: instant(nowMs) }),
      // Doubts name numbers, so a success deletes them.
      ...(hasDoubts && { doubts: [] }),
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
