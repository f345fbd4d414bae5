import { randomUUID } from 'node:crypto'
import { invoke } from '../invoke.ts'
import type { AdminTarget } from '../target.ts'

/** Whose walks are; every one has a client of its own, in test mode alone. */
const ownName = 'Walks of the operator'
const scopes = ['addresses', 'events']

/** What a walk that was broken off left behind is older than any walk that goes on. */
const abandonedMs = 3_600_000

interface Organisation {
  readonly id: number
  readonly name: string
}

interface Listed {
  readonly clientId: string
  readonly createdAt: string
}

/** A client that lives as long as a walk. */
export interface Account {
  readonly clientId: string
  readonly secret: string
}

/** The first that was made, should two walks have made one each. */
const findOrganisation = async (place: AdminTarget): Promise<number | undefined> => {
  const answer = await invoke(place, { command: 'listOrganisations' })
  const { organisations } = answer as { readonly organisations: readonly Organisation[] }
  const own = organisations.filter(({ name }) => name === ownName)
  return own.map(({ id }) => id).sort((one, other) => one - other)[0]
}

/** The organisation of all walks, made by the first. */
export const organisationOf = async (place: AdminTarget): Promise<number> => {
  if ((await findOrganisation(place)) === undefined)
    await invoke(place, { command: 'createOrganisation', name: ownName })
  return (await findOrganisation(place))!
}

export const makeClient = async (place: AdminTarget, organisationId: number): Promise<Account> => {
  const command = { command: 'createClient', organisationId, mode: 'test', scopes }
  return (await invoke(place, { ...command, clientId: `walk-${randomUUID()}` })) as Account
}

export const removeClient = (place: AdminTarget, clientId: string): Promise<object> =>
  invoke(place, { command: 'removeClient', clientId })

/** Removes the clients of walks that were broken off. */
export const removeAbandonedClients = async (place: AdminTarget, organisationId: number): Promise<void> => {
  const answer = await invoke(place, { command: 'listClients', organisationId })
  const { clients } = answer as { readonly clients: readonly Listed[] }
  for (const { clientId, createdAt } of clients)
    if (Date.parse(createdAt) < Date.now() - abandonedMs) await removeClient(place, clientId)
}

/** Removes what a verification of a walk has said. */
export const eraseRecord = (
  place: AdminTarget,
  organisationId: number,
  verificationId: number,
): Promise<object> => invoke(place, { command: 'erase', organisationId, mode: 'test', verificationId })
