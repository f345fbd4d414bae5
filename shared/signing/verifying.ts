import { compactVerify } from 'jose'
import * as z from 'zod/mini'
import type { ReceiptSigningKey } from './key-store.ts'

/**
 * What a JWS says; undefined if none of the keys has signed it, or something else. What a key signed before it was
 * compromised stays valid where the JWS is in a locked bucket.
 */
export const readSigned = async <Claims extends z.core.$ZodType>(
  { typ, claims }: { readonly typ: string; readonly claims: Claims },
  jws: string,
  keys: readonly ReceiptSigningKey[],
): Promise<z.output<Claims> | undefined> => {
  try {
    const { payload, protectedHeader } = await compactVerify(jws, ({ kid }) => {
      const key = keys.find(each => each.kid === kid)
      if (!key) throw new TypeError('No key of ours')
      return { kty: 'OKP', crv: 'Ed25519', x: key.x, alg: 'EdDSA' }
    })
    if (protectedHeader.typ !== typ) return undefined
    return z.parse(claims, JSON.parse(Buffer.from(payload).toString()))
  } catch {
    return undefined
  }
}
