import type { Role } from '../../shared/account/contract.ts'
import { scopes } from '../../shared/scopes.ts'
import { type ApiClient, apiClient } from './api-client.ts'
import type { World } from './environment.ts'
import { eventually } from './eventually.ts'
import { addressOrder } from './orders.ts'

/** What an agent found who found everything. */
export const visitReport = (changes: object = {}) => ({
  visit: { findings: { addressExists: true, hadAccess: true, isThere: true }, ...changes },
})

/** A worker of the operator's: a client with these roles, under a name of its own. */
export const worker = async (world: World, clientId: string, roles: readonly Role[]): Promise<ApiClient> => {
  const wanted = scopes.filter(scope => roles.some(role => scope === `operations.${role}`))
  const command = { command: 'createClient', organisationId: 1, mode: 'live', clientId, scopes: wanted }
  const { secret } = (await world.administer(command)) as { secret: string }
  return apiClient(world.url, clientId, secret)
}

/** A client in test mode that may do everything. */
export const clientOfAll = async (world: World): Promise<ApiClient> => {
  const command = {
    command: 'createClient',
    organisationId: 1,
    mode: 'test',
    clientId: 'with-all-scopes',
    scopes,
  }
  const { clientId, secret } = (await world.administer(command)) as { clientId: string; secret: string }
  return apiClient(world.url, clientId, secret)
}

let ordered = 0

/** Orders a live verification that is like no other, and waits until its work is open. Answers both ids. */
export const openWork = async (
  world: World,
  path = '/v1/addresses',
  order: object = addressOrder({ street: `${++ordered} Open Street`, allowRevisit: true }),
): Promise<{ readonly id: number; readonly assignment: string }> => {
  const customer = await world.client('local-live')
  const { id, employment, address } = (await customer.post(path, order)).body
  const { organisationId } = employment ?? address
  const assignment = `${organisationId}-${id}`
  const agent = await world.client('local-agent')
  await eventually(
    async () => (await agent.get(`/v1/operations/assignments/${assignment}`)).status === 200,
    'the work to be open',
  )
  return { id, assignment }
}

/** The same, claimed and reported by the agent. */
export const reportedWork = async (
  world: World,
  agent: ApiClient,
  report: object = visitReport(),
  ...ordered: readonly [path?: string, order?: object]
) => {
  const work = await openWork(world, ...ordered)
  await agent.post(`/v1/operations/assignments/${work.assignment}/claim`)
  await agent.post(`/v1/operations/assignments/${work.assignment}/report`, report)
  return work
}
