import { parseClientId, generateAccessToken, portalTokenDigest } from './credential.ts'
import { isCredentialValid } from './find-caller.ts'
import { findPortalLink, findPortalSession, savePortalLink, savePortalSession } from './portal-store.ts'
import { sessionEndsAt, portalLinkSeconds, portalSeconds } from './session.ts'
import { authenticateClient } from './sign-in.ts'
import { type Client, findClient, type IssuedCredential } from './store.ts'

/* A portal is open for a client: everything that ends the client's tokens ends its portal sessions and links, too. */

/** A portal session that began. */
export interface NewPortalSession {
  /** What the browser keeps: named like an access token, and of no use as one. */
  readonly session: string
  readonly client: Client
  /** Seconds since 1970. */
  readonly endsAt: number
  readonly expiresAt: number
}

type Drawn = Pick<NewPortalSession, 'client' | 'session'> & { readonly secretDigest: string }

const storedOf = ({ client, secretDigest }: Drawn, nowMs: number) => ({
  secretDigest,
  generation: client.generation,
  ...sessionEndsAt(nowMs, portalSeconds),
})

const openedOf = ({ client, session }: Drawn, nowMs: number): NewPortalSession => ({
  client,
  session,
  ...sessionEndsAt(nowMs, portalSeconds),
})

/**
 * A link that opens the portal of a client once, within five minutes. It is bound to the client's oldest secret, the next
 * to go: whichever secret the caller's token was given for, the link outlives it by nothing. Undefined if the client is gone.
 */
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

/** Whether what was given is good, and for longer than now. */
const isOpen = (given: IssuedCredential, nowMs: number): boolean =>
  isCredentialValid(given) && given.token.expiresAt * 1000 > nowMs

/** A new session for who brings a link; undefined if it was used, is too old, or its client was given up meanwhile. */
export const openPortalByLink = async (
  link: string,
  nowMs: number,
): Promise<NewPortalSession | undefined> => {
  const digest = portalTokenDigest(link)
  const found = await findPortalLink(digest, parseClientId(link))
  if (!found || !isOpen(found, nowMs)) return undefined
  const { client, token } = found
  const drawn = { client, session: generateAccessToken(client.id), secretDigest: token.secretDigest }
  const at = new Date(nowMs).toISOString()
  const isKept = await savePortalSession(portalTokenDigest(drawn.session), storedOf(drawn, nowMs), client, {
    digest,
    at,
  })
  return isKept ? openedOf(drawn, nowMs) : undefined
}

/** A new session for who shows one of a client's secrets; undefined for anybody else. */
export const openPortalBySecret = async (
  shown: { readonly clientId: string; readonly secret: string },
  nowMs: number,
): Promise<NewPortalSession | undefined> => {
  const known = await authenticateClient(shown)
  if (!known) return undefined
  const drawn = { ...known, session: generateAccessToken(known.client.id) }
  const isKept = await savePortalSession(
    portalTokenDigest(drawn.session),
    storedOf(drawn, nowMs),
    known.client,
  )
  // The operator removed the client, revoked its tokens or gave it another secret meanwhile: it is judged anew.
  return isKept ? openedOf(drawn, nowMs) : openPortalBySecret(shown, nowMs)
}

/** A session that is open now, read anew; undefined if it has ended. */
export const readPortalSession = async (
  session: string,
  nowMs: number,
): Promise<NewPortalSession | undefined> => {
  const found = await findPortalSession(portalTokenDigest(session), parseClientId(session))
  if (!found || !isOpen(found, nowMs)) return undefined
  const { client, token } = found
  return { session, client, endsAt: token.endsAt, expiresAt: token.expiresAt }
}
