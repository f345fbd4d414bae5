import { Problem } from './contract/problem.ts'
import { cookieIn } from './cookie.ts'
import type { Exchange, Middleware } from './exchange.ts'
import { originOf } from './origin.ts'
import type { Ports } from './ports.ts'
import { requireScope } from './require-scope.ts'

const challenge = { 'www-authenticate': 'Bearer realm="verification-service"' }

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1), the scheme in any case. */
const tokenOf = (header: string | undefined): string | undefined =>
  header?.match(/^bearer +([\w-]{20,200})$/i)?.[1]

/** A person's session; who shows a token besides is the client of the token, whether or not it is good. */
const sessionOf = ({ headers, cookies }: Exchange['event']): string | undefined =>
  headers.authorization === undefined
    ? cookieIn(cookies, 'session')?.match(/^[\w-]{44,400}$/)?.[0]
    : undefined

/**
 * A browser sends a cookie whoever had it ask; what it says of the asking page no page can change. A session is good for
 * writing to pages of the host that was asked alone. @throws Problem foreign_origin
 */
const requireOwnPage = (event: Exchange['event']): void => {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = event.headers
  const isRead = ['GET', 'HEAD'].includes(event.requestContext.http.method)
  if (!isRead && (origin !== originOf(event) || site !== 'same-origin'))
    throw new Problem('foreign_origin', 'A session changes nothing but from a page of this host.')
}

/** Lets in a caller whose token, or whose session, is known and alive. @throws Problem unauthenticated, foreign_origin */
export const authenticate = ({
  findCaller,
  findPerson,
  now,
}: Pick<Ports, 'findCaller' | 'findPerson' | 'now'>): Middleware => ({
  before: async ({ event, internal }) => {
    const session = sessionOf(event)
    if (session) requireOwnPage(event)
    if (internal.route!.access === 'public') return
    const token = tokenOf(event.headers.authorization)
    const caller = session ? await findPerson(session, now()) : token && (await findCaller(token, now()))
    if (!caller)
      throw new Problem('unauthenticated', 'Send a live access token as "Authorization: Bearer …".', {
        headers: challenge,
      })
    internal.caller = caller
  },
})

/** Lets on a caller whose client has the route's scope, or one of them. @throws Problem product_not_enabled */
export const authorise: Middleware = {
  before: ({ internal: { route, caller } }) => {
    if (caller) requireScope(caller, [route!.access].flat())
  },
}
