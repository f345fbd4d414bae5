import { database } from '../table/driver.ts'
import { getItemPair, queryAll } from '../table/paging.ts'
import { absent, conditionsMet, type Key, present } from '../table/port.ts'
import type { Mode } from '../table/tenant.ts'
import type { Scope } from './contract.ts'
import {
  clientIndex,
  clientKey,
  clientsQuery,
  organisationKey,
  organisationsPartition,
  portalLinkKey,
  portalSessionKey,
  tokenKey,
} from './kinds.ts'
import type { Suspendable, Suspension } from './suspension.ts'

export interface Organisation extends Suspendable {
  readonly id: number
  readonly name: string
  readonly createdAt: string
  readonly alertAddress?: string
}

export interface Client extends Suspendable {
  readonly id: string
  readonly organisationId: number
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  /** Newest first, at most two: both are valid during a rotation. */
  readonly secrets: readonly { readonly digest: string; readonly createdAt: string }[]
  readonly createdAt: string
  /** Its tokens share this number; another number revokes them all. Starts at the time, so that a re-created client never repeats it. */
  readonly generation: number
  /** In NGN and calendar month (UTC). */
  readonly spendCap?: number
  /** Its organisation is suspended: stands here, too, since a token is read together with its client alone. */
  readonly organisationSuspendedAt?: string
}

/** Stored under its digest; valid only together with its client. */
export interface StoredToken {
  readonly secretDigest: string
  readonly generation: number
  readonly expiresAt: number
}

export const addOrganisation = (organisation: Organisation): Promise<boolean> =>
  conditionsMet(
    database.write({ put: { ...organisation, ...organisationKey(organisation.id) }, condition: absent }),
  )

export const findOrganisations = (): Promise<readonly Organisation[]> =>
  queryAll<Organisation>({ partition: organisationsPartition })

export const findOrganisation = (
  id: number,
  options: { readonly consistent?: true } = {},
): Promise<Organisation | undefined> => database.get<Organisation>(organisationKey(id), options)

export const replaceAlertAddress = (id: number, alertAddress: string | undefined): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: organisationKey(id),
      set: { alertAddress },
      ...(alertAddress === undefined && { remove: ['alertAddress'] }),
      condition: present,
    }),
  )

const suspensionsAs = ({ suspensions: before }: Suspendable) =>
  before
    ? { when: '#suspensions = :before', values: { before } }
    : { when: 'attribute_exists(#pk) AND attribute_not_exists(#suspensions)' }

const writeSuspensions = (key: Key, account: Suspendable, suspensions: readonly Suspension[]) =>
  conditionsMet(database.write({ update: key, set: { suspensions }, condition: suspensionsAs(account) }))

/** Returns false if it was suspended or resumed since it was read. */
export const replaceOrganisationSuspensions = (
  organisation: Organisation,
  suspensions: readonly Suspension[],
): Promise<boolean> => writeSuspensions(organisationKey(organisation.id), organisation, suspensions)

export const replaceClientSuspensions = (
  client: Client,
  suspensions: readonly Suspension[],
): Promise<boolean> => writeSuspensions(clientKey(client.id), client, suspensions)

/** Undefined where the organisation is not suspended any more. False if there is no such client. */
export const markOrganisationSuspended = (id: string, since: string | undefined): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: clientKey(id),
      set: { organisationSuspendedAt: since },
      ...(since === undefined && { remove: ['organisationSuspendedAt'] }),
      condition: present,
    }),
  )

export const addClient = (client: Client): Promise<boolean> =>
  conditionsMet(
    database.write({
      put: { ...client, ...clientKey(client.id), ...clientIndex(client.organisationId, client.id) },
      condition: absent,
    }),
  )

export const findClient = (id: string): Promise<Client | undefined> =>
  database.get<Client>(clientKey(id), { consistent: true })

