import * as z from 'zod/mini'

/** A compact JWS (RFC 7515 §7.1) signed with Ed25519: header, claims, 64 bytes of signature. */
export const SignedJws = z.string().check(z.regex(/^[\w-]+\.[\w-]+\.[\w-]{86}$/))

/** A SHA-256 as what is signed has it: in lower-case hex. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
