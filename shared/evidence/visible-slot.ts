import { findPlainAssignment } from '../work/assignment/store.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { type EvidenceRef, photoSlots } from '../verification/report.ts'
import { findVerification } from '../verification/store.ts'
import { documentSlot } from './document.ts'
import { listDocuments } from './document-store.ts'
import { isFromApplicant, type PhotoName, parsePhotoFile, photoFile } from './photo.ts'
import { findPhoto } from './photo-store.ts'

/** The slot of a document, or of a photo that stands there and was found good. */
const standingSlot = async (
  key: VerificationKey,
  { slot, sha256 }: PhotoName,
  nowMs: number,
): Promise<string | undefined> => {
  if (slot === 'document') {
    const document = (await listDocuments(key, nowMs)).find(each => each.sha256 === sha256)
    return document && documentSlot(document.number)
  }
  if (isFromApplicant(slot)) return undefined
  const photo = await findPhoto(key, slot, nowMs)
  return photo?.state === 'stored' && photo.sha256 === sha256 ? slot : undefined
}

/** Finds the slot in which a file may be seen: of the report, of the order, of the work until the report is in, or of a back-check. Links end with the record. */
export const findVisibleSlot = async (evidence: EvidenceRef, nowMs: number): Promise<string | undefined> => {
  const { photo: file, ...key } = evidence
  const named = parsePhotoFile(file)
  const record = await findVerification(key, key.verificationId, nowMs, { consistent: false })
  if (!record) {
    const isBackCheck = (await findPlainAssignment(key))?.backCheckOf !== undefined
    return isBackCheck && named ? standingSlot(key, named, nowMs) : undefined
  }
  const reported = record.report && photoSlots(record.report).get(named ? photoFile(named) : file)
  if (reported || !named) return reported
  const supplied = 'property' in record ? (record.property?.photos ?? []) : []
  if (supplied.some(({ slot, sha256 }) => slot === named.slot && sha256 === named.sha256)) return named.slot
  return isFinal(record.outcome) ? undefined : standingSlot(key, named, nowMs)
}
