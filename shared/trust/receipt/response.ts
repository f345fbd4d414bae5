import { setting } from '../../aws/environment.ts'
import { Problem } from '../../http/contract/problem.ts'
import type { ReceiptContent } from './contract.ts'
import { signReceipt } from './signing.ts'

/** A compact JWS: by whom stands in it, for whoever looks for the keys. */
export const issueReceipt = (claimed: ReceiptContent, nowMs: number): Promise<string> =>
  signReceipt({ iss: setting('API_URL'), ...claimed }, nowMs)

/** A receipt as it is answered. */
export const receiptResponse = (receipt: string) =>
  ({ status: 200, headers: { 'content-type': 'application/jose' }, content: receipt }) as const

/** Of what has ended, and whose event is on its way: it will be part of the receipt. */
export const notPublishedProblem = new Problem(
  'not_final',
  'It has ended, and is about to be told: its receipt follows within seconds.',
  { headers: { 'retry-after': '2' } },
)
