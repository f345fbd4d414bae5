import { createHmac } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { forgetSecret, secret, secretCacheMs, secretLeadMs } from '../../../shared/aws/secret.ts'
import {
  fileLinkLifeDays,
  linkSeconds,
  photoUrls,
  readFileToken,
  readPermission,
  signFileToken,
} from '../../../shared/evidence/file-token.ts'
import { openAwsEndpoint } from '../aws/endpoint.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const inAnHour = nowMs / 1000 + 3600
const objectKey = 'evidence/1/test/2/exterior-1.png'
const token = signFileToken({ objectKey }, inAnHour, 'key')

it('permits the object it was made for, until its time', () => {
  expect(readFileToken(token, 'key', nowMs)).toEqual({ objectKey })
  expect(readFileToken(token, 'key', inAnHour * 1000 - 1)).toEqual({ objectKey })
  expect(readFileToken(token, 'key', inAnHour * 1000)).toBeUndefined()
})

it('says whom it was given to, whatever they are called', () => {
  const reader = 'auth0|a b/ç'
  const theirs = signFileToken({ objectKey, reader }, inAnHour, 'key')
  expect(readFileToken(theirs, 'key', nowMs)).toEqual({ objectKey, reader })
})

it('permits nothing under another key, or changed in any character', () => {
  expect(readFileToken(token, 'other', nowMs)).toBeUndefined()
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A'
    const forged = token.slice(0, at) + other + token.slice(at + 1)
    const object = readFileToken(forged, 'key', nowMs)
    // The last character of base64url may carry bits that decode to nothing.
    if (at < token.length - 1) expect(object).toBeUndefined()
  }
})

it('permits the same with the punctuation that a messenger adds, of which it ends in none itself', () => {
  for (const end of ['.', ',', ')', ').', '…', '>', '”', '-'])
    expect(readFileToken(token + end, 'key', nowMs), end).toEqual({ objectKey })
  for (let count = 0; count < 20_000; count++)
    expect(signFileToken({ objectKey }, inAnHour + count, 'key')).toMatch(/^[\w-]+\.[\w-]{42}[0-9A-Za-z]$/)
})

it.each(['', '.', 'a.b', '....', 'ä.ö'])('permits nothing to %j', forged => {
  expect(readFileToken(forged, 'key', nowMs)).toBeUndefined()
})

it.each([
  '',
  'x',
  '1795176000',
  ` ${objectKey}`,
  `x1795176000 ${objectKey}`,
  `1795176000  ${objectKey}`,
  `1795176000 ${objectKey} a b`,
])('permits nothing to what we never wrote, though our key signed it: %j', written => {
  const payload = Buffer.from(written).toString('base64url')
  const signature = createHmac('sha256', 'key').update(payload).digest('base64url')
  expect(readFileToken(`${payload}.${signature}`, 'key', 0)).toBeUndefined()
})

it('permits nothing to a token with a third part', () => {
  for (const forged of [`${token}.x`, `${token}..x`, `.${token}`])
    expect(readFileToken(forged, 'key', nowMs)).toBeUndefined()
})

it('is in each link to a photo, for ten minutes of work, an hour of an answer, or as long as an event is stored', async () => {
  const aws = await openAwsEndpoint()
  aws.answer(() => ({ SecretString: 'what files are signed with' }))
  Object.assign(process.env, { FILE_TOKEN_SECRET: 'file-token-key', MEDIA_URL: 'https://media.example' })
  expect(linkSeconds).toEqual({ work: 600, answer: 3600, event: 90 * 86_400 })
  const urlOf = await photoUrls(nowMs + 999, linkSeconds.work, 'agent-1')
  const [, linked = ''] = /^https:\/\/media\.example\/v1\/file\/(.+)$/.exec(urlOf(objectKey)) ?? []
  const key = await secret('file-token-key')
  expect(readFileToken(linked, key, nowMs + 599_999)).toEqual({ objectKey, reader: 'agent-1' })
  expect(readFileToken(linked, key, nowMs + 600_000)).toBeUndefined()
})

it('is read with the stage’s key, and with the key before as long as a link of it may last', async () => {
  const aws = await openAwsEndpoint()
  process.env.FILE_TOKEN_SECRET = 'rotated-file-token-key'
  aws.answer(({ body: { SecretId, VersionStage } }) => ({
    SecretString: `${SecretId} ${VersionStage === 'AWSPREVIOUS' ? 'before' : 'now'}`,
    CreatedDate: nowMs / 1000,
  }))
  forgetSecret()
  expect(fileLinkLifeDays).toBe(90)
  const inYears = nowMs / 1000 + 1000 * 86_400
  const signed = (key: string) => signFileToken({ objectKey }, inYears, `rotated-file-token-key ${key}`)
  const read = (key: string) => readPermission(signed(key), nowMs)
  const endsMs = nowMs + secretLeadMs + secretCacheMs + 90 * 86_400_000
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: endsMs - 1 })
    expect(await read('now')).toEqual({ objectKey })
    expect(await read('before')).toEqual({ objectKey })
    expect(await read('other')).toBeUndefined()
    vi.setSystemTime(endsMs)
    expect(await read('now')).toEqual({ objectKey })
    expect(await read('before')).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
