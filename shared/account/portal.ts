import { generateAccessToken, parseClientId, portalTokenDigest } from './credential.ts'
import { isCredentialValid } from './find-caller.ts'
import { portalLinkSeconds, portalSeconds, sessionEndsAt } from './session.ts'
import { authenticateClient } from './sign-in.ts'
import {
  type Client,
  findClient,
  findPortalLink,
  findPortalSession,
  type IssuedCredential,
  savePortalLink,
  savePortalSession,
} from './store.ts'
import { assertNotSuspended } from './suspension.ts'

/* Whatever revokes a client's tokens revokes its portal sessions and links, too. */

export interface NewPortalSession {
  /** The cookie: formed like an access token, and not accepted as one. */
  readonly session: string
  readonly client: Client
  readonly endsAt: number
  readonly expiresAt: number
}

/** Undefined if the client was changed since it was read, or the link was used. */
const openSession = async (
  client: Client,
  secretDigest: string,
  nowMs: number,
  linkDigest?: string,
): Promise<NewPortalSession | undefined> => {
  const session = generateAccessToken(client.id)
  const ends = sessionEndsAt(nowMs, portalSeconds)
  const stored = { secretDigest, generation: client.generation, ...ends }
  const link =
    linkDigest === undefined ? undefined : { digest: linkDigest, at: new Date(nowMs).toISOString() }
  const isKept = await savePortalSession(portalTokenDigest(session), stored, client, link)
  return isKept ? { client, session, ...ends } : undefined
}

/** The link is bound to the client's oldest secret, the next to be removed, so that it never outlives the caller's. */
export const issuePortalLink = async (clientId: string, nowMs: number) => {
  const client = await findClient(clientId)
  const oldest = client?.secrets.at(-1)
  if (!client || !oldest) return undefined
  const link = generateAccessToken(clientId)
  const expiresAt = Math.floor(nowMs / 1000) + portalLinkSeconds
  const { generation } = client
  await savePortalLink(portalTokenDigest(link), { secretDigest: oldest.digest, generation, expiresAt })
  return { link, expiresAt }
}

/** @throws SuspendedError */
const isOpen = (given: IssuedCredential, nowMs: number): boolean => {
  if (!isCredentialValid(given) || given.token.expiresAt * 1000 <= nowMs) return false
  assertNotSuspended(given.client)
  return true
}

/** Undefined if the link was used or has expired, or if its client was removed. */
export const openPortalByLink = async (
  link: string,
  nowMs: number,
): Promise<NewPortalSession | undefined> => {
  const digest = portalTokenDigest(link)
  const found = await findPortalLink(digest, parseClientId(link))
  if (!found || !isOpen(found, nowMs)) return undefined
  return openSession(found.client, found.token.secretDigest, nowMs, digest)
}

export const openPortalBySecret = async (
  shown: { readonly clientId: string; readonly secret: string },
  nowMs: number,
): Promise<NewPortalSession | undefined> => {
  const known = await authenticateClient(shown)
  if (!known) return undefined
  const opened = await openSession(known.client, known.secretDigest, nowMs)
  // The operator changed the client meanwhile: authenticate again.
  return opened ?? openPortalBySecret(shown, nowMs)
}

export const readPortalSession = async (
  session: string,
  nowMs: number,
): Promise<NewPortalSession | undefined> => {
  const found = await findPortalSession(portalTokenDigest(session), parseClientId(session))
  if (!found || !isOpen(found, nowMs)) return undefined
  const { client, token } = found
  return { session, client, endsAt: token.endsAt, expiresAt: token.expiresAt }
}
