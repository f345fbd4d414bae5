import { drawSecret } from '../../../shared/account/credential.ts'
import { signInUrl } from '../../../shared/account/issuer.ts'
import { signInCookie, signInSeconds } from '../../../shared/account/session.ts'
import { setting } from '../../../shared/aws/environment.ts'
import { sessionPages, sessionRoutes } from '../../../shared/http/contract/session-routes.ts'
import { cookieLine } from '../../../shared/http/cookie.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { issuerProblem } from './problem.ts'

const beginSignIn: Act<typeof sessionPages.beginSignIn> = async ({ query, nowMs }) => {
  const cookie = signInCookie(drawSecret(), nowMs, query.returnTo ?? sessionRoutes.getSession.path)
  const callbackUrl = `${setting('SIGN_IN').url}${sessionPages.finishSignIn.path}`
  const location = await signInUrl(cookie, callbackUrl).catch(issuerProblem)
  return { status: 302, headers: { location }, cookies: [cookieLine('sign-in', cookie, signInSeconds)] }
}

export const handler = servePublic(sessionPages, { beginSignIn })
