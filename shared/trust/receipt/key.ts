import type * as z from 'zod/mini'
import type { ReceiptKey } from './contract.ts'

/** A key of the stage's, as it is kept. */
export interface ReceiptSigningKey {
  /** Counts them, from 1. */
  readonly n: number
  readonly kid: string
  /** The public half, base64url. */
  readonly x: string
  /** The private half, encrypted. */
  readonly sealed: Uint8Array
  readonly createdAt: string
  readonly from: string
  readonly until?: string
  readonly compromisedSince?: string
}

/** The first key signs for all that became final before there was any. */
export const beginningOfTime = '1970-01-01T00:00:00.000Z'

const covers = ({ from, until }: ReceiptSigningKey, ms: number): boolean =>
  Date.parse(from) <= ms && (until === undefined || ms < Date.parse(until))

/**
 * The key that signs for what became final at a time, in milliseconds since 1970: always the same one, so that a receipt
 * is the same whenever it is asked for. Of a time whose key was compromised, the newest one that is not.
 * @throws RangeError where every key is, which administration never leaves so
 */
export const receiptKeyAt = (keys: readonly ReceiptSigningKey[], ms: number): ReceiptSigningKey => {
  const own = keys.find(key => covers(key, ms))
  if (own && !own.compromisedSince) return own
  const newest = keys.findLast(key => !key.compromisedSince)
  if (!newest) throw new RangeError('There is no key to sign receipts with')
  return newest
}

/** A key as everybody may see it. */
export const toReceiptKey = ({
  x,
  kid,
  from,
  until,
  compromisedSince,
}: ReceiptSigningKey): z.infer<typeof ReceiptKey> => ({
  ...{ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' },
  ...{ from, until: until ?? null, compromisedSince: compromisedSince ?? null },
})