export const findClients = async (organisationId: number): Promise<readonly Client[]> => {
  const keys = await queryAll<Key>(clientsQuery(organisationId))
  const clients = await database.getMany<Client>(
    keys.map(({ pk, sk }) => ({ pk, sk })),
    { consistent: true },
  )
  return clients.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

export const replaceScopes = (id: string, scopes: readonly Scope[]): Promise<boolean> =>
  conditionsMet(database.write({ update: clientKey(id), set: { scopes }, condition: present }))

/** Undefined removes the cap. False if there is no such client. */
export const replaceSpendCap = (id: string, spendCap: number | undefined): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: clientKey(id),
      set: { spendCap },
      ...(spendCap === undefined && { remove: ['spendCap'] }),
      condition: present,
    }),
  )

export const replaceSecrets = (client: Client, secrets: Client['secrets']): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: clientKey(client.id),
      set: { secrets },
      condition: { when: '#secrets = :before', values: { before: client.secrets } },
    }),
  )

export const deleteClient = async (id: string): Promise<void> => {
  await database.write({ delete: clientKey(id) })
}

export const invalidateTokens = (id: string): Promise<boolean> =>
  conditionsMet(
    database.write({ update: clientKey(id), set: {}, add: { generation: 1 }, condition: present }),
  )

export const saveToken = (digest: string, token: StoredToken, { id, secrets }: Client): Promise<boolean> =>
  conditionsMet(
    database.transact({
      token: { put: { ...token, ...tokenKey(digest) } },
      client: { check: clientKey(id), condition: { when: '#secrets = :secrets', values: { secrets } } },
    }),
  )

export interface IssuedCredential<Token extends StoredToken = StoredToken> {
  readonly token: Token
  readonly client: Client
}

const findWithClient = async <Token extends StoredToken>(
  key: Key,
  clientId: string,
): Promise<IssuedCredential<Token> | undefined> => {
  const [token, client] = await getItemPair<Token, Client>(key, clientKey(clientId))
  return token && client && { token, client }
}

export const findToken = (digest: string, clientId: string): Promise<IssuedCredential | undefined> =>
  findWithClient(tokenKey(digest), clientId)

export interface StoredPortalSession extends StoredToken {
  /** Latest end, in seconds since 1970; `expiresAt` is the end unless the session is used. */
  readonly endsAt: number
}

interface StoredPortalLink extends StoredToken {
  readonly usedAt?: string
}

export const findPortalSession = (
  digest: string,
  clientId: string,
): Promise<IssuedCredential<StoredPortalSession> | undefined> =>
  findWithClient(portalSessionKey(digest), clientId)

export const findPortalLink = (
  digest: string,
  clientId: string,
): Promise<IssuedCredential<StoredPortalLink> | undefined> => findWithClient(portalLinkKey(digest), clientId)

export const savePortalLink = async (digest: string, link: StoredPortalLink): Promise<void> => {
  await database.write({ put: { ...link, ...portalLinkKey(digest) } })
}

/** Saves the session if its client is unchanged since it was read and the link, if any, is unused: one transaction. */
export const savePortalSession = (
  digest: string,
  session: StoredPortalSession,
  { id, secrets, generation }: Client,
  link?: { readonly digest: string; readonly at: string },
): Promise<boolean> => {
  const unchanged = '#secrets = :secrets AND #generation = :generation'
  const unused = { when: 'attribute_exists(#pk) AND attribute_not_exists(#usedAt)' }
  const use = link && { update: portalLinkKey(link.digest), set: { usedAt: link.at }, condition: unused }
  return conditionsMet(
    database.transact({
      session: { put: { ...session, ...portalSessionKey(digest) } },
      client: { check: clientKey(id), condition: { when: unchanged, values: { secrets, generation } } },
      use,
    }),
  )
}

export const renewPortalSession = (digest: string, expiresAt: number): Promise<boolean> =>
  conditionsMet(database.write({ update: portalSessionKey(digest), set: { expiresAt }, condition: present }))

export const deletePortalSession = async (digest: string): Promise<void> => {
  await database.write({ delete: portalSessionKey(digest) })
}
