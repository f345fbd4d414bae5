import type { VerificationKey } from '../table/tenant.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { type EvidenceRef, photoSlots } from '../verification/report.ts'
import { findVerification } from '../verification/store.ts'
import type { Verification } from '../verification/verification.ts'
import { documentSlot } from './document.ts'
import { listDocuments } from './document-store.ts'
import { isFromApplicant, type PhotoName, parsePhotoFile, photoFile } from './photo.ts'
import { findPhoto } from './photo-store.ts'

const sentDocument = async (
  key: VerificationKey,
  sha256: string,
  nowMs: number,
): Promise<string | undefined> => {
  const document = (await listDocuments(key, nowMs)).find(each => each.sha256 === sha256)
  return document && documentSlot(document.number)
}

/** The slot of an accepted photo, while people still work on the verification. */
const suppliedSlot = (record: Verification, named: PhotoName | undefined): string | undefined =>
  'property' in record
    ? record.property?.photos.find(({ slot, sha256 }) => slot === named?.slot && sha256 === named.sha256)
        ?.slot
    : undefined

/** The slot of a photo that stands there and was found good, while people still work on the verification. */
const standingSlot = async (
  { photo: file, ...key }: EvidenceRef,
  nowMs: number,
): Promise<string | undefined> => {
  const named = parsePhotoFile(file)
  if (!named) return undefined
  const { slot, sha256 } = named
  if (slot === 'document') return sentDocument(key, sha256, nowMs)
  if (isFromApplicant(slot)) return undefined
  const photo = await findPhoto(key, slot, nowMs)
  return photo?.state === 'stored' && photo.sha256 === sha256 ? slot : undefined
}

/** Finds the slot in which a file may be seen: of the report, of the order, or of the work until the report is in. Links end with the record. */
export const findVisibleSlot = async (evidence: EvidenceRef, nowMs: number): Promise<string | undefined> => {
  const { photo: file, ...key } = evidence
  const record = await findVerification(key, key.verificationId, nowMs, { consistent: false })
  if (!record) return undefined
  const named = parsePhotoFile(file)
  const reported = record.report && photoSlots(record.report).get(named ? photoFile(named) : file)
  const claimed = reported ?? suppliedSlot(record, named)
  return claimed ?? (isFinal(record.outcome) ? undefined : standingSlot(evidence, nowMs))
}
