import { CompactSign } from 'jose'
import { log } from '../../aws/log.ts'
import { cached } from '../../aws/cache.ts'
import { ClaimsWithInclusion, receiptType } from './contract.ts'
import { beginningOfTime, keyFor, type SigningKey } from './key.ts'
import { addKey, findKeys } from './key-store.ts'
import { drawKey, privateHalf } from './sealed-key.ts'

/** The stage's keys. Whoever needs the first one makes it; of several at once one comes through, and all sign with it. */
const findOrMake = async (nowMs: number): Promise<readonly SigningKey[]> => {
  const found = await findKeys()
  if (found.length > 0) return found
  const createdAt = new Date(nowMs).toISOString()
  const first = await drawKey({ n: 1, createdAt, from: beginningOfTime })
  if (await addKey(first)) log('receipt-key.made', { result: first.kid })
  return findKeys()
}

/** For so long at most a container goes by the keys that it read, in milliseconds. */
export const keptMs = 60_000

const signingKeys = cached(findOrMake)

/**
 * A compact JWS over what is said, by the key whose period a time is in, in milliseconds since 1970. Ed25519 draws no lots,
 * so the same words make the same bytes.
 */
export const signAs = async (typ: string, said: object, atMs: number, nowMs: number): Promise<string> => {
  const key = keyFor(await signingKeys.within(keptMs, nowMs), atMs)
  const d = await privateHalf(key)
  return new CompactSign(Buffer.from(JSON.stringify(said)))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ })
    .sign({ kty: 'OKP', crv: 'Ed25519', x: key.x, d })
}

/** The receipt that says so. */
export const signReceipt = (claims: ClaimsWithInclusion, nowMs: number): Promise<string> =>
  signAs(receiptType, ClaimsWithInclusion.parse(claims), claims.iat * 1000, nowMs)
