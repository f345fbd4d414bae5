import type { Role } from './contract.ts'
import { sha256Digest, generateSessionToken } from './credential.ts'
import { findPersonById, saveSession } from './person-store.ts'
import { sessionEndsAt, signInSeconds } from './session.ts'

interface SignInClaims {
  readonly personId: string
  readonly roles: readonly Role[]
  /** What the browser kept of the sign-in. */
  readonly cookie: string
}

/**
 * A new session's token, for who signed in. `disabled`: the operator lets this person in no more. `used`: the sign-in
 * has led to a session before.
 */
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
    // Begins with the time, so that no later person of this id repeats it.
    session: { generation: known?.generation ?? nowMs, ...ends },
    person: { id, roles, signedInAt: new Date(nowMs).toISOString() },
    signIn: { digest: sha256Digest(cookie), expiresAt: Math.floor(nowMs / 1000) + signInSeconds },
  })
  if (kept === 'used') return 'used'
  return kept === 'kept' ? { token } : createSession(signedIn, nowMs)
}
