import { noPublication } from '../../../../shared/event/publication.ts'
import type { ReceiptClaims } from '../../../../shared/trust/receipt/contract.ts'
import { findReceiptKeys, toReceiptKey } from '../../../../shared/trust/receipt/key-store.ts'
import { toVerificationClaims } from '../../../../shared/trust/receipt/verification-receipt.ts'
import { address } from '../../../../shared/verification/product/address.ts'
import type { AddressVerification } from '../../../../shared/verification/verification.ts'
import { addressOrder } from '../../../support/orders.ts'
import { startTable } from '../../../support/table.ts'
import { openAwsEndpoint } from '../../aws/endpoint.ts'

/** An empty table on the real engine, and a secret to seal keys with. */
export const startStage = async (): Promise<AsyncDisposable> => {
  const stage = new AsyncDisposableStack()
  stage.use(await startTable())
  const aws = stage.use(await openAwsEndpoint())
  aws.answer(() => ({ SecretString: 'what keys are sealed with' }))
  process.env.RECEIPT_KEY_SECRET = 'receipt-key'
  return stage
}

/** The list as everybody may read it. */
export const publishedKeys = async () => (await findReceiptKeys()).map(toReceiptKey)

/** An address verification that ended then. */
export const endedAt = (id: number, at: string, outcome: AddressVerification['outcome'] = 'verified') => {
  const context = { id, applicantId: id, organisationId: 7, mode: 'live', now: at } as const
  return { ...address.order(addressOrder() as never, context), outcome, updatedAt: at } as AddressVerification
}

/** What is claimed of it, with the digest of an event's body. */
export const claimsAt = (id: number, at: string, sha256 = '0'.repeat(64)): ReceiptClaims => {
  const event = { id: `evt_${id}_completed`, sha256 }
  const told = { ...noPublication, event }
  return { iss: 'https://api.example.com', ...toVerificationClaims(endedAt(id, at), told, []) }
}
