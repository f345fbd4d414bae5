import { setting } from '../../aws/environment.ts'
import { secretInsteadOf } from '../../aws/rotated-secret.ts'
import { secret } from '../../aws/secret.ts'
import { emitMetrics, toMeasurement } from '../../metrics/emit.ts'
import type { Mode } from '../../table/tenant.ts'
import type { IdentityProductEntry, RegistryName } from '../products.ts'
import { type Admission, type GuardedRegistry, withCircuitBreaker } from './circuit-breaker.ts'
import { circuitStore } from './circuit-store.ts'
import { httpRegistry } from './http-registry.ts'
import { type RegistryPort, unavailable } from './port.ts'
import { sandboxRegistry } from './sandbox-registry.ts'

type ProductRegistry = IdentityProductEntry['registry']

const admitted = { kind: 'admitted' } as const

const unguarded = { peek: async () => admitted, admit: async () => admitted }

const notConnected: GuardedRegistry = {
  ...unguarded,
  lookUp: async () => unavailable('not-connected'),
}

const connect = ({ name, adapter }: ProductRegistry): GuardedRegistry => {
  const upstream = setting('REGISTRIES')[name]
  if (!upstream) return notConnected
  const { baseUrl, secretName } = upstream
  const credential = (refused?: string) =>
    refused === undefined ? secret(secretName) : secretInsteadOf(secretName, refused)
  const registry = httpRegistry(adapter, { baseUrl, credential })
  return withBreakerMetric(name, withCircuitBreaker(withLatencyMetric(name, registry), circuitStore(name)))
}

const connected = new Map<string, GuardedRegistry>()

const liveRegistry = (registered: ProductRegistry): GuardedRegistry => {
  const registry = connected.get(registered.name) ?? connect(registered)
  connected.set(registered.name, registry)
  return registry
}

/** The mode alone decides, so that credentials of one never reach the other's registry. */
export const registryFor = (
  mode: Mode,
  { registry, sandbox }: Pick<IdentityProductEntry, 'registry' | 'sandbox'>,
): GuardedRegistry =>
  mode === 'live' ? liveRegistry(registry) : { ...unguarded, ...sandboxRegistry(sandbox) }

export const withLatencyMetric = (
  registry: RegistryName,
  { lookUp }: RegistryPort,
  now: () => number = Date.now,
): RegistryPort => ({
  lookUp: async (...asked) => {
    const startedAtMs = now()
    const answer = await lookUp(...asked)
    // A limit that a registry sets is not usable, either.
    const isUsable = answer.kind === 'found' || answer.kind === 'not-found'
    const isUnreadable =
      answer.kind === 'unreadable' || (answer.kind === 'unavailable' && answer.reason === 'refused')
    const counts = {
      RegistryLatency: now() - startedAtMs,
      RegistryFailures: isUsable ? 0 : 1,
      RegistryUnreadable: isUnreadable ? 1 : 0,
    }
    emitMetrics(toMeasurement({ registry }, counts))
    return answer
  },
})

/** A lookup that would wait for an open breaker counts twice. */
export const withBreakerMetric = (registry: RegistryName, guarded: GuardedRegistry): GuardedRegistry => {
  const noted = (admission: Admission): Admission => {
    if (admission.kind === 'refused') emitMetrics(toMeasurement({ registry }, { CircuitOpen: 1 }))
    return admission
  }
  return {
    peek: async () => noted(await guarded.peek()),
    admit: async () => noted(await guarded.admit()),
    lookUp: guarded.lookUp,
  }
}
