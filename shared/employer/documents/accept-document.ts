import { createHash } from 'node:crypto'
import { deletePhoto } from '../../aws/bucket.ts'
import { BusyError, Fault } from '../../aws/errors.ts'
import { pageResponse } from '../../http/web-page.ts'
import type { Refusal } from '../../evidence/contract.ts'
import { documentLimitBytes, mostDocuments, type SentDocument } from '../../evidence/document.ts'
import { keepDocument, listDocuments } from '../../evidence/document-store.ts'
import { reencodeReceived } from '../../evidence/reencode.ts'
import { incomingKey } from '../../evidence/photo.ts'
import { followEmployment, redirectToPage, type OpenLink, answerRefusedPage } from '../../link/form-page.ts'
import type { Link } from '../../link/link.ts'
import type { DocumentFault } from './form.ts'
import { documentsPage } from './documents.ts'

interface Sending {
  readonly token: string
  readonly file: Uint8Array | undefined
  readonly nowMs: number
}

/** The page again, with what was wrong with the photo: nothing of it is kept. */
const refusedPhoto = async <Status extends 400 | 409>(
  status: Status,
  open: OpenLink,
  { token, nowMs }: Sending,
  fault: DocumentFault,
) => ({
  ...pageResponse(status, await documentsPage(open, { token, nowMs, fault })),
  result: `photo-${fault}`,
})

/** A photo that may be taken, and whose. */
interface Sent {
  readonly link: Link
  readonly file: Uint8Array
  readonly sha256: string
  readonly nowMs: number
}

const documentOf = (
  { link, file, sha256, nowMs }: Sent,
  { number, width, height }: Pick<SentDocument, 'number' | 'width' | 'height'>,
): SentDocument => {
  const { organisationId, mode, verificationId } = link
  const uploadedAt = new Date(nowMs).toISOString()
  return {
    ...{ organisationId, mode, verificationId, number, sha256 },
    ...{ size: file.length, uploadedAt, width, height },
  }
}

/** Keeps it, or says why it is not to be kept. Where others came between, another look says what there is now. */
const examine = async (sent: Sent, number: number): Promise<Refusal | undefined> => {
  const { link, file, sha256 } = sent
  const done = await reencodeReceived(link, { slot: 'document', file, sha256 })
  // Somebody who sent the same was quicker, and took the upload away.
  if (done.result === 'missing') return undefined
  if (done.result === 'checksum_mismatch') throw new Fault('An upload has other bytes than its name says')
  if (done.result === 'stored') await keepDocument(link, documentOf(sent, { ...done, number }))
  await deletePhoto(incomingKey(link, sha256))
  return done.result === 'stored' ? undefined : done.result
}

const digestOf = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')

/** The reply, or undefined where another look is needed. */
const takeOnce = async (open: OpenLink, sending: Sending) => {
  const { token, file, nowMs } = sending
  if (!file) return refusedPhoto(400, open, sending, 'none')
  if (file.length > documentLimitBytes) return refusedPhoto(400, open, sending, 'photo_too_large')
  const sha256 = digestOf(file)
  const documents = await listDocuments(open.link, nowMs)
  if (documents.some(each => each.sha256 === sha256)) return redirectToPage('documents', token, 'photo-kept')
  if (documents.length >= mostDocuments) return refusedPhoto(409, open, sending, 'full')
  const refusal = await examine({ link: open.link, file, sha256, nowMs }, documents.length + 1)
  return refusal && refusedPhoto(400, open, sending, refusal)
}

/** Kept, and seen so; more only while others send at the same moment. */
const rounds = 5

/**
 * Takes a photo of a document: examined and drawn anew before anything is kept. The same one again is kept once, and
 * goes on from wherever it was broken off. What was drawn for a link that ended meanwhile, or as a fourth, is never shown: nothing
 * leads to it, and it goes with the verification.
 * @throws Busy
 */
export const acceptDocument = async (sending: Sending) => {
  for (let round = 0; round < rounds; round++) {
    const open = await followEmployment('documents', sending.token, sending.nowMs)
    if (open.kind !== 'open') return answerRefusedPage(open.kind)
    const reply = await takeOnce(open, sending)
    if (reply) return reply
  }
  throw new BusyError('Many photos were sent at once')
}
