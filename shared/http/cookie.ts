import { setting } from '../aws/environment.ts'

/** What a browser keeps for us: who is signed in, a sign-in under way, and which client a portal is open for. */
export type CookieName = 'session' | 'sign-in' | 'portal'

/** Browsers take `__Host-` from this very host alone, over https and for all paths (RFC 6265bis §4.1.3.2); the laptop is asked over http. */
const isPlain = (): boolean => setting('STAGE') === 'local'
const nameOf = (name: CookieName): string => (isPlain() ? name : `__Host-${name}`)

/** The value of a cookie among those that were sent. */
export const readCookie = (cookies: readonly string[] | undefined, name: CookieName): string | undefined => {
  if (!cookies) return undefined
  const start = `${nameOf(name)}=`
  return cookies.find(each => each.startsWith(start))?.slice(start.length)
}

/**
 * A session goes with nothing that another site has begun. A sign-in must come back with a person whom the issuer's
 * site sends, and goes with no request but such a one.
 */
const sameSite = { session: 'Strict', 'sign-in': 'Lax', portal: 'Strict' } as const

/** The line that makes a browser keep a cookie, and no script read it. */
export const setCookieHeader = (name: CookieName, value: string, seconds: number): string =>
  [
    `${nameOf(name)}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    ...(isPlain() ? [] : ['Secure']),
    `SameSite=${sameSite[name]}`,
  ].join('; ')

/** The line that makes a browser forget it. */
export const clearCookieHeader = (name: CookieName): string => setCookieHeader(name, '', 0)
