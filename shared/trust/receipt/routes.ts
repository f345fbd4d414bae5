import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { digits, idInPath } from '../../http/contract/text.ts'
import { identityScopes } from '../../identity/routes.ts'
import { Receipt, ReceiptKeys } from './contract.ts'

/** `inclusion=true` asks for the proof that the receipt’s entry is in the log of the trails. */
const ReceiptQuery = z.object({ inclusion: z.optional(z.enum(['true', 'false'])) })
export type ReceiptQuery = z.infer<typeof ReceiptQuery>

const revision = z.pipe(
  digits(/^[1-9]\d?$/, 'Expected the number of a revision, from 1.', { minimum: 1, maximum: 99 }),
  z.int(),
)

const DecisionQuery = z.extend(ReceiptQuery, { revision: z.optional(revision) })
export type DecisionQuery = z.infer<typeof DecisionQuery>

const receipt = {
  method: 'GET',
  params: z.object({ id: idInPath }),
  query: ReceiptQuery,
  answers: { 200: Receipt },
  mediaType: 'application/jose',
  problems: ['not_final'],
} as const

export const ofDecision = { ...receipt, query: DecisionQuery } as const

export const receiptRoutes = {
  getAddressReceipt: {
    ...ofDecision,
    path: '/v1/addresses/{id}/receipt',
    tag: 'Addresses',
    summary:
      'Fetch the receipt of an address verification: a signed record of its end that anybody can check offline',
    access: 'addresses',
  },
  getEmploymentReceipt: {
    ...ofDecision,
    path: '/v1/employments/{id}/receipt',
    tag: 'Employments',
    summary:
      'Fetch the receipt of an employment verification: a signed record of its end that anybody can check offline',
    access: 'employments',
  },
  getIdentityReceipt: {
    ...receipt,
    path: '/v1/identities/{id}/receipt',
    tag: 'Identities',
    summary: 'Fetch the receipt of a look-up: a signed record of its verdict that anybody can check offline',
    access: identityScopes,
  },
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
