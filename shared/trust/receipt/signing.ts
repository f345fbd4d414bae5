import { generateKeyPairSync } from 'node:crypto'
import { CompactSign, calculateJwkThumbprint } from 'jose'
import { cached } from '../../aws/cache.ts'
import { decryptWith, type EncryptionPurpose, encryptWith } from '../../aws/encryption.ts'
import { setting } from '../../aws/environment.ts'
import { log } from '../../aws/log.ts'
import { Problem } from '../../http/contract/problem.ts'
import { ClaimsWithInclusion, type ReceiptContent, receiptType } from './contract.ts'
import {
  addReceiptKey,
  beginningOfTime,
  findReceiptKeys,
  type ReceiptSigningKey,
  receiptKeyAt,
} from './key-store.ts'

/** Not the secret for personal data: those who hold that one sign nothing. */
const sealKey = (): EncryptionPurpose => ({
  purpose: 'receipt-key',
  secretName: setting('RECEIPT_KEY_SECRET'),
})

/** The period of a new key. */
export type Period = Pick<ReceiptSigningKey, 'n' | 'createdAt' | 'from'>

/** A new key; its private half is sealed before anything else is done with it. */
export const generateReceiptKey = async (period: Period): Promise<ReceiptSigningKey> => {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: x! })
  const sealed = await encryptWith(sealKey(), kid, Buffer.from(d!, 'base64url'))
  return { ...period, kid, x: x!, sealed }
}

/** Private halves that this container has opened, by kid. */
const opened = new Map<string, string>()

/** What signs, base64url. */
export const decryptPrivateKey = async ({ kid, sealed }: ReceiptSigningKey): Promise<string> => {
  const d = opened.get(kid) ?? (await decryptWith(sealKey(), kid, sealed)).toString('base64url')
  opened.set(kid, d)
  return d
}

/** The stage's keys. Whoever needs the first one makes it; of several at once one comes through, and all sign with it. */
const findOrMake = async (nowMs: number): Promise<readonly ReceiptSigningKey[]> => {
  const found = await findReceiptKeys()
  if (found.length > 0) return found
  const createdAt = new Date(nowMs).toISOString()
  const first = await generateReceiptKey({ n: 1, createdAt, from: beginningOfTime })
  if (await addReceiptKey(first)) log('receipt-key.made', { result: first.kid })
  return findReceiptKeys()
}

/** For so long at most a container goes by the keys that it read, in milliseconds. */
export const receiptKeyCacheMs = 60_000

const signingKeys = cached(findOrMake)

/**
 * A compact JWS over what is said, by the key whose period a time is in, in milliseconds since 1970. Ed25519 draws no lots,
 * so the same words make the same bytes.
 */
export const signJws = async (typ: string, said: object, atMs: number, nowMs: number): Promise<string> => {
  const key = receiptKeyAt(await signingKeys.within(receiptKeyCacheMs, nowMs), atMs)
  const d = await decryptPrivateKey(key)
  return new CompactSign(Buffer.from(JSON.stringify(said)))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ })
    .sign({ kty: 'OKP', crv: 'Ed25519', x: key.x, d })
}

/** The receipt that says so. */
export const signReceipt = (claims: ClaimsWithInclusion, nowMs: number): Promise<string> =>
  signJws(receiptType, ClaimsWithInclusion.parse(claims), claims.iat * 1000, nowMs)

/** A compact JWS: by whom stands in it, for whoever looks for the keys. */
export const issueReceipt = (claimed: ReceiptContent, nowMs: number): Promise<string> =>
  signReceipt({ iss: setting('API_URL'), ...claimed }, nowMs)

/** A receipt as it is answered. */
export const receiptResponse = (receipt: string) =>
  ({ status: 200, headers: { 'content-type': 'application/jose' }, content: receipt }) as const

/** Of what has ended, and whose event is on its way: it will be part of the receipt. */
export const notPublishedProblem = new Problem(
  'not_final',
  'It has ended, and is about to be told: its receipt follows within seconds.',
  { headers: { 'retry-after': '2' } },
)
