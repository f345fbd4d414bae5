import { exchangeCode } from '../../../shared/account/issuer.ts'
import { revokeRoles } from '../../../shared/account/person-store.ts'
import { sessionSeconds, signInReturnPath } from '../../../shared/account/session.ts'
import { createSession } from '../../../shared/account/sign-in.ts'
import { setting } from '../../../shared/aws/environment.ts'
import type { Action } from '../../../shared/http/action.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { type IssuerAnswer, sessionPages } from '../../../shared/http/contract/session-routes.ts'
import { clearCookieHeader, readCookie, setCookieHeader } from '../../../shared/http/cookie.ts'
import { redirectPageResponse } from '../../../shared/http/page.ts'
import { servePages } from '../../../shared/http/serve-pages.ts'
import { issuerProblem } from './problem.ts'

const tooLate = new Problem(
  'sign_in_failed',
  'The sign-in took longer than ten minutes, or was begun in another browser. Begin again.',
)
const noRole = new Problem('no_role', 'You are known to the issuer, and have no role here.')
const disabled = new Problem('no_role', 'Your account is disabled.')
const used = new Problem('sign_in_failed', 'This sign-in has been used already. Begin again.')

const answeredAt = (answer: IssuerAnswer): URL => {
  const url = new URL(sessionPages.finishSignIn.path, setting('SIGN_IN').url)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  return url
}

/**
 * Returns a page instead of a redirect: a redirect would count as cross-site, so the browser would withhold the
 * `SameSite=Strict` session cookie. A navigation that our own page starts is same-site.
 */
const finishSignIn: Action<typeof sessionPages.finishSignIn> = async ({ query, cookies, nowMs }) => {
  const cookie = readCookie(cookies, 'sign-in')
  const destination = signInReturnPath(cookie, nowMs)
  if (cookie === undefined || destination === undefined) throw tooLate
  const { personId, roles } = await exchangeCode(cookie, answeredAt(query)).catch(issuerProblem)
  if (roles.length === 0) {
    await revokeRoles(personId)
    throw noRole
  }
  const opened = await createSession({ personId, roles, cookie }, nowMs)
  if (opened === 'disabled') throw disabled
  if (opened === 'used') throw used
  return redirectPageResponse({
    title: 'Signed in',
    said: 'You are signed in.',
    next: destination,
    cookies: [setCookieHeader('session', opened.token, sessionSeconds), clearCookieHeader('sign-in')],
  })
}

export const handler = servePages(sessionPages, { finishSignIn })
