import { getEndedLookup, type LookupRead } from '../../identity/find-lookup.ts'
import { getEndedVerification } from '../../verification/actions.ts'
import type { RecordOf } from '../../verification/verification.ts'
import { buildInclusion } from '../trail-log/inclusion.ts'
import type { ReceiptContent } from './contract.ts'
import { readLookupContent } from './lookup-receipt.ts'
import type { DecisionQuery, ReceiptQuery } from './routes.ts'
import { issueReceipt, receiptResponse } from './signing.ts'
import { readVerificationContent } from './verification-receipt.ts'

interface ReceiptOptions {
  readonly query: ReceiptQuery
  readonly nowMs: number
}
type ReceiptCall = Parameters<typeof getEndedVerification>[1] &
  ReceiptOptions & { readonly query: DecisionQuery }

/** @throws Problem not_final where a proof is asked for, and the hour of the entry is still open */
const replyWith = async (claimed: ReceiptContent, { query, nowMs }: ReceiptOptions) => {
  if (query.inclusion !== 'true') return receiptResponse(await issueReceipt(claimed, nowMs))
  const inclusion = claimed.trail && (await buildInclusion(claimed, claimed.trail, nowMs))
  return receiptResponse(await issueReceipt({ ...claimed, inclusion }, nowMs))
}

/** @throws Problem not_found as for the record, an erased one included, and for a revision that is not there; not_final */
const receiptOf = async (noun: keyof RecordOf, asking: ReceiptCall) => {
  const { query, nowMs } = asking
  const newest = await getEndedVerification(noun, asking)
  return replyWith(await readVerificationContent(newest, query.revision, nowMs), asking)
}

export const getAddressReceipt = (asking: ReceiptCall) => receiptOf('address', asking)
export const getEmploymentReceipt = (asking: ReceiptCall) => receiptOf('employment', asking)

/** @throws Problem not_found as for the record, an erased one included; product_not_enabled; not_final */
export const getIdentityReceipt = async (asking: LookupRead & ReceiptOptions) =>
  replyWith(await readLookupContent(await getEndedLookup(asking), asking.nowMs), asking)
