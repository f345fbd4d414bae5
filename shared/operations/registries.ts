import { database } from '../aws/database.ts'
import { setting } from '../aws/environment.ts'
import { secret } from '../aws/secret.ts'
import type { IdentityProduct, RegistryName } from '../contract/identity.ts'
import type { Mode } from '../contract/scope.ts'
import { registryOf } from '../domain/identity.ts'
import { type GuardedRegistry, guardRegistry } from '../registry/circuit-breaker.ts'
import { httpRegistry } from '../registry/http-registry.ts'
import { mappings } from '../registry/mappings.ts'
import { unavailable } from '../registry/port.ts'
import { sandboxRegistry } from '../registry/sandbox-registry.ts'
import { claimProbe, countFailure, readCircuit, recordSuccess } from '../table/circuit.ts'

const admitted = { kind: 'admitted' } as const

const notConnected: GuardedRegistry = {
  admit: async () => admitted,
  lookUp: async () => unavailable('not-connected'),
}

const connect = (name: RegistryName): GuardedRegistry => {
  const upstream = setting('REGISTRIES')[name]
  if (!upstream) return notConnected
  const { baseUrl, secretArn } = upstream
  return guardRegistry(httpRegistry(mappings[name], { baseUrl, credential: () => secret(secretArn) }), {
    read: () => readCircuit(database, name),
    countFailure: nowMs => countFailure(database, name, nowMs),
    claimProbe: (seen, nowMs) => claimProbe(database, name, seen, nowMs),
    recordSuccess: (seen, latencyMs, nowMs) => recordSuccess(database, name, seen, { latencyMs, nowMs }),
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
