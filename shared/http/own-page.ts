import { Problem } from './contract/problem.ts'
import { cookieIn } from './cookie.ts'
import type { Exchange, Middleware } from './exchange.ts'
import { originOf } from './origin.ts'

/** A person's session; who shows a token besides is the client of the token, whether or not it is good. */
export const sessionOf = ({ headers, cookies }: Exchange['event']): string | undefined =>
  headers.authorization === undefined
    ? cookieIn(cookies, 'session')?.match(/^[\w-]{44,400}$/)?.[0]
    : undefined

/**
 * A browser sends a cookie whoever had it ask; what it says of the asking page no page can change. With a session only
 * pages of the very host that is asked change anything. @throws Problem foreign_origin
 */
export const requireOwnPage: Middleware = {
  before: ({ event }) => {
    const { origin, 'sec-fetch-site': site = 'same-origin' } = event.headers
    const isRead = ['GET', 'HEAD'].includes(event.requestContext.http.method)
    if (!isRead && sessionOf(event) && (origin !== originOf(event) || site !== 'same-origin'))
      throw new Problem('foreign_origin', 'A session changes nothing but from a page of this host.')
  },
}
