import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { setting } from '../../aws/environment.ts'
import { decryptWith, type EncryptionPurpose, encryptWith } from '../../aws/encryption.ts'
import type { ReceiptSigningKey } from './key.ts'

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
