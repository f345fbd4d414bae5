import { parsePersonId, sha256Digest } from '../../shared/account/credential.ts'
import { isSessionValid } from '../../shared/account/find-person.ts'
import { deleteSession, findSession, renewSession } from '../../shared/account/person-store.ts'
import { renewedIdleEnd } from '../../shared/account/session.ts'
import type { Action } from '../../shared/http/action.ts'
import { Problem } from '../../shared/http/contract/problem.ts'
import { sessionRoutes } from '../../shared/http/contract/session-routes.ts'
import { clearCookieHeader, readCookie } from '../../shared/http/cookie.ts'
import { serveWorkers } from '../../shared/http/work-api.ts'

const noSession = new Problem('not_found', 'A client has no session; its token says how long it lives.')

const ended = new Problem('unauthenticated', 'The session has ended.')

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Pages call it while their user is active: each call renews the idle time. */
const getSession: Action<typeof sessionRoutes.getSession> = async ({ caller, cookies, nowMs }) => {
  const token = readCookie(cookies, 'session')
  if (!token) throw noSession
  // What the container remembers of the session may be a minute old.
  const found = await findSession(sha256Digest(token), parsePersonId(token))
  // A token beside the cookie says whose call it is.
  if (found && found.person.id !== caller.clientId) throw noSession
  if (!found || !isSessionValid(found.session, found.person, nowMs)) throw ended
  const { session, person } = found
  const renewed = renewedIdleEnd(session, nowMs)
  if (renewed !== undefined) await renewSession(sha256Digest(token), renewed)
  const { id, roles } = person
  const idleEndsAt = timeOf(renewed ?? session.expiresAt)
  return { status: 200, body: { id, roles, endsAt: timeOf(session.endsAt), idleEndsAt } }
}

const endSession: Action<typeof sessionRoutes.endSession> = async ({ cookies }) => {
  const token = readCookie(cookies, 'session')
  if (token) await deleteSession(sha256Digest(token))
  return { status: 204, cookies: [clearCookieHeader('session')] }
}

export const handler = serveWorkers(sessionRoutes, { getSession, endSession })
