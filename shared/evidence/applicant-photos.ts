import { createHash } from 'node:crypto'
import type { Caller } from '../account/caller.ts'
import { deleteObject } from '../aws/bucket.ts'
import { BusyError, Fault } from '../aws/errors.ts'
import { invalidRequest } from '../http/contract/problem.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { type ApplicantPhotoSlot, applicantPhotoSlots } from '../verification/contract/property.ts'
import { photoPointer } from '../verification/product/address-pro.ts'
import type { ApplicantPhoto } from '../verification/verification.ts'
import type { Refusal } from './contract.ts'
import { countDecodes, countRefused } from './limits.ts'
import { incomingKey } from './photo.ts'
import { reencodeReceived } from './reencode.ts'

export type Base64Photos = Readonly<Partial<Record<ApplicantPhotoSlot, string | undefined>>>

const parsePhotos = (photos: Base64Photos) =>
  applicantPhotoSlots.flatMap(slot => {
    const text = photos[slot]
    if (text === undefined) return []
    const file = Buffer.from(text, 'base64')
    return [{ slot, file, sha256: createHash('sha256').update(file).digest('hex') }]
  })
type SentPhoto = ReturnType<typeof parsePhotos>[number]

interface RefusedPhoto {
  readonly slot: ApplicantPhotoSlot
  readonly refusal: Refusal
}

const drawnOf = async (key: VerificationKey, sent: SentPhoto): Promise<ApplicantPhoto | RefusedPhoto> => {
  const { slot, sha256, file } = sent
  const done = await reencodeReceived(key, sent)
  if (done.result === 'stored')
    return { slot, sha256, size: file.length, width: done.width, height: done.height }
  // A concurrent repeat of the same request has re-encoded it and deleted the upload.
  if (done.result === 'missing') throw new BusyError('The upload of a photo went while it was drawn')
  if (done.result === 'checksum_mismatch') throw new Fault('An upload has other bytes than its name says')
  return { slot, refusal: done.result }
}

const details: Readonly<Record<Refusal, string>> = {
  photo_unreadable:
    'The photo is broken, holds less than a photo of its size, or is too small for anything to be seen.',
  photo_too_large: 'The photo has more than 52 megapixels, or 16,384 pixels on a side.',
  photo_not_an_image: 'The photo is neither JPEG nor PNG nor WebP.',
}

/**
 * Re-encodes the photos before the order is accepted. They stay among the uploads, which expire, until
 * `storeApplicantPhotos`. A repeat under the same id writes the same files.
 * @throws Problem invalid_request naming every bad photo, too_many_requests; BusyError
 */
export const reencodeApplicantPhotos = async (
  { caller, id, nowMs }: { readonly caller: Caller; readonly id: number; readonly nowMs: number },
  given: Base64Photos,
) => {
  const sent = parsePhotos(given)
  if (sent.length === 0) return { photos: [], headers: {} }
  const { organisationId, mode } = caller
  const key = { organisationId, mode, verificationId: id }
  const headers = await countDecodes('client', caller, nowMs, sent.length)
  const drawn = await Promise.all(sent.map(each => drawnOf(key, each)))
  // Only after all are re-encoded: two may be the same bytes.
  await Promise.all(sent.map(({ sha256 }) => deleteObject(incomingKey(key, sha256))))
  const errors = drawn.flatMap(each =>
    'refusal' in each
      ? [{ pointer: photoPointer(each.slot), code: each.refusal, detail: details[each.refusal] }]
      : [],
  )
  await Promise.all(errors.map(() => countRefused('client', caller, nowMs)))
  if (errors.length > 0) throw invalidRequest(errors)
  return { photos: drawn.flatMap(each => ('refusal' in each ? [] : [each])), headers }
}
