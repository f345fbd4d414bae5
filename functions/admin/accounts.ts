import { randomUUID } from 'node:crypto'
import { generateSecret, sha256Digest } from '../../shared/account/credential.ts'
import * as people from '../../shared/account/person-store.ts'
import * as accounts from '../../shared/account/store.ts'
import { setting } from '../../shared/aws/environment.ts'
import { createFirstDataKey } from '../../shared/table/data-key-rotation.ts'
import { generateId } from '../../shared/table/id.ts'
import type { CommandOf } from './command.ts'

const noClient = () => new Error('clientId: there is no such client')

/** Both secrets of a rotation are live until the next one. */
const liveSecrets = 2

const assertFixedAllowed = (value: unknown, field: string): void => {
  if (value !== undefined && !setting('ALLOW_FIXED_SECRETS'))
    throw new Error(`${field}: this stage draws its own`)
}

export const createOrganisation = async ({ name, id }: CommandOf<'createOrganisation'>) => {
  assertFixedAllowed(id, 'id')
  const now = Date.now()
  // What the first one orders is sealed already.
  if ((await accounts.findOrganisations()).length === 0) await createFirstDataKey(now)
  const organisation = {
    id: id ?? generateId(now, Math.random()),
    name,
    createdAt: new Date(now).toISOString(),
  }
  if (!(await accounts.addOrganisation(organisation))) throw new Error('id: this organisation exists')
  return organisation
}

export const listOrganisations = async () => ({
  organisations: (await accounts.findOrganisations()).map(({ id, name, createdAt, alertAddress }) => ({
    id,
    name,
    createdAt,
    alertAddress,
  })),
})

/** Says where news of an organisation's webhook endpoints goes; nowhere without an address. */
export const setAlertAddress = async ({ organisationId, alertAddress }: CommandOf<'setAlertAddress'>) => {
  if (!(await accounts.replaceAlertAddress(organisationId, alertAddress)))
    throw new Error('organisationId: there is no such organisation')
  return { organisationId, alertAddress: alertAddress ?? null }
}

/** Makes a client of an organisation; its secret is answered here and never again. */
export const createClient = async (command: CommandOf<'createClient'>) => {
  assertFixedAllowed(command.secret, 'secret')
  const { organisationId, mode, scopes } = command
  if (!(await accounts.findOrganisation(organisationId)))
    throw new Error('organisationId: there is no such organisation')
  const secret = command.secret ?? generateSecret()
  const id = command.clientId ?? `${mode}-${randomUUID()}`
  const generation = Date.now()
  const createdAt = new Date(generation).toISOString()
  const secrets = [{ digest: sha256Digest(secret), createdAt }]
  if (!(await accounts.addClient({ id, organisationId, mode, scopes, secrets, createdAt, generation })))
    throw new Error('clientId: this client exists')
  return { clientId: id, secret, organisationId, mode, scopes }
}

/** What is kept of a client, but for its secrets' digests. */
const shown = ({ id, organisationId, mode, scopes, secrets, createdAt, spendCap }: accounts.Client) => ({
  clientId: id,
  ...{ organisationId, mode, scopes, createdAt },
  ...(spendCap !== undefined && { spendCap }),
  /** When each secret that is live was made, newest first. */
  secretsMadeAt: secrets.map(secret => secret.createdAt),
})

/** Every client of an organisation, by id. */
export const listClients = async ({ organisationId }: CommandOf<'listClients'>) => ({
  clients: (await accounts.findClients(organisationId)).map(shown),
})

/** Replaces what a client may do; within a minute every container goes by it. */
export const changeScopes = async ({ clientId, scopes }: CommandOf<'changeScopes'>) => {
  if (!(await accounts.replaceScopes(clientId, scopes))) throw noClient()
  return { clientId, scopes }
}

/** Gives a client a new secret; the one before it works, with its tokens, until the next rotation. */
export const rotateSecret = async ({ clientId }: CommandOf<'rotateSecret'>) => {
  const client = await accounts.findClient(clientId)
  if (!client) throw noClient()
  const secret = generateSecret()
  const newest = { digest: sha256Digest(secret), createdAt: new Date().toISOString() }
  const secrets = [newest, ...client.secrets].slice(0, liveSecrets)
  if (!(await accounts.replaceSecrets(client, secrets)))
    throw new Error('clientId: the secret is being rotated by somebody else')
  return { clientId, secret }
}

/** Ends every token that a client was given until now; within a minute no container takes one. Its secrets go on. */
export const revokeTokens = async ({ clientId }: CommandOf<'revokeTokens'>) => {
  if (!(await accounts.invalidateTokens(clientId))) throw noClient()
  return { clientId }
}

/** Removes a client and with it its tokens; within a minute no container lets it in. In a dry run it says which one. */
export const removeClient = async ({ clientId, dryRun = false }: CommandOf<'removeClient'>) => {
  if (!dryRun) {
    await accounts.deleteClient(clientId)
    return { clientId }
  }
  const client = await accounts.findClient(clientId)
  if (!client) throw noClient()
  return { dryRun, ...shown(client) }
}

/* Who people are, and in which groups, is the issuer's. What the operator can do at once is done here. */

/** Everybody who ever signed in with a role, by the issuer's subject: it says who that is. */
export const listPeople = async () => ({
  people: (await people.findPeople()).map(({ id, roles, signedInAt, disabledAt }) => ({
    personId: id,
    roles,
    signedInAt,
    ...(disabledAt && { disabledAt }),
  })),
})

const unlessNobody = (isDone: boolean, personId: string) => {
  if (!isDone) throw new Error('personId: nobody has signed in as this person')
  return { personId }
}

/** Ends a person's sessions and lets nobody sign in as this person; within a minute no container takes a session. */
export const disablePerson = async ({ personId }: CommandOf<'disablePerson'>) =>
  unlessNobody(await people.disablePerson(personId, new Date().toISOString()), personId)

export const enablePerson = async ({ personId }: CommandOf<'enablePerson'>) =>
  unlessNobody(await people.enablePerson(personId), personId)

/** Ends every session that a person has, as when a phone is lost; within a minute no container takes one. */
export const endSessions = async ({ personId }: CommandOf<'endSessions'>) =>
  unlessNobody(await people.deleteSessionsOf(personId), personId)
