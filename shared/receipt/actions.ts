import { getEndedLookup, type LookupRead } from '../identity/find-lookup.ts'
import { getEndedVerification } from '../verification/actions.ts'
import type { RecordOf, Verification } from '../verification/verification.ts'
import { buildInclusion } from '../log/inclusion.ts'
import type { ReceiptContent } from './contract.ts'
import { readLookupContent } from './lookup-receipt.ts'
import type { DecisionQuery, ReceiptQuery } from './routes.ts'
import { issueReceipt } from './issue.ts'
import { readVerificationContent } from './verification-receipt.ts'

interface ReceiptOptions {
  readonly query: ReceiptQuery
  readonly nowMs: number
}
type ReceiptRequest = Parameters<typeof getEndedVerification>[1] & { readonly query: DecisionQuery }

/** @throws Problem not_final where a proof is asked for, and the hour of the entry is still open */
const replyWith = async (claimed: ReceiptContent, { query, nowMs }: ReceiptOptions) => {
  const proof = async () => ({
    inclusion: claimed.trail && (await buildInclusion(claimed, claimed.trail, nowMs)),
  })
  const content = await issueReceipt(
    { ...claimed, ...(query.inclusion === 'true' && (await proof())) },
    nowMs,
  )
  return { status: 200, headers: { 'content-type': 'application/jose' }, content } as const
}

/** @throws Problem not_found for a revision that is not there; not_final */
export const replyWithReceipt = async (
  newest: Verification,
  request: { readonly query: DecisionQuery; readonly nowMs: number },
) => replyWith(await readVerificationContent(newest, request.query.revision, request.nowMs), request)

/** @throws Problem not_found as for the record, an erased one included, and as above; not_final */
const receiptOf = async (verificationType: keyof RecordOf, request: ReceiptRequest) =>
  replyWithReceipt(await getEndedVerification(verificationType, request), request)

export const getAddressReceipt = (request: ReceiptRequest) => receiptOf('address', request)
export const getEmploymentReceipt = (request: ReceiptRequest) => receiptOf('employment', request)

/** @throws Problem not_found as for the record, an erased one included; product_not_enabled; not_final */
export const getIdentityReceipt = async (request: LookupRead & ReceiptOptions) =>
  replyWith(await readLookupContent(await getEndedLookup(request), request.nowMs), request)
