import type { VerificationKey } from '../table/tenant.ts'
import type { PhotoUrl } from '../verification/response/address.ts'
import { evidenceKey } from '../verification/report.ts'
import { photoFile, thumbnailFile } from './photo.ts'

/** How many photos of documents an applicant may send. */
export const mostDocuments = 3

/**
 * The largest that is taken, in bytes. A page's own function takes it, and Lambda takes 6 MB of a request, in which base64
 * makes four bytes of three (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
export const documentLimitBytes = 4_000_000

/** A photo of a document that an applicant sent, as it was drawn anew: it has no slot in a report. */
export interface SentDocument extends VerificationKey {
  /** From 1, in the order in which they came. */
  readonly number: number
  /** Of the bytes that were sent. */
  readonly sha256: string
  /** Of them, in bytes. */
  readonly size: number
  /** ISO 8601. */
  readonly uploadedAt: string
  /** In pixels, as it is shown. */
  readonly width: number
  readonly height: number
}

/** What the trail calls it. */
export const documentSlot = (number: number): string => `document${number}`

/** A document as a reviewer sees it. */
export const toDocument = (document: SentDocument, urlOf: PhotoUrl) => {
  const { number, sha256, size, uploadedAt, width, height } = document
  const place = { ...document, id: document.verificationId }
  const name = { slot: 'document', sha256 } as const
  return {
    ...{ number, sha256, size, uploadedAt, width, height },
    photoUrl: urlOf(evidenceKey(place, photoFile(name))),
    thumbnailUrl: urlOf(evidenceKey(place, thumbnailFile(name))),
  }
}
