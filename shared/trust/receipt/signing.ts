import { CompactSign } from 'jose'
import { log } from '../../aws/log.ts'
import { cached } from '../../aws/cache.ts'
import { ClaimsWithInclusion, receiptType } from './contract.ts'
import { beginningOfTime, receiptKeyAt, type ReceiptSigningKey } from './key.ts'
import { addReceiptKey, findReceiptKeys } from './key-store.ts'
import { generateReceiptKey, decryptPrivateKey } from './encrypted-key.ts'

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
