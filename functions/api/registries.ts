import { setting } from '../../shared/aws/environment.ts'
import { serve } from '../../shared/http/api.ts'
import type { Act } from '../../shared/http/exchange.ts'
import type { Registry } from '../../shared/identity/contract/look-up.ts'
import { type RegistryName, registryNames } from '../../shared/identity/products.ts'
import { toRegistry, untouchedCircuit } from '../../shared/identity/registry/circuit.ts'
import { circuitStore } from '../../shared/identity/registry/circuit-store.ts'
import { identitiesRoutes } from '../../shared/identity/routes.ts'

const liveHealth = async (name: RegistryName, nowMs: number): Promise<Registry> =>
  setting('REGISTRIES')[name]
    ? toRegistry(name, await circuitStore(name).read(), nowMs)
    : { ...toRegistry(name, untouchedCircuit, nowMs), state: 'not_connected' }

const listRegistries: Act<typeof identitiesRoutes.listRegistries> = async ({ caller, nowMs }) => {
  const health =
    caller.mode === 'live'
      ? await Promise.all(registryNames.map(name => liveHealth(name, nowMs)))
      : registryNames.map(name => toRegistry(name, untouchedCircuit, nowMs))
  return { status: 200, body: { data: health, nextCursor: null } }
}

export const handler = serve(identitiesRoutes, { listRegistries })
