import { database } from '../table/driver.ts'
import {
  clientIndex,
  clientKey,
  organisationKey,
  organisationsPartition,
  tokenIndex,
  tokenKey,
  tokensOf,
} from '../table/keys.ts'
import { pages } from '../table/pages.ts'
import { absent, holds, type Key } from '../table/port.ts'
import type { Mode } from '../table/tenant.ts'
import type { Caller } from './caller.ts'
import type { Scope } from './contract.ts'

export interface Organisation {
  readonly id: number
  readonly name: string
  readonly createdAt: string
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
}

/** An access token as kept: under its digest, with everything that authorisation needs. */
export interface TokenItem extends Caller {
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** Answers false if the id is taken. */
export const addOrganisation = (organisation: Organisation): Promise<boolean> =>
  holds(database.write({ put: { ...organisation, ...organisationKey(organisation.id) }, condition: absent }))

export const findOrganisations = (): Promise<readonly Organisation[]> =>
  pages<Organisation>({ partition: organisationsPartition })

export const findOrganisation = (id: number): Promise<Organisation | undefined> =>
  database.get<Organisation>(organisationKey(id))

/** Answers false if the id is taken. */
export const addClient = (client: Client): Promise<boolean> =>
  holds(
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

/** Replaces a client's secrets, if they are still those that were read. */
export const replaceSecrets = (client: Client, secrets: readonly SecretDigest[]): Promise<boolean> =>
  holds(
    database.write({
      update: clientKey(client.id),
      set: { secrets },
      condition: { when: '#secrets = :before', values: { before: client.secrets } },
    }),
  )

/** Deletes a client and every token it was given. Containers forget a token within a minute. */
export const deleteClient = async (id: string): Promise<void> => {
  await database.write({ delete: clientKey(id) })
  for (const { pk, sk } of await pages<Key>(tokensOf(id))) await database.write({ delete: { pk, sk } })
}

export const keepToken = async (digest: string, token: TokenItem, at: string): Promise<void> => {
  await database.write({
    put: { ...token, ...tokenKey(digest), ...tokenIndex(token.clientId, at) },
  })
}

/** Reads a token: first as cheaply as possible, then, for one just issued, consistently. */
export const findToken = async (digest: string): Promise<TokenItem | undefined> =>
  (await database.get<TokenItem>(tokenKey(digest))) ??
  (await database.get<TokenItem>(tokenKey(digest), { consistent: true }))
