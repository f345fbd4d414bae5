import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits cannot be guessed, so a plain SHA-256 digest is enough to store. */
const secretBytes = 32

export const tokenSeconds = 7200

export const generateSecret = (): string => randomBytes(secretBytes).toString('base64url')

/** The client's id follows the random part, so that token and client are read in one call. Opaque to callers. */
export const generateAccessToken = (clientId: string): string => generateSecret() + clientId

const secretLength = Math.ceil((secretBytes * 8) / 6)

export const parseClientId = (accessToken: string): string => accessToken.slice(secretLength)

/** Base64url, because an issuer's subject may hold characters that a cookie may not. */
export const generateSessionToken = (personId: string): string =>
  generateSecret() + Buffer.from(personId).toString('base64url')

export const parsePersonId = (sessionToken: string): string =>
  Buffer.from(sessionToken.slice(secretLength), 'base64url').toString()

export const sha256Digest = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** Differs from the digest of an access token, so that neither is accepted as the other. */
export const portalTokenDigest = (secret: string): string => sha256Digest(`portal ${secret}`)

export const isSameDigest = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
