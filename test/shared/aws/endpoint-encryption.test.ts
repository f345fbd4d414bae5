import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encryptFor, forgetSecret } from '../../../shared/aws/secret.ts'
import type { LastFailure } from '../../../shared/webhook/endpoint/health.ts'
import {
  decryptFailure,
  decryptHeaders,
  decryptSecrets,
  encryptEndpointAnew,
  encryptFailure,
  encryptHeaders,
  encryptSecrets,
} from '../../../shared/webhook/endpoint/secret.ts'
import { type AwsEndpoint, openAwsEndpoint } from './endpoint.ts'

let aws: AwsEndpoint

beforeAll(async () => {
  aws = await openAwsEndpoint()
  process.env.PERSONAL_DATA_SECRET = 'arn:personal-data'
})

/** Secrets Manager after so many rotations: it keeps the value before. */
const rotated = (times: number): void => {
  aws.answer(({ body: { SecretId, VersionStage } }) => {
    const version = VersionStage === 'AWSPREVIOUS' ? times - 1 : times
    return version < 0
      ? { error: 'ResourceNotFoundException' }
      : { SecretString: `secret ${version} of ${SecretId}` }
  })
  forgetSecret()
}

beforeEach(() => rotated(0))

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

describe('after the stage’s secret was rotated', () => {
  const secrets = [{ secret: 'whsec_a' }, { secret: 'whsk_b', publicKey: 'whpk_b', until: 'then' }]
  const headers = [
    { name: 'x-key', value: 'one' },
    { name: 'x-other', value: 'two' },
  ]
  const storedNow = async () => ({
    id: 7,
    secrets: await encryptSecrets(7, secrets),
    headers: await encryptHeaders(7, headers),
    ...(await encryptFailure(7, failure)),
  })

  it('all that an endpoint holds is encrypted anew, and says the same once the value before has ended', async () => {
    const before = await storedNow()
    rotated(1)
    const anew = await encryptEndpointAnew(before)
    expect(Object.keys(anew!)).toEqual(['secrets', 'headers', 'lastAnswer'])
    rotated(2)
    expect(await decryptSecrets(7, anew!.secrets!)).toEqual(secrets)
    expect(await decryptHeaders(7, anew!.headers)).toEqual({ 'x-key': 'one', 'x-other': 'two' })
    const { lastFailure } = before
    expect(await decryptFailure({ id: 7, lastFailure, lastAnswer: anew!.lastAnswer! })).toEqual(failure)
    await expect(decryptSecrets(7, before.secrets)).rejects.toThrow('cannot be decrypted')
  })

  it('what is encrypted by the new value stays as it is', async () => {
    const [old] = await encryptSecrets(7, secrets)
    const oldHeaders = await encryptHeaders(7, headers)
    rotated(1)
    const [, fresh] = await encryptSecrets(7, secrets)
    expect(await encryptEndpointAnew(await storedNow())).toBeUndefined()
    const anew = await encryptEndpointAnew({ id: 7, secrets: [old!, fresh!] })
    expect(Object.keys(anew!)).toEqual(['secrets'])
    expect(anew!.secrets![1]).toEqual(fresh)
    expect(anew!.secrets![0]).not.toEqual(old)
    expect(await decryptSecrets(7, anew!.secrets!)).toEqual(secrets)
    expect(
      Object.keys((await encryptEndpointAnew({ id: 7, secrets: [fresh!], headers: oldHeaders }))!),
    ).toEqual(['headers'])
  })

  it('an endpoint without headers and without a failure has none afterwards', async () => {
    const before = await encryptSecrets(7, secrets)
    rotated(1)
    const { lastAnswer } = await encryptFailure(7, failure)
    const [fresh] = await encryptSecrets(7, secrets)
    expect(Object.keys((await encryptEndpointAnew({ id: 7, secrets: before }))!)).toEqual(['secrets'])
    expect(await encryptEndpointAnew({ id: 7, secrets: [fresh!], lastFailure: failure })).toBeUndefined()
    expect(await encryptEndpointAnew({ id: 7, secrets: [], lastAnswer: lastAnswer! })).toBeUndefined()
  })
})
