import { sha256Digest } from './credential.ts'

/* Nothing is stored when a sign-in begins, so that strangers cannot fill the table. */

export const sessionSeconds = 12 * 3600
/** `GET /v1/session`, which pages call while somebody works, renews the idle time. */
export const idleSeconds = 3600
/** At most one write in this time, not one for each call. */
const renewalSeconds = 300
export const signInSeconds = 600

const secondsOf = (ms: number): number => Math.floor(ms / 1000)

export const portalSeconds = 8 * 3600
export const portalLinkSeconds = 300

/** In seconds since 1970. */
export const sessionEndsAt = (nowMs: number, seconds = sessionSeconds) => ({
  endsAt: secondsOf(nowMs) + seconds,
  expiresAt: secondsOf(nowMs) + idleSeconds,
})

/** Undefined where a renewal is not worth a write yet. */
export const renewedIdleEnd = (
  { endsAt, expiresAt }: ReturnType<typeof sessionEndsAt>,
  nowMs: number,
): number | undefined => {
  const renewed = Math.min(endsAt, secondsOf(nowMs) + idleSeconds)
  return renewed - expiresAt >= renewalSeconds ? renewed : undefined
}

const separator = '.'

export const signInCookie = (secret: string, startedAtMs: number, returnTo: string): string =>
  [secret, startedAtMs, Buffer.from(returnTo).toString('base64url')].join(separator)

/** Derived from the whole cookie, time and destination included, so that an altered cookie fits no callback. */
export const toOidcChallenges = (cookie: string) => ({
  state: sha256Digest(`state ${cookie}`),
  nonce: sha256Digest(`nonce ${cookie}`),
  /** RFC 7636 §4.1: 43 characters. */
  verifier: sha256Digest(`verifier ${cookie}`),
})

/** Undefined for a cookie that is absent, malformed or expired. */
export const signInReturnPath = (cookie: string | undefined, nowMs: number): string | undefined => {
  const [, startedAt = '', returnTo = ''] = cookie?.split(separator) ?? []
  const ageMs = nowMs - Number(startedAt || Number.NaN)
  return ageMs >= 0 && ageMs < signInSeconds * 1000
    ? Buffer.from(returnTo, 'base64url').toString()
    : undefined
}
