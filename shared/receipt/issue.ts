import { setting } from '../aws/environment.ts'
import { Problem } from '../http/contract/problem.ts'
import { signJws } from '../signing/signing.ts'
import { ClaimsWithInclusion, type ReceiptContent, receiptType } from './contract.ts'

export const signReceipt = (claims: ClaimsWithInclusion, nowMs: number): Promise<string> =>
  signJws(receiptType, ClaimsWithInclusion.parse(claims), claims.iat * 1000, nowMs)

export const issueReceipt = (claimed: ReceiptContent, nowMs: number): Promise<string> =>
  signReceipt({ iss: setting('API_URL'), ...claimed }, nowMs)

/** The event, which is on its way, will be part of the receipt. */
export const notPublishedProblem = new Problem(
  'not_final',
  'It has ended, and is about to be told: its receipt follows within seconds.',
  { headers: { 'retry-after': '2' } },
)
