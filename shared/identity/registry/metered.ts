import { emitMetrics, toMeasurement } from '../../metrics/emit.ts'
import type { RegistryName } from '../products.ts'
import type { Admission, GuardedRegistry } from './circuit-breaker.ts'
import type { RegistryResult, RegistryPort } from './port.ts'

const isUsable = ({ kind }: RegistryResult): boolean => kind === 'found' || kind === 'not-found'

/** Counts every call with its latency. */
export const withLatencyMetric = (
  registry: RegistryName,
  { lookUp }: RegistryPort,
  now: () => number = Date.now,
): RegistryPort => ({
  lookUp: async (...asked) => {
    const startedAtMs = now()
    const answer = await lookUp(...asked)
    const counts = { RegistryLatency: now() - startedAtMs, RegistryFailures: isUsable(answer) ? 0 : 1 }
    emitMetrics(toMeasurement({ registry }, counts))
    return answer
  },
})

/** Counts calls that meet an open breaker. */
export const withBreakerMetric = (registry: RegistryName, guarded: GuardedRegistry): GuardedRegistry => {
  const noted = (admission: Admission): Admission => {
    if (admission.kind === 'refused') emitMetrics(toMeasurement({ registry }, { CircuitOpen: 1 }))
    return admission
  }
  return {
    peek: async organisationId => noted(await guarded.peek(organisationId)),
    admit: async organisationId => noted(await guarded.admit(organisationId)),
    lookUp: guarded.lookUp,
  }
}
