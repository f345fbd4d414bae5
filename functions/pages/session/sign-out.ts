import { digestOf } from '../../../shared/account/credential.ts'
import { signOutUrl } from '../../../shared/account/issuer.ts'
import { deleteSession } from '../../../shared/account/person-store.ts'
import { setting } from '../../../shared/aws/environment.ts'
import { sessionPages } from '../../../shared/http/contract/session-routes.ts'
import { cookieIn, forgottenLine } from '../../../shared/http/cookie.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { requireOwnPage } from '../../../shared/http/own-page.ts'
import { publicPorts, servePublic } from '../../../shared/http/serve.ts'

/** Ends the session here first: what the issuer does is the issuer's. */
const signOut: Act<typeof sessionPages.signOut> = async ({ cookies }) => {
  const token = cookieIn(cookies, 'session')
  if (token) await deleteSession(digestOf(token))
  const home = `${setting('SIGN_IN').url}/`
  const location = (await signOutUrl(home)) ?? home
  return { status: 303, headers: { location }, cookies: [forgottenLine('session')] }
}

export const handler = servePublic(sessionPages, { signOut }, publicPorts, [requireOwnPage])
