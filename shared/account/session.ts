import { sha256Digest } from './credential.ts'

/* The rules of sessions and of the way to one. Nothing is stored when a sign-in begins: strangers fill no table. */

/** A session ends after a day's work: whoever finds a phone in the evening finds no session on it. */
export const sessionSeconds = 12 * 3600
/** Who does nothing for so long has left the desk. `GET /v1/session`, which pages ask while somebody works, puts it off. */
export const idleSeconds = 3600
/** A session is renewed when it is this much nearer to its end: a write in so long, and not one for each call. */
const renewalSeconds = 300
/** How long somebody may take to sign in at the issuer. */
export const signInSeconds = 600

const secondsOf = (ms: number): number => Math.floor(ms / 1000)

/** A portal session ends after a day at the office. */
export const portalSeconds = 8 * 3600
/** For how long a link opens a portal. */
export const portalLinkSeconds = 300

/** Both ends of a session that begins now, in seconds since 1970. */
export const sessionEndsAt = (nowMs: number, seconds = sessionSeconds) => ({
  endsAt: secondsOf(nowMs) + seconds,
  expiresAt: secondsOf(nowMs) + idleSeconds,
})

interface Ends {
  readonly endsAt: number
  readonly expiresAt: number
}

/** When a session that is used now ends by idleness; undefined if that is not worth a write. */
export const renewedIdleEnd = ({ endsAt, expiresAt }: Ends, nowMs: number): number | undefined => {
  const renewed = Math.min(endsAt, secondsOf(nowMs) + idleSeconds)
  return renewed - expiresAt >= renewalSeconds ? renewed : undefined
}

const separator = '.'

/** What the browser keeps of a sign-in under way: a secret, when it began, and where it leads. */
export const signInCookie = (secret: string, startedAtMs: number, returnTo: string): string =>
  [secret, startedAtMs, Buffer.from(returnTo).toString('base64url')].join(separator)

/**
 * What goes to the issuer and comes back. All of it follows from the cookie, time and destination included, so that a
 * cookie somebody has altered fits no answer; and nobody can tell the cookie, or one of these from another.
 */
export const toOidcChallenges = (cookie: string) => ({
  state: sha256Digest(`state ${cookie}`),
  nonce: sha256Digest(`nonce ${cookie}`),
  /** For PKCE (RFC 7636 §4.1): 43 characters. */
  verifier: sha256Digest(`verifier ${cookie}`),
})

/** Where a sign-in leads that is still in time; undefined for one that is not, or that is none. */
export const signInReturnPath = (cookie: string | undefined, nowMs: number): string | undefined => {
  const [, startedAt = '', returnTo = ''] = cookie?.split(separator) ?? []
  const ageMs = nowMs - Number(startedAt || Number.NaN)
  return ageMs >= 0 && ageMs < signInSeconds * 1000
    ? Buffer.from(returnTo, 'base64url').toString()
    : undefined
}
