import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Secrets and tokens carry 256 random bits, so a plain SHA-256 digest is enough to keep them by: there is nothing to guess. */
const secretBytes = 32

/** Lifetime of an access token, in seconds. */
export const tokenSeconds = 7200

export const generateSecret = (): string => randomBytes(secretBytes).toString('base64url')

/** An access token names its client after its random part, so that both are read at once. To callers it is opaque. */
export const generateAccessToken = (clientId: string): string => generateSecret() + clientId

const secretLength = Math.ceil((secretBytes * 8) / 6)

export const parseClientId = (accessToken: string): string => accessToken.slice(secretLength)

/** The same of a person's session; a person's id is the issuer's word, and may hold what no cookie may. */
export const generateSessionToken = (personId: string): string =>
  generateSecret() + Buffer.from(personId).toString('base64url')

export const parsePersonId = (sessionToken: string): string =>
  Buffer.from(sessionToken.slice(secretLength), 'base64url').toString()

export const sha256Digest = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** Of a portal's link or session: never that of an access token, so that none of them is taken for another. */
export const portalTokenDigest = (secret: string): string => sha256Digest(`portal ${secret}`)

/** Compares two digests in constant time. */
export const isSameDigest = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
