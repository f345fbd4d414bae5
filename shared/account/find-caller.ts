import { type Caller, heldScopes } from './caller.ts'
import { parseClientId, portalTokenDigest, sha256Digest } from './credential.ts'
import { findPortalSession, findToken, type IssuedCredential } from './store.ts'
import { assertNotSuspended } from './suspension.ts'

/** A removed credential is refused within this time. */
const trustMs = 60_000
const rememberedCredentials = 1000

interface FoundCaller {
  readonly caller: Caller
  readonly expiresAt: number
}

const remembered = new Map<string, { readonly caller: Caller; readonly untilMs: number }>()

export interface Trust {
  /** A session that was ended must not change anything for another minute: what it changes is asked of the table. */
  readonly isAnew?: boolean
}

/** Caches what is found for a minute; an unknown or expired credential is never cached. @param credential kind and digest */
export const findCachedCaller = async (
  credential: string,
  nowMs: number,
  find: () => Promise<FoundCaller | undefined>,
  { isAnew = false }: Trust = {},
): Promise<Caller | undefined> => {
  const known = remembered.get(credential)
  if (!isAnew && known && known.untilMs > nowMs) return known.caller
  remembered.delete(credential)
  const found = await find()
  if (!found || found.expiresAt * 1000 <= nowMs) return undefined
  const { caller, expiresAt } = found
  if (remembered.size >= rememberedCredentials) remembered.delete(remembered.keys().next().value!)
  remembered.set(credential, { caller, untilMs: Math.min(nowMs + trustMs, expiresAt * 1000) })
  return caller
}

/** Whether the client still has the secret that the token was issued for, and has not revoked its tokens since. */
export const isCredentialValid = ({ token, client }: IssuedCredential): boolean =>
  token.generation === client.generation && client.secrets.some(({ digest }) => digest === token.secretDigest)

/** @throws SuspendedError */
const callerOf = (given: IssuedCredential | undefined): FoundCaller | undefined => {
  if (!given || !isCredentialValid(given)) return undefined
  assertNotSuspended(given.client)
  const { id: clientId, organisationId, mode, spendCap } = given.client
  const scopes = heldScopes(given.client)
  const caller = { clientId, organisationId, mode, scopes, ...(spendCap !== undefined && { spendCap }) }
  return { caller, expiresAt: given.token.expiresAt }
}

const finder =
  (digestOf: (token: string) => string, find: typeof findToken) =>
  (token: string, nowMs: number, trust?: Trust): Promise<Caller | undefined> => {
    const digest = digestOf(token)
    return findCachedCaller(
      digest,
      nowMs,
      async () => callerOf(await find(digest, parseClientId(token))),
      trust,
    )
  }

export const findCaller = finder(sha256Digest, findToken)

export const findPortalCaller = finder(portalTokenDigest, findPortalSession)
