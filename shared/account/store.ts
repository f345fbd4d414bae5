import { database } from '../table/driver.ts'
import {
  clientIndex,
  clientKey,
  clientsQuery,
  organisationKey,
  organisationsPartition,
  tokenKey,
} from '../table/keys.ts'
import { queryAll } from '../table/paging.ts'
import { absent, conditionsMet, type Key, present } from '../table/port.ts'
import type { Mode } from '../table/tenant.ts'
import type { Scope } from './contract.ts'

export interface Organisation {
  readonly id: number
  readonly name: string
  readonly createdAt: string
  /** Where news of its webhook endpoints goes; absent until the operator is told one. */
  readonly alertAddress?: string
}

/** A secret as kept: the SHA-256 digest, base64url. */
export interface SecretDigest {
  readonly digest: string
  readonly createdAt: string
}

export interface Client {
  readonly id: string
  readonly organisationId: number
  readonly mode: Mode
  readonly scopes: readonly Scope[]
  /** Newest first, at most two: both are live during a rotation. */
  readonly secrets: readonly SecretDigest[]
  readonly createdAt: string
  /** A number that its tokens share: another number ends them all. Begins with the time, so that no later client of this id repeats it. */
  readonly generation: number
  /** What it may spend in a calendar month in UTC, in NGN; without one there is no limit. */
  readonly spendCap?: number
}

/** An access token as kept, under its digest: good only beside the client that it was made for. */
export interface StoredToken {
  /** Of the secret that it was given for. */
  readonly secretDigest: string
  readonly generation: number
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** Answers false if the id is taken. */
export const addOrganisation = (organisation: Organisation): Promise<boolean> =>
  conditionsMet(
    database.write({ put: { ...organisation, ...organisationKey(organisation.id) }, condition: absent }),
  )

export const findOrganisations = (): Promise<readonly Organisation[]> =>
  queryAll<Organisation>({ partition: organisationsPartition })

export const findOrganisation = (id: number): Promise<Organisation | undefined> =>
  database.get<Organisation>(organisationKey(id))

/** Says where an organisation's alerts go; nowhere without an address. Answers false if there is no such organisation. */
export const replaceAlertAddress = (id: number, alertAddress: string | undefined): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: organisationKey(id),
      set: { alertAddress },
      ...(alertAddress === undefined && { remove: ['alertAddress'] }),
      condition: present,
    }),
  )

/** Answers false if the id is taken. */
export const addClient = (client: Client): Promise<boolean> =>
  conditionsMet(
    database.write({
      put: {
        ...client,
        ...clientKey(client.id),
        ...clientIndex(client.organisationId, client.id),
      },
      condition: absent,
    }),
  )

export const findClient = (id: string): Promise<Client | undefined> =>
  database.get<Client>(clientKey(id), { consistent: true })

/** The clients of an organisation, by id. */
export const findClients = async (organisationId: number): Promise<readonly Client[]> => {
  const keys = await queryAll<Key>(clientsQuery(organisationId))
  const clients = await database.getMany<Client>(
    keys.map(({ pk, sk }) => ({ pk, sk })),
    { consistent: true },
  )
  return clients.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Replaces what a client may do. Answers false if there is no such client. */
export const replaceScopes = (id: string, scopes: readonly Scope[]): Promise<boolean> =>
  conditionsMet(database.write({ update: clientKey(id), set: { scopes }, condition: present }))

/** Replaces what a client may spend in a month; undefined: as much as it likes. Answers false if there is no such client. */
export const replaceSpendCap = (id: string, spendCap: number | undefined): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: clientKey(id),
      set: { spendCap },
      ...(spendCap === undefined && { remove: ['spendCap'] }),
      condition: present,
    }),
  )

/** Replaces a client's secrets, if they are still those that were read. */
export const replaceSecrets = (client: Client, secrets: readonly SecretDigest[]): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: clientKey(client.id),
      set: { secrets },
      condition: { when: '#secrets = :before', values: { before: client.secrets } },
    }),
  )

/** Deletes a client, and with it every token: none is good without its client. */
export const deleteClient = async (id: string): Promise<void> => {
  await database.write({ delete: clientKey(id) })
}

/** Ends every token that a client was given until now. Answers false if there is no such client. */
export const invalidateTokens = (id: string): Promise<boolean> =>
  conditionsMet(
    database.write({ update: clientKey(id), set: {}, add: { generation: 1 }, condition: present }),
  )

/** Keeps a token, if its client is still there with the secrets that were read. */
export const saveToken = (digest: string, token: StoredToken, { id, secrets }: Client): Promise<boolean> =>
  conditionsMet(
    database.write(
      { put: { ...token, ...tokenKey(digest) } },
      { check: clientKey(id), condition: { when: '#secrets = :secrets', values: { secrets } } },
    ),
  )

/** Two items, read together; consistently, so that what is trusted for a minute was true when it was read. */
export const getItemPair = async <One, Other>(
  one: Key,
  other: Key,
): Promise<readonly [One | undefined, Other | undefined]> => {
  const found = await database.getMany<Key>([one, other], { consistent: true })
  const at = ({ pk }: Key): unknown => found.find(item => item.pk === pk)
  return [at(one) as One | undefined, at(other) as Other | undefined]
}

/** What a client was given, and the client. */
export interface IssuedCredential<Token extends StoredToken = StoredToken> {
  readonly token: Token
  readonly client: Client
}

/** What stands under a key, beside the client that it was given to. */
export const findWithClient = async <Token extends StoredToken>(
  key: Key,
  clientId: string,
): Promise<IssuedCredential<Token> | undefined> => {
  const [token, client] = await getItemPair<Token, Client>(key, clientKey(clientId))
  return token && client && { token, client }
}

/** A token and its client. */
export const findToken = (digest: string, clientId: string): Promise<IssuedCredential | undefined> =>
  findWithClient(tokenKey(digest), clientId)
