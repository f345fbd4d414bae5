import { sha256Digest } from '../../../shared/account/credential.ts'
import { signOutUrl } from '../../../shared/account/issuer.ts'
import { deleteSession } from '../../../shared/account/person-store.ts'
import { setting } from '../../../shared/aws/environment.ts'
import type { Action } from '../../../shared/http/action.ts'
import { sessionPages } from '../../../shared/http/contract/session-routes.ts'
import { clearCookieHeader, readCookie, requireSameOrigin } from '../../../shared/http/cookie.ts'
import { redirectPageResponse } from '../../../shared/http/page.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'

/**
 * Ends the session here first: what the issuer does is the issuer's. A page leads there, and no redirect: of a form whose
 * own page lets forms lead nowhere but here, browsers stop one (https://www.w3.org/TR/CSP3/#directive-form-action).
 */
const signOut: Action<typeof sessionPages.signOut> = async ({ cookies }) => {
  const token = readCookie(cookies, 'session')
  if (token) await deleteSession(sha256Digest(token))
  const home = `${setting('SIGN_IN').url}/`
  const next = (await signOutUrl(home)) ?? home
  const forgotten = [clearCookieHeader('session')]
  return redirectPageResponse({
    title: 'Signed out',
    said: 'You are signed out here.',
    next,
    cookies: forgotten,
  })
}

export const handler = servePages(sessionPages, { signOut }, [requireSameOrigin])
