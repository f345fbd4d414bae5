import * as z from 'zod/mini'
import { SignedJws, sha256 } from '../signed-contract.ts'

/** An hour in UTC: `2026-11-22T09`. */
export const Hour = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d$/))

/** What sets a head apart from every other token (RFC 8725 §3.11). */
export const headType = 'trail-head+jwt'

/** All that a head says, in this order, so that the same hour has the same bytes. */
export const Head = z.object({
  iss: z.string(),
  hour: Hour,
  /** How many entries were written in it. */
  size: z.int().check(z.minimum(0)),
  /** Of the Merkle tree over them. */
  root: sha256,
  /** SHA-256 of the JWS of the hour before; null in the first. */
  previous: z.nullable(sha256),
})
export type Head = z.infer<typeof Head>

/** What proves that an entry of a trail is in the log of its hour. */
export const Inclusion = z.object({
  hour: Hour,
  /** Of its leaf, from 0. */
  index: z.int().check(z.minimum(0)),
  size: z.int().check(z.minimum(1)),
  /** When the trail goes, in seconds since 1970: it stands in the leaf. */
  expiresAt: z.int(),
  /** The nearest neighbour first. */
  path: z.array(sha256),
  head: SignedJws,
})
export type Inclusion = z.infer<typeof Inclusion>
