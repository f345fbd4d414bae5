import { findToldOrKept } from '../../event/find-told.ts'
import type { Photo } from '../../fieldwork/evidence/photo.ts'
import { findPhotos } from '../../fieldwork/evidence/photo-store.ts'
import { photoProofs } from '../../fieldwork/evidence/proof.ts'
import type { TrailEntry } from '../../trail/contract.ts'
import { readTrail } from '../../trail/store.ts'
import { keyOf, type Verification } from '../../verification/verification.ts'
import type { Claimed } from './contract.ts'
import { receiptWith, untold } from './reply.ts'
import { claimsOfVerification } from './verification-claims.ts'

/** What is kept beside a record that has ended, and goes into its receipt. */
interface Beside {
  readonly trail: readonly TrailEntry[]
  /** What devices stated of its photos. */
  readonly photos: readonly Photo[]
}

/** What the receipt of a verification that has ended says. @throws Problem not_final where its end is yet to be told */
const claimedBeside = async (
  verification: Verification,
  { trail, photos }: Beside,
  nowMs: number,
): Promise<Claimed> => {
  const endedAt = verification.updatedAt
  const told = await findToldOrKept(keyOf(verification), { endedAt, trail }, nowMs)
  if (!told) throw untold
  return claimsOfVerification(verification, told, photoProofs(verification, photos))
}

/** The receipt of a verification that has ended. @throws Problem not_final where its end is yet to be told */
export const receiptOfVerification = async (
  verification: Verification,
  beside: Beside,
  nowMs: number,
): Promise<string> => receiptWith(await claimedBeside(verification, beside, nowMs), nowMs)

/** What its receipt says, with what is kept beside it. @throws Problem not_final where its end is yet to be told */
export const claimedOfVerification = async (verification: Verification, nowMs: number): Promise<Claimed> => {
  const key = keyOf(verification)
  const [trail, photos] = await Promise.all([
    readTrail(key, nowMs),
    verification.product === 'employment' ? [] : findPhotos(key, nowMs),
  ])
  return claimedBeside(verification, { trail, photos }, nowMs)
}
