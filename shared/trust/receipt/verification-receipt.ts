import { findToldOrKept } from '../../event/find-told.ts'
import { findPhotoProofs } from '../../fieldwork/evidence/proof.ts'
import { findEndedFor } from '../../verification/actions.ts'
import { keyOf, type RecordOf } from '../../verification/verification.ts'
import { replyWith, untold } from './reply.ts'
import { claimsOfVerification } from './verification-claims.ts'

type Asking = Parameters<typeof findEndedFor>[1]

/** @throws Problem not_found as for the record, an erased one included; not_final */
const receiptOf = async (noun: keyof RecordOf, asking: Asking) => {
  const { nowMs } = asking
  const verification = await findEndedFor(noun, asking)
  const told = await findToldOrKept(keyOf(verification), verification.updatedAt, nowMs)
  if (!told) throw untold
  const photos = await findPhotoProofs(verification, nowMs)
  return replyWith(claimsOfVerification(verification, told, photos), nowMs)
}

export const getAddressReceipt = (asking: Asking) => receiptOf('address', asking)
export const getEmploymentReceipt = (asking: Asking) => receiptOf('employment', asking)
