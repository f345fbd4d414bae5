import { digestOf } from '../../../shared/account/credential.ts'
import { signOutUrl } from '../../../shared/account/issuer.ts'
import { deleteSession } from '../../../shared/account/person-store.ts'
import { setting } from '../../../shared/aws/environment.ts'
import { sessionPages } from '../../../shared/http/contract/session-routes.ts'
import { cookieIn, forgottenLine } from '../../../shared/http/cookie.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { requireOwnPage } from '../../../shared/http/own-page.ts'
import { publicPorts, servePublic } from '../../../shared/http/serve.ts'

/**
 * A page, and no redirect: of a form whose own page lets forms lead nowhere but here, browsers stop a redirect to the
 * issuer (https://www.w3.org/TR/CSP3/#directive-form-action). The address is the issuer's and ours, of nobody's making.
 */
const signedOutPage = (next: string): string => {
  const escaped = next.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=${escaped}">
<title>Signed out</title>
<p>You are signed out here. <a href="${escaped}">Go on</a></p>
</html>
`
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** Ends the session here first: what the issuer does is the issuer's. */
const signOut: Act<typeof sessionPages.signOut> = async ({ cookies }) => {
  const token = cookieIn(cookies, 'session')
  if (token) await deleteSession(digestOf(token))
  const home = `${setting('SIGN_IN').url}/`
  const next = (await signOutUrl(home)) ?? home
  return {
    status: 200,
    headers: pageHeaders,
    cookies: [forgottenLine('session')],
    content: signedOutPage(next),
  }
}

export const handler = servePublic(sessionPages, { signOut }, publicPorts, [requireOwnPage])
