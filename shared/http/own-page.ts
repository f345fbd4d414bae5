import { Problem } from './contract/problem.ts'
import { type CookieName, cookieIn } from './cookie.ts'
import type { Exchange, Middleware } from './exchange.ts'
import { originOf } from './origin.ts'

type Event = Exchange['event']

/** A session of this name; who shows a token besides is the client of the token, whether or not it is good. */
const tokenIn = ({ headers, cookies }: Event, name: CookieName): string | undefined =>
  headers.authorization === undefined ? cookieIn(cookies, name)?.match(/^[\w-]{44,400}$/)?.[0] : undefined

/** A person's session. */
export const sessionOf = (event: Event): string | undefined => tokenIn(event, 'session')

/** An integrator's. */
export const portalSessionOf = (event: Event): string | undefined => tokenIn(event, 'portal')

/** Whether a request that changes something may have been begun by another site. */
const isForeign = (event: Event): boolean => {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = event.headers
  const isRead = ['GET', 'HEAD'].includes(event.requestContext.http.method)
  return !isRead && (origin !== originOf(event) || site !== 'same-origin')
}

/** @throws Problem foreign_origin */
export const assertOwnPage = (event: Event): void => {
  if (isForeign(event))
    throw new Problem('foreign_origin', 'A session changes nothing but from our own page.')
}

/** For what nobody but a page of ours asks, with a session or without. @throws Problem foreign_origin */
export const ownPagesAlone: Middleware = { before: ({ event }) => assertOwnPage(event) }

/**
 * A browser sends a cookie whoever had it ask; what it says of the asking page no page can change. With a session only
 * pages of the very host that is asked change anything. @throws Problem foreign_origin
 */
export const requireOwnPage: Middleware = {
  before: ({ event }) => {
    if (sessionOf(event)) assertOwnPage(event)
  },
}
