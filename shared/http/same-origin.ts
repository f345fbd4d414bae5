import { Problem } from './contract/problem.ts'
import { type CookieName, readCookie } from './cookie.ts'
import type { MiddlewareRequest, Middleware } from './action.ts'
import { requestOrigin } from './origin.ts'

type Event = MiddlewareRequest['event']

/** A session of this name; who shows a token besides is the client of the token, whether or not it is good. */
const tokenIn = ({ headers, cookies }: Event, name: CookieName): string | undefined =>
  headers.authorization === undefined ? readCookie(cookies, name)?.match(/^[\w-]{44,400}$/)?.[0] : undefined

/** A person's session. */
export const sessionTokenIn = (event: Event): string | undefined => tokenIn(event, 'session')

/** An integrator's. */
export const portalTokenIn = (event: Event): string | undefined => tokenIn(event, 'portal')

/** Whether a request that changes something may have been begun by another site. */
const isForeign = (event: Event): boolean => {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = event.headers
  const isRead = ['GET', 'HEAD'].includes(event.requestContext.http.method)
  return !isRead && (origin !== requestOrigin(event) || site !== 'same-origin')
}

/** @throws Problem foreign_origin */
export const assertSameOrigin = (event: Event): void => {
  if (isForeign(event))
    throw new Problem('foreign_origin', 'A session changes nothing but from our own page.')
}

/** For what nobody but a page of ours asks, with a session or without. @throws Problem foreign_origin */
export const sameOriginOnly: Middleware = { before: ({ event }) => assertSameOrigin(event) }

/**
 * A browser sends a cookie whoever had it ask; what it says of the asking page no page can change. With a session only
 * pages of the very host that is asked change anything. @throws Problem foreign_origin
 */
export const requireSameOrigin: Middleware = {
  before: ({ event }) => {
    if (sessionTokenIn(event)) assertSameOrigin(event)
  },
}
