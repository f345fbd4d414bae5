import { setting } from '../../aws/environment.ts'
import type { Mode } from '../../table/tenant.ts'
import type { Registry } from '../contract/lookup.ts'
import { type RegistryName, registryNames } from '../products.ts'
import { closedCircuit, toRegistryHealth } from './circuit.ts'
import { circuitStore } from './circuit-store.ts'

const liveHealth = async (name: RegistryName, nowMs: number): Promise<Registry> =>
  setting('REGISTRIES')[name]
    ? toRegistryHealth(name, await circuitStore(name).read(), nowMs)
    : { ...toRegistryHealth(name, closedCircuit, nowMs), state: 'not_connected' }

/** As observed by all callers; sandbox registries are always healthy. */
export const readRegistries = async (mode: Mode, nowMs: number): Promise<Registry[]> =>
  mode === 'live'
    ? Promise.all(registryNames.map(name => liveHealth(name, nowMs)))
    : registryNames.map(name => toRegistryHealth(name, closedCircuit, nowMs))
