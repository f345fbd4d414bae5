import * as z from 'zod/mini'
import { timestamp } from '../http/contract/text.ts'

/** A public key that receipts are checked with, as a JWK (RFC 8037). */
export const ReceiptKey = z.object({
  /** The type of key. Always `OKP`. @example "OKP" */
  kty: z.literal('OKP'),
  /** The curve. Always `Ed25519`. @example "Ed25519" */
  crv: z.literal('Ed25519'),
  /** The public key: 32 bytes in base64url. @example "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" */
  x: z.string(),
  /**
   * The id of the key, as the header of a receipt names it.
   * @example "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
   */
  kid: z.string(),
  /** Always `sig`: it checks signatures. @example "sig" */
  use: z.literal('sig'),
  /** Always `EdDSA`. @example "EdDSA" */
  alg: z.literal('EdDSA'),
  // Included; the first key of a stage signs for all that was before it.
  /** From when it signs what becomes final. @example "1970-01-01T00:00:00.000Z" */
  from: timestamp,
  // Excluded.
  /** Until when it signs. Null for the present key. @example "2026-11-20T09:31:00.000Z" */
  until: z.nullable(timestamp),
  /**
   * Since when somebody else may sign with it. Later keys replace its signatures. Null unless it was
   * compromised.
   * @example "2026-11-20T09:31:00.000Z"
   */
  compromisedSince: z.nullable(timestamp),
})

/** Every key that receipts were ever signed with (RFC 7517). */
export const ReceiptKeys = z.object({
  /** The keys, oldest first. */
  keys: z.array(ReceiptKey),
})
