import { setting } from '../../aws/environment.ts'
import { secret } from '../../aws/secret.ts'
import type { Mode } from '../../table/tenant.ts'
import type { IdentityProductEntry } from '../products.ts'
import { type GuardedRegistry, withCircuitBreaker } from './circuit-breaker.ts'
import { circuitStore } from './circuit-store.ts'
import { httpRegistry } from './http-registry.ts'
import { unavailable } from './port.ts'
import { sandboxRegistry } from './sandbox-registry.ts'
import { withLatencyMetric, withBreakerMetric } from './metered.ts'

type Registered = IdentityProductEntry['registry']

const admitted = { kind: 'admitted' } as const

const unguarded = { peek: async () => admitted, admit: async () => admitted }

const notConnected: GuardedRegistry = {
  ...unguarded,
  lookUp: async () => unavailable('not-connected'),
}

const connect = ({ name, adapter }: Registered): GuardedRegistry => {
  const upstream = setting('REGISTRIES')[name]
  if (!upstream) return notConnected
  const { baseUrl, secretName } = upstream
  const registry = httpRegistry(adapter, { baseUrl, credential: () => secret(secretName) })
  return withBreakerMetric(name, withCircuitBreaker(withLatencyMetric(name, registry), circuitStore(name)))
}

const connected = new Map<string, GuardedRegistry>()

const liveRegistry = (registered: Registered): GuardedRegistry => {
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
