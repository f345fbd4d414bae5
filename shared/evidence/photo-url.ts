import { setting } from '../aws/environment.ts'
import { secret } from '../aws/secret.ts'
import { retentionDays } from '../table/retention.ts'
import type { PhotoUrl } from '../verification/response.ts'
import { signFileToken } from './file-token.ts'

/** Links of work and responses are short-lived; an event's last as long as the event is stored. */
export const linkSeconds = { work: 600, answer: 3600, event: retentionDays.event * 86_400 } as const

/** @param reader the worker whose opening the trail records; absent for customers */
export const photoUrls = async (nowMs: number, seconds: number, reader?: string): Promise<PhotoUrl> => {
  const key = await secret(setting('FILE_TOKEN_SECRET'))
  const expiresAtSeconds = Math.floor(nowMs / 1000) + seconds
  return objectKey =>
    `${setting('MEDIA_URL')}/v1/file/${signFileToken({ objectKey, reader }, expiresAtSeconds, key)}`
}
