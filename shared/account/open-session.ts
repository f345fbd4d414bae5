import type { Role } from './contract.ts'
import { digestOf, drawSessionToken } from './credential.ts'
import { findPersonById, keepSession } from './person-store.ts'
import { endsOf, signInSeconds } from './session.ts'

interface SignedIn {
  readonly personId: string
  readonly roles: readonly Role[]
  /** What the browser kept of the sign-in. */
  readonly cookie: string
}

/**
 * A new session's token, for who signed in. `disabled`: the operator lets this person in no more. `used`: the sign-in
 * has led to a session before.
 */
export const openSession = async (
  signedIn: SignedIn,
  nowMs: number,
): Promise<{ readonly token: string } | 'disabled' | 'used'> => {
  const { personId: id, roles, cookie } = signedIn
  const known = await findPersonById(id)
  if (known?.disabledAt) return 'disabled'
  const token = drawSessionToken(id)
  const ends = endsOf(nowMs)
  const kept = await keepSession({
    digest: digestOf(token),
    // Begins with the time, so that no later person of this id repeats it.
    session: { generation: known?.generation ?? nowMs, ...ends },
    person: { id, roles, signedInAt: new Date(nowMs).toISOString() },
    signIn: { digest: digestOf(cookie), expiresAt: Math.floor(nowMs / 1000) + signInSeconds },
  })
  if (kept === 'used') return 'used'
  return kept === 'kept' ? { token } : openSession(signedIn, nowMs)
}
