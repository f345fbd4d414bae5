import { beforeAll, expect, it } from 'vitest'
import { encryptFor } from '../../../shared/aws/secret.ts'
import type { LastFailure } from '../../../shared/webhook/endpoint/health.ts'
import {
  decryptFailure,
  decryptHeaders,
  decryptSecrets,
  encryptFailure,
  encryptHeaders,
  encryptSecrets,
} from '../../../shared/webhook/endpoint/secret.ts'
import { type AwsEndpoint, openAwsEndpoint } from './endpoint.ts'

let aws: AwsEndpoint

beforeAll(async () => {
  aws = await openAwsEndpoint()
  process.env.PERSONAL_DATA_SECRET = 'arn:personal-data'
  aws.answer(({ body }) => ({ SecretString: `the secret of ${body.SecretId}` }))
})

const text = Buffer.from('text')
const failure: LastFailure = {
  eventId: 'evt_1',
  at: '2026-11-20T12:00:00.000Z',
  status: 500,
  failure: 'status',
  detail: null,
  answer: 'no',
}

it('opens the secrets of an endpoint for it alone', async () => {
  const secrets = [{ secret: 'whsec_a' }, { secret: 'whsk_b', publicKey: 'whpk_b', until: 'then' }]
  const stored = await encryptSecrets(7, secrets)
  expect(stored[1]).toEqual({ publicKey: 'whpk_b', until: 'then', encrypted: stored[1]!.encrypted })
  expect(await decryptSecrets(7, stored)).toEqual(secrets)
  await expect(decryptSecrets(8, stored)).rejects.toThrow()
  // What endpoints of today have stored.
  const encrypted = await encryptFor('webhook-secret', '7', text)
  expect(await decryptSecrets(7, [{ encrypted }])).toEqual([{ secret: 'text' }])
})

it('opens the headers of an endpoint for it and their names alone', async () => {
  const stored = await encryptHeaders(7, [{ name: 'x-key', value: 'ọ' }])
  expect(await decryptHeaders(7, stored)).toEqual({ 'x-key': 'ọ' })
  await expect(decryptHeaders(8, stored)).rejects.toThrow()
  await expect(decryptHeaders(7, [{ ...stored[0]!, name: 'x-other' }])).rejects.toThrow()
  expect(await decryptHeaders(7)).toEqual({})
  const encrypted = await encryptFor('webhook-header', '7 x-key', text)
  expect(await decryptHeaders(7, [{ name: 'x-key', encrypted }])).toEqual({ 'x-key': 'text' })
})

it('keeps the answer of a failure apart, and opens it for that failure alone', async () => {
  const { lastFailure, lastAnswer } = await encryptFailure(7, failure)
  expect(lastFailure.answer).toBeNull()
  expect(await decryptFailure({ id: 7, lastFailure, lastAnswer: lastAnswer! })).toEqual(failure)
  await expect(decryptFailure({ id: 8, lastFailure, lastAnswer: lastAnswer! })).rejects.toThrow()
  const encrypted = await encryptFor('last-answer', `7 ${lastFailure.eventId} ${lastFailure.at}`, text)
  expect(await decryptFailure({ id: 7, lastFailure, lastAnswer: encrypted })).toMatchObject({
    answer: 'text',
  })
  expect(await encryptFailure(7, lastFailure)).toEqual({ lastFailure })
  expect(await decryptFailure({ id: 7, lastFailure })).toEqual(lastFailure)
  expect(await decryptFailure({ id: 7 })).toBeUndefined()
})
