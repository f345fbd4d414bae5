import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * What people send on in messages is made of these alone: a telephone ends a link before its last "-" (Android's
 * Linkify, where its expression for a URL ends in a word's border).
 */
export const lettersAndDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 256 random bits cannot be guessed, so a plain SHA-256 digest is enough to store. 62 ** 43 is 2 ** 256.03. */
const secretLength = 43

export const tokenSeconds = 7200

/** The largest multiple of 62 that a byte can hold: what is above would make some characters more frequent. */
const fairBytes = 248

export const generateSecret = (): string => {
  let secret = ''
  while (secret.length < secretLength)
    for (const byte of randomBytes(secretLength)) if (byte < fairBytes) secret += lettersAndDigits[byte % 62]
  return secret.slice(0, secretLength)
}

/** The client's id follows the random part, so that token and client are read in one call. Opaque to callers. */
export const generateAccessToken = (clientId: string): string => generateSecret() + clientId

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
