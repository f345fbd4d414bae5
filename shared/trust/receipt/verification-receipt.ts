import { findToldOrKept } from '../../event/find-told.ts'
import { findPhotoProofs } from '../../fieldwork/evidence/proof.ts'
import { findEndedFor } from '../../verification/actions.ts'
import { keyOf, type RecordOf, type Verification } from '../../verification/verification.ts'
import { receiptReply, receiptWith, untold } from './reply.ts'
import { claimsOfVerification } from './verification-claims.ts'

type Asking = Parameters<typeof findEndedFor>[1]

/** The receipt of a verification that has ended. @throws Problem not_final where its end is yet to be told */
export const receiptOfVerification = async (verification: Verification, nowMs: number): Promise<string> => {
  const told = await findToldOrKept(keyOf(verification), verification.updatedAt, nowMs)
  if (!told) throw untold
  const photos = await findPhotoProofs(verification, nowMs)
  return receiptWith(claimsOfVerification(verification, told, photos), nowMs)
}

/** @throws Problem not_found as for the record, an erased one included; not_final */
const receiptOf = async (noun: keyof RecordOf, asking: Asking) =>
  receiptReply(await receiptOfVerification(await findEndedFor(noun, asking), asking.nowMs))

export const getAddressReceipt = (asking: Asking) => receiptOf('address', asking)
export const getEmploymentReceipt = (asking: Asking) => receiptOf('employment', asking)
