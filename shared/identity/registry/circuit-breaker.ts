import { breakerGate, isAdmitted } from '../../http/breaker.ts'
import {
  afterDoubt,
  afterFailure,
  afterSuccess,
  breakerFor,
  type Circuit,
  type CircuitChange,
  claimProbe,
  classifyResult,
  closedCircuit,
  type LookupOrigin,
  lateAfterMs,
  retryAfterSeconds,
} from './circuit.ts'
import type { CircuitStore } from './circuit-store.ts'
import type { RegistryPort, RegistryResult } from './port.ts'

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number }

export interface GuardedRegistry {
  /** Claims nothing; costs one read of the state at most. */
  readonly peek: (organisationId: number) => Promise<Admission>
  /** An admitted probe is claimed. */
  readonly admit: (organisationId: number) => Promise<Admission>
  readonly lookUp: (
    ...asked: [...Parameters<RegistryPort['lookUp']>, asker: LookupOrigin]
  ) => Promise<RegistryResult>
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

const doubted = async (store: CircuitStore, asker: LookupOrigin, nowMs: number): Promise<Circuit> => {
  const seen = await store.read()
  const noted = afterDoubt(seen, asker, nowMs)
  return noted ? move(store, seen, noted) : seen
}

const admitted = { kind: 'admitted' } as const

const refused = (circuit: Circuit, organisationId: number, nowMs: number): Admission => ({
  kind: 'refused',
  retryAfterSeconds: retryAfterSeconds(circuit, organisationId, nowMs),
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
  const peek: GuardedRegistry['peek'] = async organisationId => {
    const circuit = await reader.latest()
    const isRefused = breakerGate(breakerFor(circuit, organisationId), now()) === 'wait'
    return isRefused ? refused(circuit, organisationId, now()) : admitted
  }
  const admit: GuardedRegistry['admit'] = async organisationId => {
    const circuit = await reader.latest()
    const claim = async (): Promise<boolean> => {
      const isClaimed = (await orUndefined(store.apply(claimProbe(circuit, now())))) === true
      if (!isClaimed) reader.forget()
      return isClaimed
    }
    const breaker = breakerFor(circuit, organisationId)
    return (await isAdmitted(breaker, now(), claim)) ? admitted : refused(circuit, organisationId, now())
  }
  const learnSuccess = async (latencyMs: number): Promise<void> => {
    const seen = await reader.latest()
    const success = afterSuccess(seen, latencyMs, now())
    if (success) await learnFrom(move(store, seen, success))
  }
  const lookUp: GuardedRegistry['lookUp'] = async (idNumber, attempt, asker) => {
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
    if (classification === 'doubt') await learnFrom(doubted(store, asker, now()))
    if (classification === 'success') await learnSuccess(now() - startedAtMs)
    return answer
  }
  return { peek, admit, lookUp }
}
