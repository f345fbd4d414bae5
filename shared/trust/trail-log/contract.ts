import * as z from 'zod/mini'
import { SignedJws, sha256 } from '../signed-contract.ts'

/** An hour in UTC: `2026-11-22T09`. */
export const Hour = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d$/))

/** Distinguishes a head from every other token (RFC 8725 §3.11). */
export const headType = 'trail-head+jwt'

/** The order of its fields is fixed, so that the same hour has the same bytes. */
export const Head = z.object({
  iss: z.string(),
  hour: Hour,
  /** Number of entries. */
  size: z.int().check(z.minimum(0)),
  /** Root of the Merkle tree. */
  root: sha256,
  /** SHA-256 of the previous hour's JWS; null in the first. */
  previous: z.nullable(sha256),
})
export type Head = z.infer<typeof Head>

export const Inclusion = z.object({
  hour: Hour,
  /** Of the leaf, from 0. */
  index: z.int().check(z.minimum(0)),
  size: z.int().check(z.minimum(1)),
  /** When the trail expires, in seconds since 1970: part of the leaf. */
  expiresAt: z.int(),
  path: z.array(sha256),
  head: SignedJws,
})
export type Inclusion = z.infer<typeof Inclusion>
