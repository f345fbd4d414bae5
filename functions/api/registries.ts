import { serve } from '../../shared/aws/api.ts'
import { database } from '../../shared/aws/database.ts'
import { setting } from '../../shared/aws/environment.ts'
import { type Registry, type RegistryName, registryNames } from '../../shared/contract/identity.ts'
import { identitiesRoutes } from '../../shared/contract/routes/identities.ts'
import { presentRegistry, untouchedCircuit } from '../../shared/domain/circuit.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { readCircuit } from '../../shared/table/circuit.ts'

const liveHealth = async (name: RegistryName, nowMs: number): Promise<Registry> =>
  setting('REGISTRIES')[name]
    ? presentRegistry(name, await readCircuit(database, name), nowMs)
    : { ...presentRegistry(name, untouchedCircuit, nowMs), state: 'not_connected' }

const listRegistries: Act<'listRegistries'> = async ({ caller, nowMs }) => {
  const health =
    caller.mode === 'live'
      ? await Promise.all(registryNames.map(name => liveHealth(name, nowMs)))
      : registryNames.map(name => presentRegistry(name, untouchedCircuit, nowMs))
  return { status: 200, body: { data: health, nextCursor: null } }
}

export const handler = serve(identitiesRoutes, { listRegistries })
