import { generateSecret } from '../../../shared/account/credential.ts'
import { signInUrl } from '../../../shared/account/issuer.ts'
import { signInCookie, signInSeconds } from '../../../shared/account/session.ts'
import { setting } from '../../../shared/aws/environment.ts'
import type { Action } from '../../../shared/http/action.ts'
import { sessionPages, sessionRoutes } from '../../../shared/http/contract/session-routes.ts'
import { setCookieHeader } from '../../../shared/http/cookie.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'
import { issuerProblem } from './problem.ts'

const beginSignIn: Action<typeof sessionPages.beginSignIn> = async ({ query, nowMs }) => {
  const cookie = signInCookie(generateSecret(), nowMs, query.returnTo ?? sessionRoutes.getSession.path)
  const callbackUrl = `${setting('SIGN_IN').url}${sessionPages.finishSignIn.path}`
  const location = await signInUrl(cookie, callbackUrl).catch(issuerProblem)
  return { status: 302, headers: { location }, cookies: [setCookieHeader('sign-in', cookie, signInSeconds)] }
}

export const handler = servePages(sessionPages, { beginSignIn })
