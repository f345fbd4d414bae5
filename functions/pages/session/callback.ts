import { identify } from '../../../shared/account/issuer.ts'
import { openSession } from '../../../shared/account/open-session.ts'
import { withdrawRoles } from '../../../shared/account/person-store.ts'
import { destinationOf, sessionSeconds } from '../../../shared/account/session.ts'
import { setting } from '../../../shared/aws/environment.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import type { IssuerAnswer } from '../../../shared/http/contract/session.ts'
import { sessionPages } from '../../../shared/http/contract/session-routes.ts'
import { cookieIn, cookieLine, forgottenLine } from '../../../shared/http/cookie.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { servePublic } from '../../../shared/http/serve.ts'
import { issuerProblem } from './problem.ts'

const tooLate = new Problem(
  'sign_in_failed',
  'The sign-in took longer than ten minutes, or was begun in another browser. Begin again.',
)
const noRole = new Problem('no_role', 'You are known to the issuer, and have no role here.')
const disabled = new Problem('no_role', 'The operator has switched you off.')
const used = new Problem('sign_in_failed', 'This sign-in has been used already. Begin again.')

const answeredAt = (answer: IssuerAnswer): URL => {
  const url = new URL(sessionPages.finishSignIn.path, setting('SIGN_IN').url)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  return url
}

/**
 * A page, and no redirect: a browser counts what follows a redirect from the issuer as begun there, and sends no cookie
 * that is strictly ours. What this page begins is ours. Its destination is of letters, digits, `/` and `-` alone.
 */
const signedInPage = (destination: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=${destination}">
<title>Signed in</title>
<p>You are signed in. <a href="${destination}">Go on</a></p>
</html>
`

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // The address of this page holds a code.
  'referrer-policy': 'no-referrer',
}

const finishSignIn: Act<typeof sessionPages.finishSignIn> = async ({ query, cookies, nowMs }) => {
  const cookie = cookieIn(cookies, 'sign-in')
  const destination = destinationOf(cookie, nowMs)
  if (cookie === undefined || destination === undefined) throw tooLate
  const { personId, roles } = await identify(cookie, answeredAt(query)).catch(issuerProblem)
  if (roles.length === 0) {
    await withdrawRoles(personId)
    throw noRole
  }
  const opened = await openSession({ personId, roles, cookie }, nowMs)
  if (opened === 'disabled') throw disabled
  if (opened === 'used') throw used
  return {
    status: 200,
    headers: pageHeaders,
    cookies: [cookieLine('session', opened.token, sessionSeconds), forgottenLine('sign-in')],
    content: signedInPage(destination),
  }
}

export const handler = servePublic(sessionPages, { finishSignIn })
