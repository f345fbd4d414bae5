import { portalTokenDigest } from '../../../shared/account/credential.ts'
import { openPortalBySecret, readPortalSession } from '../../../shared/account/portal.ts'
import { renewedIdleEnd } from '../../../shared/account/session.ts'
import { deletePortalSession, renewPortalSession } from '../../../shared/account/store.ts'
import type { Action } from '../../../shared/http/action.ts'
import { apiPorts, serveAuthenticated } from '../../../shared/http/api.ts'
import { authenticate } from '../../../shared/http/authenticate.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { clearCookieHeader, readCookie, sameOriginOnly } from '../../../shared/http/cookie.ts'
import { refuseSecret } from '../../../shared/http/wrong-secret.ts'
import { portalOpenedResponse, toSessionResponse } from '../../../shared/portal/response.ts'
import { portalRoutes } from '../../../shared/portal/routes.ts'

const noSession = new Problem('not_found', 'A token opens no portal; POST /v1/portal/links makes a link.')

const ended = new Problem('unauthenticated', 'The session has ended.')

const signInToPortal: Action<typeof portalRoutes.signInToPortal> = async ({ body, nowMs }) =>
  portalOpenedResponse((await openPortalBySecret(body, nowMs)) ?? (await refuseSecret(body.clientId, nowMs)))

/** The page calls it while its user is active: each call renews the idle time. */
const getPortalSession: Action<typeof portalRoutes.getPortalSession> = async ({ cookies, nowMs }) => {
  const session = readCookie(cookies, 'portal')
  if (session === undefined) throw noSession
  // What the container remembers of it may be a minute old.
  const opened = await readPortalSession(session, nowMs)
  if (!opened) throw ended
  const renewed = renewedIdleEnd(opened, nowMs)
  if (renewed !== undefined) await renewPortalSession(portalTokenDigest(session), renewed)
  return { status: 200, body: await toSessionResponse({ ...opened, expiresAt: renewed ?? opened.expiresAt }) }
}

const closePortal: Action<typeof portalRoutes.closePortal> = async ({ cookies }) => {
  const session = readCookie(cookies, 'portal')
  if (session) await deletePortalSession(portalTokenDigest(session))
  return { status: 204, cookies: [clearCookieHeader('portal')] }
}

export const handler = serveAuthenticated(
  [sameOriginOnly, authenticate(apiPorts)],
  portalRoutes,
  { signInToPortal, getPortalSession, closePortal },
  {},
  apiPorts,
)
