import { createHmac, timingSafeEqual } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { readSigned, signingSecret } from '../aws/secret.ts'
import { eventDays } from '../table/retention.ts'
import type { PhotoUrl } from '../verification/response.ts'

const signatureOf = (payload: string, key: string): string =>
  createHmac('sha256', key).update(payload).digest('base64url')

export interface FilePermission {
  readonly objectKey: string
  /** The worker who got the link; absent for customers. */
  readonly reader?: string | undefined
}

/** Permits one object until a time; signed with the stage's key, nothing is stored. @param expiresAtSeconds since 1970 */
export const signFileToken = (
  { objectKey, reader }: FilePermission,
  expiresAtSeconds: number,
  key: string,
): string => {
  const whose = reader === undefined ? '' : ` ${encodeURIComponent(reader)}`
  const payload = Buffer.from(`${expiresAtSeconds} ${objectKey}${whose}`).toString('base64url')
  return `${payload}.${signatureOf(payload, key)}`
}

/** A signature of 43 characters has none of these at its end, so that a messenger cuts nothing of it and adds what follows. */
const punctuationBehind = /[\p{P}>]{1,4}$/u

export const readFileToken = (token: string, key: string, nowMs: number): FilePermission | undefined => {
  const parts = token.replace(punctuationBehind, '').split('.')
  if (parts.length !== 2) return undefined
  const [payload = '', signature = ''] = parts
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(payload, key))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const [, expiresAtSeconds = '', objectKey = '', reader] =
    /^(\d+) (\S+)(?: (\S+))?$/.exec(Buffer.from(payload, 'base64url').toString()) ?? []
  if (!(Number(expiresAtSeconds) * 1000 > nowMs)) return undefined
  return { objectKey, ...(reader !== undefined && { reader: decodeURIComponent(reader) }) }
}

/** Links of work and responses are short-lived; an event's last as long as the event is stored. */
export const linkSeconds = { work: 600, answer: 3600, event: eventDays * 86_400 } as const

export const fileLinkLifeDays = linkSeconds.event / 86_400

/** Undefined for a token that is not ours, or past its time. */
export const readPermission = (token: string, nowMs: number): Promise<FilePermission | undefined> =>
  readSigned({ name: setting('FILE_TOKEN_SECRET'), lifeDays: fileLinkLifeDays }, key =>
    readFileToken(token, key, nowMs),
  )

/** @param reader the worker whose opening the trail records; absent for customers */
export const photoUrls = async (nowMs: number, seconds: number, reader?: string): Promise<PhotoUrl> => {
  const key = await signingSecret(setting('FILE_TOKEN_SECRET'))
  const expiresAtSeconds = Math.floor(nowMs / 1000) + seconds
  return objectKey =>
    `${setting('MEDIA_URL')}/v1/file/${signFileToken({ objectKey, reader }, expiresAtSeconds, key)}`
}
