import { noPublication } from '../../../shared/event/publication.ts'
import type { ReceiptClaims } from '../../../shared/receipt/contract.ts'
import { findReceiptKeys, toReceiptKey } from '../../../shared/signing/key-store.ts'
import { toVerificationClaims } from '../../../shared/receipt/verification-receipt.ts'
import type { AddressVerification } from '../../../shared/verification/verification.ts'
import { addressVerification } from '../../support/verifications.ts'

export const publishedKeys = async () => (await findReceiptKeys()).map(toReceiptKey)

export const endedAt = (id: number, at: string, outcome: AddressVerification['outcome'] = 'verified') => {
  const ordered = addressVerification({}, { id, applicantId: id, organisationId: 7, now: at })
  return { ...ordered, outcome, updatedAt: at } as AddressVerification
}

/** What is claimed of it, with the digest of an event's body. */
export const claimsAt = (id: number, at: string, sha256 = '0'.repeat(64)): ReceiptClaims => {
  const event = { id: `evt_${id}_completed`, sha256 }
  const told = { ...noPublication, event }
  return { iss: 'https://api.example.com', ...toVerificationClaims(endedAt(id, at), told, []) }
}
