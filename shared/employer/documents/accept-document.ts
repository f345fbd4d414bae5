import { createHash } from 'node:crypto'
import { deleteObject } from '../../aws/bucket.ts'
import { BusyError, Fault } from '../../aws/errors.ts'
import { again, retry } from '../../aws/retry.ts'
import type { Refusal } from '../../evidence/contract.ts'
import { documentLimitBytes, mostDocuments, type SentDocument } from '../../evidence/document.ts'
import { keepDocument, listDocuments } from '../../evidence/document-store.ts'
import { incomingKey } from '../../evidence/photo.ts'
import { reencodeReceived } from '../../evidence/reencode.ts'
import type { Action, ActionRequest } from '../../http/action.ts'
import { pageResponse } from '../../link/web-page.tsx'
import { countLinkWork } from '../../link/limits.ts'
import type { Link } from '../../link/link.ts'
import {
  type OpenEmploymentLink,
  redirectToPage,
  rejectedAnswerResponse,
  resolveEmploymentLink,
} from '../../link/page.tsx'
import type { linkRoutes } from '../../link/routes.ts'
import type { DocumentFault } from './form.tsx'
import { documentsPage } from './page.ts'

/** Re-encodes the photo and stores it, or returns why not. */
const saveDocument = async (
  link: Link,
  file: Uint8Array,
  { sha256, number, uploadedAt }: Pick<SentDocument, 'sha256' | 'number' | 'uploadedAt'>,
): Promise<Refusal | undefined> => {
  const done = await reencodeReceived(link, { slot: 'document', file, sha256 })
  // Another request with the same photo was quicker, and removed the upload.
  if (done.result === 'missing') return undefined
  if (done.result === 'checksum_mismatch') throw new Fault('An upload has other bytes than its name says')
  if (done.result === 'stored') {
    const { organisationId, mode, verificationId } = link
    const { width, height } = done
    await keepDocument(link, {
      organisationId,
      mode,
      verificationId,
      number,
      sha256,
      size: file.length,
      uploadedAt,
      width,
      height,
    })
  }
  await deleteObject(incomingKey(link, sha256))
  return done.result === 'stored' ? undefined : done.result
}

/** Returns undefined after an attempt to store the photo: a second look says whether it is stored. */
const tryOnce = async (
  open: OpenEmploymentLink,
  { params: { token }, file, nowMs }: ActionRequest<typeof linkRoutes.postDocumentPhoto>,
) => {
  const refuse = async <Status extends 400 | 409>(status: Status, fault: DocumentFault) => ({
    ...pageResponse(status, await documentsPage(open, { token, nowMs, fault })),
    result: `photo-${fault}`,
  })
  if (!file) return refuse(400, 'none')
  if (file.length > documentLimitBytes) return refuse(400, 'photo_too_large')
  const sha256 = createHash('sha256').update(file).digest('hex')
  const documents = await listDocuments(open.link, nowMs)
  if (documents.some(each => each.sha256 === sha256)) return redirectToPage('documents', token, 'photo-kept')
  if (documents.length >= mostDocuments) return refuse(409, 'full')
  await countLinkWork(open, 'decodes', nowMs)
  const uploadedAt = new Date(nowMs).toISOString()
  const refusal = await saveDocument(open.link, file, { sha256, number: documents.length + 1, uploadedAt })
  return refusal && refuse(400, refusal)
}

/** More than two are needed only while other photos are sent at the same moment. */
const documentTries = 5

/**
 * Idempotent: the same photo is stored once. A photo of a link that ended meanwhile, or a fourth one, is never shown:
 * nothing refers to it, and it is deleted with the verification.
 * @throws BusyError, Problem too_many_requests
 */
export const postDocumentPhoto: Action<typeof linkRoutes.postDocumentPhoto> = request =>
  retry(
    { times: documentTries },
    async () => {
      const { token } = request.params
      const open = await resolveEmploymentLink('documents', token, request.nowMs)
      if (open.kind !== 'open') return rejectedAnswerResponse(open, { token, form: {} })
      return (await tryOnce(open, request)) ?? again()
    },
    () => new BusyError('Many photos were sent at once'),
  )
