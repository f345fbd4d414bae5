import type * as z from 'zod/mini'
import { readObject } from '../aws/bucket.ts'
import { photoFile, thumbnailFile } from '../evidence/photo.ts'
import { evidenceKey } from '../verification/report.ts'
import { named } from '../http/contract/text.ts'
import type { PhotoUrl } from '../verification/response.ts'
import type { Verification } from '../verification/verification.ts'
import type { Property } from './contract.ts'

export type PropertyInput = z.input<typeof Property>

/**
 * Photos by link or, without one, as bytes that a phone can store: a link leads to an object that is named after the
 * record, which says of a back-check that it is one. Undefined where the order states no property.
 */
export const toProperty = async (
  verification: Verification,
  urlOf: PhotoUrl | undefined,
): Promise<PropertyInput | undefined> => {
  if (verification.product === 'employment' || !verification.property) return undefined
  const shown = verification.property.photos.map(async photo => {
    if (urlOf)
      return { ...photo, photoUrl: urlOf(evidenceKey(verification, photoFile(photo))), thumbnail: undefined }
    const bytes = await readObject(evidenceKey(verification, thumbnailFile(photo)))
    return { ...photo, photoUrl: undefined, thumbnail: bytes?.toString('base64') }
  })
  return { ...named(verification.property), photos: await Promise.all(shown) }
}
