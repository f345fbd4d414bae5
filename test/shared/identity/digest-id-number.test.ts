import { createHmac } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { secret } from '../../../shared/aws/secret.ts'
import { digestIdNumber } from '../../../shared/identity/digest-id-number.ts'
import { digestPersonal } from '../../../shared/table/personal-digest.ts'
import { openAwsEndpoint } from '../aws/endpoint.ts'

beforeAll(async () => {
  const aws = await openAwsEndpoint()
  aws.answer(() => ({ SecretString: 'what numbers are digested with' }))
  process.env.ID_NUMBER_SECRET = 'id-number-key'
})

const keyed = async (text: string) =>
  createHmac('sha256', await secret('id-number-key'))
    .update(text)
    .digest('base64url')

it('keeps an id number by a keyed digest of its normal form, and its last four characters', async () => {
  const kept = { idNumberDigest: await keyed('ABC12345AA12'), idNumberLast4: 'AA12' }
  expect(await digestIdNumber('abc-12345-aa-12')).toEqual(kept)
  expect(await digestIdNumber('ABC12345AA12')).toEqual(kept)
})

it('keeps any other text by its own', async () => {
  expect(await digestPersonal('08031234567')).toBe(await keyed('08031234567'))
  expect(await digestPersonal('08031234567')).not.toBe(await digestPersonal('08031234568'))
})
