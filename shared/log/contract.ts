import * as z from 'zod/mini'

/** A compact JWS (RFC 7515 §7.1) signed with Ed25519: header, claims, 64 bytes of signature. */
export const SignedJws = z.string().check(z.regex(/^[\w-]+\.[\w-]+\.[\w-]{86}$/))

/** A SHA-256 as what is signed has it: in lower-case hex. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** An hour in UTC: `2026-11-22T09`. */
export const Hour = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d$/))

/** Distinguishes a head from every other token (RFC 8725 §3.11). */
export const headType = 'trail-head+jwt'

/** The order of its fields is fixed, so that the same hour has the same bytes. */
export const Head = z.object({
  iss: z.string(),
  hour: Hour,
  size: z.int().check(z.minimum(0)),
  root: sha256,
  /** SHA-256 of the previous hour's JWS; null in the first. */
  previous: z.nullable(sha256),
})
export type Head = z.infer<typeof Head>

export const Inclusion = z.object({
  hour: Hour,
  index: z.int().check(z.minimum(0)),
  size: z.int().check(z.minimum(1)),
  /** When the trail expires, in seconds since 1970: part of the leaf. */
  expiresAt: z.int(),
  path: z.array(sha256),
  head: SignedJws,
})
export type Inclusion = z.infer<typeof Inclusion>
