import { heldScopes } from './caller.ts'
import type { Role, Scope } from './contract.ts'
import {
  generateAccessToken,
  generateSessionToken,
  isSameDigest,
  sha256Digest,
  tokenSeconds,
} from './credential.ts'
import { findPersonById, saveSession } from './person-store.ts'
import { sessionEndsAt, signInSeconds } from './session.ts'
import { type Client, findClient, saveToken } from './store.ts'
import { assertNotSuspended } from './suspension.ts'

interface ClientCredentials {
  readonly clientId: string
  readonly secret: string
}

/** @throws SuspendedError once its secret is known to be right: nobody else learns of it */
export const authenticateClient = async (
  shown: ClientCredentials,
): Promise<{ readonly client: Client; readonly secretDigest: string } | undefined> => {
  const client = await findClient(shown.clientId)
  const secretDigest = sha256Digest(shown.secret)
  // Every secret is compared, and an unknown client costs the same, so that the time reveals nothing.
  const matches = (client?.secrets ?? [{ digest: '' }]).filter(({ digest }) =>
    isSameDigest(digest, secretDigest),
  )
  if (!client || matches.length === 0) return undefined
  assertNotSuspended(client)
  return { client, secretDigest }
}

/** @param accept throws where the client lacks what is asked for; called once its secret is known to be right */
export const issueAccessToken = async (
  shown: ClientCredentials,
  nowMs: number,
  accept: (scopes: readonly Scope[]) => void = () => {},
): Promise<{ readonly accessToken: string; readonly scopes: readonly Scope[] } | undefined> => {
  const known = await authenticateClient(shown)
  if (!known) return undefined
  const { client, secretDigest } = known
  const scopes = heldScopes(client)
  accept(scopes)
  const accessToken = generateAccessToken(client.id)
  const expiresAt = Math.floor(nowMs / 1000) + tokenSeconds
  const token = { secretDigest, generation: client.generation, expiresAt }
  const isKept = await saveToken(sha256Digest(accessToken), token, client)
  // The operator changed the client meanwhile: authenticate again.
  return isKept ? { accessToken, scopes } : issueAccessToken(shown, nowMs, accept)
}

interface SignInClaims {
  readonly personId: string
  readonly roles: readonly Role[]
  readonly cookie: string
}

/** `disabled`: the operator has disabled this person. `used`: the sign-in has created a session before. */
export const createSession = async (
  signedIn: SignInClaims,
  nowMs: number,
): Promise<{ readonly token: string } | 'disabled' | 'used'> => {
  const { personId: id, roles, cookie } = signedIn
  const known = await findPersonById(id)
  if (known?.disabledAt) return 'disabled'
  const token = generateSessionToken(id)
  const ends = sessionEndsAt(nowMs)
  const kept = await saveSession({
    digest: sha256Digest(token),
    // Starts at the time, so that a person who is deleted and added again never repeats a generation.
    session: { generation: known?.generation ?? nowMs, ...ends },
    person: { id, roles, signedInAt: new Date(nowMs).toISOString() },
    signIn: { digest: sha256Digest(cookie), expiresAt: Math.floor(nowMs / 1000) + signInSeconds },
  })
  if (kept === 'used') return 'used'
  return kept === 'kept' ? { token } : createSession(signedIn, nowMs)
}
