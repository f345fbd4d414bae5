import { expect, it } from 'vitest'
import { findCaller } from '../../shared/account/find-caller.ts'
import { replaceScopes } from '../../shared/account/store.ts'
import { apiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { openWork } from '../support/fieldwork.ts'
import { reachTable } from '../support/reach-table.ts'

/* Work on all customers' cases is for the operator's clients alone, who are those of organisation 0. */

const world = await joinWorld()
await reachTable(world.emulator)

const create = (organisationId: number, scopes: readonly string[]) =>
  world.administer({ command: 'createClient', organisationId, mode: 'live', scopes }) as Promise<{
    clientId: string
    secret: string
  }>
const refusal = 'scopes: operations.agent are for clients of organisation 0 alone'

it('a customer’s client is given no scope of it, at first or later', async () => {
  await expect(create(2, ['addresses', 'operations.agent'])).rejects.toThrow(refusal)
  const { clientId } = await create(2, ['addresses'])
  const change = { command: 'changeScopes', clientId, scopes: ['operations.agent'] }
  await expect(world.administer(change)).rejects.toThrow(refusal)
})

it('one that was given it before does not have it any more', async () => {
  await openWork(world)
  const { clientId, secret } = await create(2, ['addresses'])
  await replaceScopes(clientId, ['addresses', 'operations.agent', 'operations.operator'])
  const { token, get } = await apiClient(world.url, clientId, secret)
  expect((await findCaller(token, Date.now()))!.scopes).toEqual(['addresses'])
  for (const path of ['/v1/operations/assignments', '/v1/operations/overview'])
    expect((await get(path)).status).toBe(403)
})

it('the operator’s own may have it, and is no customer’s', async () => {
  const { clientId, secret } = await create(0, ['operations.agent'])
  const agent = await apiClient(world.url, clientId, secret)
  expect((await agent.get('/v1/operations/assignments?stateId=24')).status).toBe(200)
  expect((await agent.get('/v1/addresses')).status).toBe(403)
})
