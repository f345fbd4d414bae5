import { createHmac, timingSafeEqual } from 'node:crypto'

const signatureOf = (payload: string, key: string): string =>
  createHmac('sha256', key).update(payload).digest('base64url')

/**
 * The permission to fetch one object until a time: unguessable without the stage's key, and nothing is stored.
 * @param expiresAtSeconds since 1970
 */
export const signFileToken = (objectKey: string, expiresAtSeconds: number, key: string): string => {
  const payload = Buffer.from(`${expiresAtSeconds} ${objectKey}`).toString('base64url')
  return `${payload}.${signatureOf(payload, key)}`
}

/** The object that a token permits to fetch; undefined if the token is forged or its time is over. */
export const readFileToken = (token: string, key: string, nowMs: number): string | undefined => {
  const parts = token.split('.')
  if (parts.length !== 2) return undefined
  const [payload = '', signature = ''] = parts
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(payload, key))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const [, expiresAtSeconds = '', objectKey = ''] =
    /^(\d+) (.+)$/.exec(Buffer.from(payload, 'base64url').toString()) ?? []
  return Number(expiresAtSeconds) * 1000 > nowMs ? objectKey : undefined
}
