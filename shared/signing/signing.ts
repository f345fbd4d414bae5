import { generateKeyPairSync } from 'node:crypto'
import { CompactSign, calculateJwkThumbprint } from 'jose'
import { cached } from '../aws/cache.ts'
import { setting } from '../aws/environment.ts'
import { log } from '../aws/log.ts'
import { addFirstKey, type KeyUse, openKey, sealKey } from '../table/rotating-key-store.ts'
import {
  beginningOfTime,
  findReceiptKeys,
  type ReceiptSigningKey,
  receiptKeyAt,
  receiptKeyItems,
} from './key-store.ts'

/** They sign receipts. Their secret is not the one for personal data: those who hold that one sign nothing. */
export const receiptKeys: KeyUse<ReceiptSigningKey> = {
  ...receiptKeyItems,
  secret: () => ({ purpose: 'receipt-key', secretName: setting('RECEIPT_KEY_SECRET') }),
  subjectOf: ({ kid }) => kid,
  // The private half is encrypted before any other use.
  generate: async period => {
    const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: x! })
    return { ...period, kid, x: x!, sealed: await sealKey(receiptKeys, kid, Buffer.from(d!, 'base64url')) }
  },
  endedBy: ({ from }) => ({ until: from }),
}

/** Private halves that this container has opened, base64url, by kid. */
const opened = new Map<string, string>()

const decryptPrivateKey = async (key: ReceiptSigningKey): Promise<string> => {
  const d = opened.get(key.kid) ?? (await openKey(receiptKeys, key)).toString('base64url')
  opened.set(key.kid, d)
  return d
}

/** Makes the first key unless there is one; of several at once one comes through, and all sign with it. */
export const createFirstReceiptKey = async (nowMs: number): Promise<readonly ReceiptSigningKey[]> => {
  const found = await findReceiptKeys()
  if (found.length > 0) return found
  const createdAt = new Date(nowMs).toISOString()
  const first = await addFirstKey(receiptKeys, { createdAt, from: beginningOfTime })
  if (first) log('receipt-key.made', { result: first.kid })
  return findReceiptKeys()
}

/** How long a container goes by the keys that it read. */
export const receiptKeyCacheMs = 60_000

const signingKeys = cached(createFirstReceiptKey)

export const clearReceiptKeyCache = signingKeys.forget

/** A compact JWS by the key whose period `atMs` is in. Ed25519 is deterministic: the same claims make the same bytes. */
export const signJws = async (typ: string, said: object, atMs: number, nowMs: number): Promise<string> => {
  const key = receiptKeyAt(await signingKeys.within(receiptKeyCacheMs, nowMs), atMs)
  const d = await decryptPrivateKey(key)
  return new CompactSign(Buffer.from(JSON.stringify(said)))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ })
    .sign({ kty: 'OKP', crv: 'Ed25519', x: key.x, d })
}
