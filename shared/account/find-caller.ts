import type { Caller } from './caller.ts'
import { parseClientId, sha256Digest, portalTokenDigest } from './credential.ts'
import { findPortalSession } from './portal-store.ts'
import { findToken, type IssuedCredential } from './store.ts'

/** How long a container trusts what it read of a credential and whose it is, in milliseconds: a removal is felt within a minute. */
const trustMs = 60_000
/** Credentials that a container remembers; beyond it the oldest goes. */
const rememberedCredentials = 1000

interface Found {
  readonly caller: Caller
  /** Seconds since 1970. */
  readonly expiresAt: number
}

const remembered = new Map<string, { readonly caller: Caller; readonly untilMs: number }>()

/** Who was found within the last minute, or is found now; what is unknown or has ended is never remembered. @param credential its kind and digest */
export const findCachedCaller = async (
  credential: string,
  nowMs: number,
  find: () => Promise<Found | undefined>,
): Promise<Caller | undefined> => {
  const known = remembered.get(credential)
  if (known && known.untilMs > nowMs) return known.caller
  remembered.delete(credential)
  const found = await find()
  if (!found || found.expiresAt * 1000 <= nowMs) return undefined
  const { caller, expiresAt } = found
  if (remembered.size >= rememberedCredentials) remembered.delete(remembered.keys().next().value!)
  remembered.set(credential, { caller, untilMs: Math.min(nowMs + trustMs, expiresAt * 1000) })
  return caller
}

/** Whether the client still has the secret that the token was given for, and has not ended its tokens since. */
export const isCredentialValid = ({ token, client }: IssuedCredential): boolean =>
  token.generation === client.generation && client.secrets.some(({ digest }) => digest === token.secretDigest)

/** The client, as a caller, as long as what it was given is good. */
const callerOf = (given: IssuedCredential | undefined): Found | undefined => {
  if (!given || !isCredentialValid(given)) return undefined
  const { id: clientId, organisationId, mode, scopes, spendCap } = given.client
  const caller = { clientId, organisationId, mode, scopes, ...(spendCap !== undefined && { spendCap }) }
  return { caller, expiresAt: given.token.expiresAt }
}

/** Finds the client behind what it was given, kept under such a digest. */
const finder =
  (digestOf: (token: string) => string, find: typeof findToken) =>
  (token: string, nowMs: number): Promise<Caller | undefined> => {
    const digest = digestOf(token)
    return findCachedCaller(digest, nowMs, async () => callerOf(await find(digest, parseClientId(token))))
  }

/** The caller behind an access token. */
export const findCaller = finder(sha256Digest, findToken)

/** The client behind a portal session: with the same promises as behind an access token. */
export const findPortalCaller = finder(portalTokenDigest, findPortalSession)
