import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { setting } from '../aws/environment.ts'
import type { Middleware, MiddlewareRequest } from './action.ts'
import { Problem } from './contract/problem.ts'

/**
 * The origin that the caller asked. API Gateway sets both parts itself; in the local environment the caller names
 * the host, so anything that is not a host becomes `localhost`.
 */
export const requestOrigin = ({
  headers,
  requestContext: { domainName },
}: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>): string => {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return `${scheme}://${/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(domainName) ? domainName : 'localhost'}`
}

/** `SameSite` of each cookie. Another site, the issuer's, ends a sign-in, so that one is `Lax`. */
const cookies = { session: 'Strict', 'sign-in': 'Lax', portal: 'Strict' } as const
type CookieName = keyof typeof cookies

/** Browsers accept `__Host-` over https alone (RFC 6265bis §4.1.3.2); the local environment uses http. */
const isPlain = (): boolean => setting('STAGE') === 'local'
const cookieName = (name: CookieName): string => (isPlain() ? name : `__Host-${name}`)

export const readCookie = (sent: readonly string[] | undefined, name: CookieName): string | undefined => {
  if (!sent) return undefined
  const start = `${cookieName(name)}=`
  return sent.find(each => each.startsWith(start))?.slice(start.length)
}

/** No script reads such a cookie. */
export const setCookieHeader = (name: CookieName, value: string, seconds: number): string =>
  [
    `${cookieName(name)}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    ...(isPlain() ? [] : ['Secure']),
    `SameSite=${cookies[name]}`,
  ].join('; ')

export const clearCookieHeader = (name: CookieName): string => setCookieHeader(name, '', 0)

type Event = MiddlewareRequest['event']

/** A request with a token is its client's, whether or not the token is good: it has no session. */
const sessionIn = ({ headers, cookies: sent }: Event, name: CookieName): string | undefined =>
  headers.authorization === undefined ? readCookie(sent, name)?.match(/^[\w-]{44,400}$/)?.[0] : undefined

export const sessionTokenIn = (event: Event): string | undefined => sessionIn(event, 'session')

export const portalTokenIn = (event: Event): string | undefined => sessionIn(event, 'portal')

/** Refuses a change that another site may have begun (CSRF). @throws Problem foreign_origin */
export const assertSameOrigin = (event: Event): void => {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = event.headers
  const isRead = ['GET', 'HEAD'].includes(event.requestContext.http.method)
  if (!isRead && (origin !== requestOrigin(event) || site !== 'same-origin'))
    throw new Problem('foreign_origin', 'A session changes nothing but from our own page.')
}

export const sameOriginOnly: Middleware = { before: ({ event }) => assertSameOrigin(event) }

/** With a session, only pages of the same host change anything. */
export const requireSameOrigin: Middleware = {
  before: ({ event }) => {
    if (sessionTokenIn(event)) assertSameOrigin(event)
  },
}
