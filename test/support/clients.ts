import { type ApiClient, apiClient } from './api-client.ts'
import type { World } from './environment.ts'

interface Wanted {
  readonly scopes: readonly string[]
  readonly organisationId?: number
  readonly mode?: 'test' | 'live'
  readonly clientId?: string
}

/** A new client that has signed in: of the first organisation in test mode, unless other is wanted. */
export const newClient = async (
  world: Pick<World, 'url' | 'administer'>,
  wanted: Wanted,
): Promise<ApiClient> => {
  const command = { command: 'createClient', organisationId: 1, mode: 'test', ...wanted }
  const { clientId, secret } = (await world.administer(command)) as { clientId: string; secret: string }
  return apiClient(world.url, clientId, secret)
}
