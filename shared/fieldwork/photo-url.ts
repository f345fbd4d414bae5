import { setting } from '../aws/environment.ts'
import { secret } from '../aws/secret.ts'
import type { PhotoUrl } from '../verification/answer/address.ts'
import { signFileToken } from './file-token.ts'

/** How long the photos of an event or an answer can be fetched, in days: as long as events are kept. */
const photoDays = 90

/** How photos become URLs on the media URL, for this stage and from this time. */
export const photoUrls = async (nowMs: number): Promise<PhotoUrl> => {
  const key = await secret(setting('FILE_TOKEN_SECRET'))
  const expiresAtSeconds = Math.floor(nowMs / 1000) + photoDays * 86_400
  return objectKey => `${setting('MEDIA_URL')}/v1/file/${signFileToken(objectKey, expiresAtSeconds, key)}`
}
