import { setting } from '../aws/environment.ts'
import { secret } from '../aws/secret.ts'
import { retentionDays } from '../table/retention.ts'
import type { PhotoUrl } from '../verification/response/address.ts'
import { signFileToken } from './file-token.ts'

/** How long photos can be fetched, in seconds: those of work and answers are asked for anew, an event's as long as it is kept. */
export const linkSeconds = { work: 600, answer: 3600, event: retentionDays.event * 86_400 } as const

/**
 * How photos become URLs on the media URL, for this stage, from this time and for so long.
 * @param reader the worker whose opening is noted in the trail; customers' is not
 */
export const photoUrls = async (nowMs: number, seconds: number, reader?: string): Promise<PhotoUrl> => {
  const key = await secret(setting('FILE_TOKEN_SECRET'))
  const expiresAtSeconds = Math.floor(nowMs / 1000) + seconds
  return objectKey =>
    `${setting('MEDIA_URL')}/v1/file/${signFileToken({ objectKey, reader }, expiresAtSeconds, key)}`
}
