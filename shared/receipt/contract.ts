import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { id, timestamp } from '../http/contract/text.ts'
import { Inclusion, SignedJws, sha256 } from '../log/contract.ts'

export const Receipt = SignedJws

/** What sets a receipt apart from every other token (RFC 8725 §3.11). */
export const receiptType = 'verification-receipt+jwt'

const version = z.int().check(z.minimum(1))

const PhotoClaim = z.object({
  slot: z.string(),
  /** Of the bytes that its link leads to; null where they were drawn before digests were kept. */
  sha256: z.nullable(sha256),
  takenAt: z.nullable(timestamp),
  /** Between where the order says the address is and where the device was; null where either is not known. */
  distanceMetres: z.nullable(z.int()),
})

const fieldMatch = z.optional(z.boolean())

/** In this order, so that the same record has the same bytes. No name, no reference, no position, no free text. */
export const ReceiptClaims = z.object({
  iss: z.string(),
  /** When the record became final, in seconds since 1970. */
  iat: z.int(),
  organisationId: id,
  mode: TenantMode,
  verificationId: id,
  product: z.string(),
  status: z.object({ status: z.string(), subStatus: z.optional(z.string()), state: z.string() }),
  requestedAt: timestamp,
  /** Null where nobody reported, and of look-ups. */
  reportedAt: z.nullable(timestamp),
  completedAt: timestamp,
  /** Null where people look, as `verdict`. */
  registry: z.nullable(z.string()),
  /** Which supplied fields agree, and never what stands in them. */
  verdict: z.nullable(
    z.object({
      matchStatus: z.string(),
      fieldMatches: z.object({
        firstname: fieldMatch,
        lastname: fieldMatch,
        middlename: fieldMatch,
        dob: fieldMatch,
        phone: fieldMatch,
        email: fieldMatch,
        gender: fieldMatch,
      }),
    }),
  ),
  event: z.nullable(z.object({ id: z.string(), sha256 })),
  photos: z.array(PhotoClaim),
  /** The versions of the rules in force when it became final, as far as they were kept. */
  rules: z.object({
    transitions: z.optional(version),
    flags: z.optional(version),
    matching: z.optional(version),
  }),
  /** The trail entry of the event's publication: earlier entries cannot change any more. */
  trail: z.nullable(z.object({ n: z.int(), digest: sha256 })),
  /** Which decision it speaks of, where it is not the first: from 2. */
  revision: z.optional(z.int().check(z.minimum(2))),
})
export type ReceiptClaims = z.infer<typeof ReceiptClaims>

/** With the proof that `trail` is in the log of its hour, on request; null where there is nothing to prove. */
export const ClaimsWithInclusion = z.extend(ReceiptClaims, { inclusion: z.optional(z.nullable(Inclusion)) })
export type ClaimsWithInclusion = z.infer<typeof ClaimsWithInclusion>
export type ReceiptContent = Omit<ClaimsWithInclusion, 'iss'>

export const issuedAt = (time: string): number => Math.floor(Date.parse(time) / 1000)
