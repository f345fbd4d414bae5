import { compactVerify } from 'jose'
import * as z from 'zod/mini'
import type { ReceiptSigningKey } from '../receipt/key.ts'
import { Head, headType } from './contract.ts'

/** What a head says; undefined if none of the keys has signed it. Heads of a key that leaked later stay: the log is locked. */
export const readHeadOf = async (
  jws: string,
  keys: readonly ReceiptSigningKey[],
): Promise<Head | undefined> => {
  try {
    const { payload, protectedHeader } = await compactVerify(jws, ({ kid }) => {
      const key = keys.find(each => each.kid === kid)
      if (!key) throw new TypeError('No key of ours')
      return { kty: 'OKP', crv: 'Ed25519', x: key.x, alg: 'EdDSA' }
    })
    if (protectedHeader.typ !== headType) return undefined
    return z.parse(Head, JSON.parse(Buffer.from(payload).toString()))
  } catch {
    return undefined
  }
}
