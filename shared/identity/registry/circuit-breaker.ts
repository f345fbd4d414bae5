import {
  admissionOf,
  afterFailure,
  afterSuccess,
  type Circuit,
  lateAfterMs,
  probing,
  retryAfterSeconds,
  type Transition,
  untouchedCircuit,
} from './circuit.ts'
import type { CircuitStore } from './circuit-store.ts'
import type { Registry, RegistryAnswer } from './port.ts'

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number }

export interface GuardedRegistry extends Registry {
  /** Whether to ask now. To be refused costs a read of the state at most. */
  readonly admit: () => Promise<Admission>
}

/** How old the known state may be, how long a caller waits for a newer one, and how old it may be if none comes. */
const freshMs = 1000
const patienceMs = 50
const usableMs = 60_000
/** How long a caller waits who would otherwise know nothing. */
const firstPatienceMs = 500

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

const circuitReader = (store: CircuitStore, now: () => number) => {
  let known: { circuit: Circuit; atMs: number } | undefined
  let reading: Promise<void> | undefined
  const learn = (circuit: Circuit): Circuit => {
    known = { circuit, atMs: now() }
    return circuit
  }
  const refresh = (): Promise<void> => {
    reading ??= store
      .read()
      .then(learn)
      .then(() => {})
      .catch(() => {}) // The circuit only saves time: without it, the registry is asked.
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const latest = async (): Promise<Circuit> => {
    const ageMs = known ? now() - known.atMs : Number.POSITIVE_INFINITY
    if (ageMs > freshMs)
      await Promise.race([refresh(), pause(ageMs < usableMs ? patienceMs : firstPatienceMs)])
    return known?.circuit ?? untouchedCircuit
  }
  return {
    latest,
    learn,
    forget: () => {
      known = undefined
    },
  }
}

const orUndefined = <Value>(work: Promise<Value>): Promise<Value | undefined> => work.catch(() => undefined)

/** Makes a transition. Answers the state after it, whoever made it. */
const move = async (store: CircuitStore, seen: Circuit, transition: Transition): Promise<Circuit> =>
  (await store.apply(transition)) ? { ...seen, ...transition.set } : store.read()

const failed = async (store: CircuitStore, nowMs: number): Promise<Circuit> => {
  const counted = await store.countFailure()
  const opening = afterFailure(counted, nowMs)
  return opening ? move(store, counted, opening) : counted
}

/** A registry behind a circuit breaker: while it fails, callers are refused at once and one call at a time may try it. */
export const guardRegistry = (registry: Registry, store: CircuitStore, now = Date.now): GuardedRegistry => {
  const reader = circuitReader(store, now)
  const learnFrom = async (work: Promise<Circuit>): Promise<void> => {
    const circuit = await orUndefined(work)
    if (circuit) reader.learn(circuit)
  }
  const admit = async (): Promise<Admission> => {
    const circuit = await reader.latest()
    const admission = admissionOf(circuit, now())
    if (admission === 'pass') return { kind: 'admitted' }
    if (admission === 'probe' && (await orUndefined(store.apply(probing(circuit, now())))))
      return { kind: 'admitted' }
    if (admission === 'probe') reader.forget()
    return { kind: 'refused', retryAfterSeconds: retryAfterSeconds(circuit, now()) }
  }
  const lookUp = async (idNumber: string, attempt: number): Promise<RegistryAnswer> => {
    const startedAtMs = now()
    let noted: Promise<void> | undefined
    const note = () => {
      noted ??= learnFrom(failed(store, now()))
    }
    const late = setTimeout(note, lateAfterMs)
    const answer = await registry.lookUp(idNumber, attempt).finally(() => clearTimeout(late))
    if (answer.kind === 'unavailable') note()
    await noted
    const seen = await reader.latest()
    const success = answer.kind === 'unavailable' ? undefined : afterSuccess(seen, now() - startedAtMs, now())
    if (success) await learnFrom(move(store, seen, success))
    return answer
  }
  return { admit, lookUp }
}
