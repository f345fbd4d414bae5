import type { VerificationKey } from '../table/tenant.ts'
import { evidenceKey } from '../verification/report.ts'
import type { PhotoUrl } from '../verification/response.ts'
import { photoFile, thumbnailFile } from './photo.ts'

export const mostDocuments = 3

/** Lambda accepts 6 MB of a request in base64, which makes four bytes of three (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
export const documentLimitBytes = 4_000_000

export interface SentDocument extends VerificationKey {
  /** From 1. */
  readonly number: number
  /** Of the uploaded bytes. */
  readonly sha256: string
  readonly size: number
  readonly uploadedAt: string
  /** In pixels, of the re-encoded image. */
  readonly width: number
  readonly height: number
}

/** Its name in the trail. */
export const documentSlot = (number: number): string => `document${number}`

export const toDocument = (document: SentDocument, urlOf: PhotoUrl) => {
  const { number, sha256, size, uploadedAt, width, height } = document
  const fileKey = { ...document, id: document.verificationId }
  const name = { slot: 'document', sha256 } as const
  return {
    number,
    sha256,
    size,
    uploadedAt,
    width,
    height,
    photoUrl: urlOf(evidenceKey(fileKey, photoFile(name))),
    thumbnailUrl: urlOf(evidenceKey(fileKey, thumbnailFile(name))),
  }
}
