import { findToldOrKept } from '../../event/find-told.ts'
import type { Photo } from '../../fieldwork/evidence/photo.ts'
import { findPhotos } from '../../fieldwork/evidence/photo-store.ts'
import { photoProofs } from '../../fieldwork/evidence/proof.ts'
import type { TrailEntry } from '../../trail/contract.ts'
import { readTrail } from '../../trail/store.ts'
import { findEndedFor } from '../../verification/actions.ts'
import { keyOf, type RecordOf, type Verification } from '../../verification/verification.ts'
import { receiptReply, receiptWith, untold } from './reply.ts'
import { claimsOfVerification } from './verification-claims.ts'

type Asking = Parameters<typeof findEndedFor>[1]

/** What is kept beside a record that has ended, and goes into its receipt. */
interface Beside {
  readonly trail: readonly TrailEntry[]
  /** What devices stated of its photos. */
  readonly photos: readonly Photo[]
}

/** The receipt of a verification that has ended. @throws Problem not_final where its end is yet to be told */
export const receiptOfVerification = async (
  verification: Verification,
  { trail, photos }: Beside,
  nowMs: number,
): Promise<string> => {
  const endedAt = verification.updatedAt
  const told = await findToldOrKept(keyOf(verification), { endedAt, trail }, nowMs)
  if (!told) throw untold
  return receiptWith(claimsOfVerification(verification, told, photoProofs(verification, photos)), nowMs)
}

/** @throws Problem not_found as for the record, an erased one included; not_final */
const receiptOf = async (noun: keyof RecordOf, asking: Asking) => {
  const { nowMs } = asking
  const verification = await findEndedFor(noun, asking)
  const key = keyOf(verification)
  const [trail, photos] = await Promise.all([
    readTrail(key, nowMs),
    verification.product === 'employment' ? [] : findPhotos(key, nowMs),
  ])
  return receiptReply(await receiptOfVerification(verification, { trail, photos }, nowMs))
}

export const getAddressReceipt = (asking: Asking) => receiptOf('address', asking)
export const getEmploymentReceipt = (asking: Asking) => receiptOf('employment', asking)
