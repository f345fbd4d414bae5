import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'
import { digits, idInPath } from '../http/contract/text.ts'
import { identityScopes } from '../identity/routes.ts'
import { ReceiptKeys } from '../signing/contract.ts'
import { Receipt } from './contract.ts'

const ReceiptQuery = z.object({
  /** `true` adds the proof that the receipt’s entry is in the log of its hour. @example "true" */
  inclusion: z.optional(z.enum(['true', 'false'])),
})
export type ReceiptQuery = z.infer<typeof ReceiptQuery>

const revision = z.pipe(
  digits(/^[1-9]\d?$/, 'Expected the number of a revision, from 1.', { minimum: 1, maximum: 99 }),
  z.int(),
)

const DecisionQuery = z.extend(ReceiptQuery, {
  /** The number of the decision, from 1. The newest one unless given. @example 1 */
  revision: z.optional(revision),
})
export type DecisionQuery = z.infer<typeof DecisionQuery>

/**
 * @returns A compact JWS (`application/jose`), the same bytes each time. Anybody can check it with the keys of
 * `/v1/jwks.json`, without this service.
 */
const receipt = {
  method: 'GET',
  params: z.object({
    /** The id of the verification. Read the record with it. @example 890123456789012 */
    id: idInPath,
  }),
  query: ReceiptQuery,
  answers: { 200: Receipt },
  mediaType: 'application/jose',
  problems: ['not_final'],
} as const

export const ofDecision = { ...receipt, query: DecisionQuery } as const

export const receiptRoutes = {
  /**
   * Returns the receipt of a complete address verification: what was decided when, and the digests of its
   * event and photos, signed. It contains no personal data.
   */
  getAddressReceipt: {
    ...ofDecision,
    path: '/v1/addresses/{id}/receipt',
    tag: 'Addresses',
    summary:
      'Fetch the receipt of an address verification: a signed record of its end that anybody can check offline',
    access: 'addresses',
  },
  /**
   * Returns the receipt of a complete employment verification: what was decided when, and the digest of its
   * event, signed. It contains no personal data.
   */
  getEmploymentReceipt: {
    ...ofDecision,
    path: '/v1/employments/{id}/receipt',
    tag: 'Employments',
    summary:
      'Fetch the receipt of an employment verification: a signed record of its end that anybody can check offline',
    access: 'employments',
  },
  /**
   * Returns the receipt of a look-up: its verdict, and which fields agree, signed. It contains no personal
   * data.
   * @property id The id of the look-up.
   */
  getIdentityReceipt: {
    ...receipt,
    path: '/v1/identities/{id}/receipt',
    tag: 'Identities',
    summary: 'Fetch the receipt of a look-up: a signed record of its verdict that anybody can check offline',
    access: identityScopes,
  },
  /**
   * Returns every key that receipts were ever signed with. Store them with your receipts.
   * @returns A JWK set.
   */
  getReceiptKeys: {
    method: 'GET',
    path: '/v1/jwks.json',
    tag: 'Service',
    summary: 'Every key that receipts were ever signed with, with its period',
    access: 'public',
    answers: { 200: ReceiptKeys },
    mediaType: 'application/jwk-set+json',
  },
} as const satisfies Record<string, Route>
