import { breakerGate, isAdmitted } from '../../http/breaker.ts'
import {
  afterFailure,
  afterSuccess,
  breakerOf,
  type Circuit,
  type CircuitChange,
  claimProbe,
  classifyResult,
  closedCircuit,
  lateAfterMs,
  retryAfterSeconds,
} from './circuit.ts'
import type { CircuitStore } from './circuit-store.ts'
import type { RegistryPort } from './port.ts'

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number }

export interface GuardedRegistry extends RegistryPort {
  /** Claims nothing; costs one read of the state at most. */
  readonly peek: () => Promise<Admission>
  /** An admitted probe is claimed. */
  readonly admit: () => Promise<Admission>
}

/** Age of the cached state, waiting time for a newer one, and age if none comes. */
const freshMs = 1000
const waitMs = 50
const usableMs = 60_000
/** Without any cached state. */
const firstWaitMs = 500

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

const circuitReader = (store: CircuitStore, now: () => number) => {
  let known: { circuit: Circuit; atMs: number } | undefined
  let reading: Promise<void> | undefined
  const learn = (circuit: Circuit): Circuit => {
    known = { circuit, atMs: now() }
    return circuit
  }
  const refresh = async (): Promise<void> => {
    try {
      learn(await store.read())
    } catch {
      // The circuit only saves time: without it, the registry is asked.
    } finally {
      reading = undefined
    }
  }
  const latest = async (): Promise<Circuit> => {
    const ageMs = known ? now() - known.atMs : Number.POSITIVE_INFINITY
    if (ageMs > freshMs) {
      reading ??= refresh()
      await Promise.race([reading, pause(ageMs < usableMs ? waitMs : firstWaitMs)])
    }
    return known?.circuit ?? closedCircuit
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

/** Returns the state afterwards, whoever changed it. */
const move = async (store: CircuitStore, seen: Circuit, transition: CircuitChange): Promise<Circuit> =>
  (await store.apply(transition)) ? { ...seen, ...transition.set } : store.read()

const failed = async (store: CircuitStore, nowMs: number): Promise<Circuit> => {
  const counted = await store.countFailure()
  const opening = afterFailure(counted, nowMs)
  return opening ? move(store, counted, opening) : counted
}

const admitted = { kind: 'admitted' } as const

const refused = (circuit: Circuit, nowMs: number): Admission => ({
  kind: 'refused',
  retryAfterSeconds: retryAfterSeconds(circuit, nowMs),
})

export const withCircuitBreaker = (
  registry: RegistryPort,
  store: CircuitStore,
  now = Date.now,
): GuardedRegistry => {
  const reader = circuitReader(store, now)
  const learnFrom = async (work: Promise<Circuit>): Promise<void> => {
    const circuit = await orUndefined(work)
    if (circuit) reader.learn(circuit)
  }
  const peek = async (): Promise<Admission> => {
    const circuit = await reader.latest()
    return breakerGate(breakerOf(circuit), now()) === 'wait' ? refused(circuit, now()) : admitted
  }
  const admit = async (): Promise<Admission> => {
    const circuit = await reader.latest()
    const claim = async (): Promise<boolean> => {
      const isClaimed = (await orUndefined(store.apply(claimProbe(circuit, now())))) === true
      if (!isClaimed) reader.forget()
      return isClaimed
    }
    return (await isAdmitted(breakerOf(circuit), now(), claim)) ? admitted : refused(circuit, now())
  }
  const learnSuccess = async (latencyMs: number): Promise<void> => {
    const seen = await reader.latest()
    const success = afterSuccess(seen, latencyMs, now())
    if (success) await learnFrom(move(store, seen, success))
  }
  const lookUp: RegistryPort['lookUp'] = async (idNumber, attempt) => {
    const startedAtMs = now()
    let noted: Promise<void> | undefined
    const note = () => {
      noted ??= learnFrom(failed(store, now()))
    }
    const late = setTimeout(note, lateAfterMs)
    const answer = await registry.lookUp(idNumber, attempt).finally(() => clearTimeout(late))
    const classification = classifyResult(answer)
    if (classification === 'failure') note()
    await noted
    if (classification === 'success') await learnSuccess(now() - startedAtMs)
    return answer
  }
  return { peek, admit, lookUp }
}
