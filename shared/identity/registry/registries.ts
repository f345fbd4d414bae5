import { setting } from '../../aws/environment.ts'
import { secret } from '../../aws/secret.ts'
import type { Mode } from '../../table/tenant.ts'
import type { IdentityProduct, RegistryName } from '../contract/product.ts'
import { registryOf } from '../look-up.ts'
import { adapters } from './adapters.ts'
import { type GuardedRegistry, guardRegistry } from './circuit-breaker.ts'
import { countFailure, readCircuit, recordSuccess, takeProbe } from './circuit-store.ts'
import { httpRegistry } from './http-registry.ts'
import { unavailable } from './port.ts'
import { sandboxRegistry } from './sandbox-registry.ts'

const admitted = { kind: 'admitted' } as const

const notConnected: GuardedRegistry = {
  admit: async () => admitted,
  lookUp: async () => unavailable('not-connected'),
}

const connect = (name: RegistryName): GuardedRegistry => {
  const upstream = setting('REGISTRIES')[name]
  if (!upstream) return notConnected
  const { baseUrl, secretName } = upstream
  return guardRegistry(httpRegistry(adapters[name], { baseUrl, credential: () => secret(secretName) }), {
    read: () => readCircuit(name),
    countFailure: nowMs => countFailure(name, nowMs),
    takeProbe: (seen, nowMs) => takeProbe(name, seen, nowMs),
    recordSuccess: (seen, latencyMs, nowMs) => recordSuccess(name, seen, { latencyMs, nowMs }),
  })
}

const connected = new Map<RegistryName, GuardedRegistry>()

const liveRegistry = (name: RegistryName): GuardedRegistry => {
  const registry = connected.get(name) ?? connect(name)
  connected.set(name, registry)
  return registry
}

/** The registry for a product in a mode: the mode alone decides, so that neither kind of credential reaches the other's. */
export const registryFor = (mode: Mode, product: IdentityProduct): GuardedRegistry =>
  mode === 'live'
    ? liveRegistry(registryOf[product])
    : { ...sandboxRegistry(product), admit: async () => admitted }
