import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { decryptFor, encryptFor } from '../../../shared/aws/secret.ts'
import { type AwsEndpoint, openAwsEndpoint } from './endpoint.ts'

let aws: AwsEndpoint

beforeAll(async () => {
  aws = await openAwsEndpoint()
  process.env.PERSONAL_DATA_SECRET = 'arn:personal-data'
  aws.answer(({ body }) => ({ SecretString: `the secret of ${body.SecretId}` }))
})

const bytes = Buffer.from('63184876213')

it('decrypts what was encrypted for this purpose and subject', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array(), fc.string(), async (any, subject) => {
      expect(await decryptFor('lookup', subject, await encryptFor('lookup', subject, any))).toEqual(
        Buffer.from(any),
      )
    }),
  ))

it('encrypts the same bytes differently each time, and shows none of them', async () => {
  const [one, two] = [await encryptFor('lookup', '7', bytes), await encryptFor('lookup', '7', bytes)]
  expect(one).not.toEqual(two)
  expect(Buffer.from(one).includes(bytes)).toBe(false)
  expect(one.length).toBe(12 + 16 + bytes.length)
})

it.each([
  ['another purpose', 'event', '7'],
  ['another subject', 'lookup', '8'],
])('does not decrypt for %s', async (_what, purpose, subject) => {
  const sealed = await encryptFor('lookup', '7', bytes)
  await expect(decryptFor(purpose, subject, sealed)).rejects.toThrow()
})

it('does not decrypt when any byte of it was changed, or one is missing', async () => {
  const sealed = await encryptFor('lookup', '7', bytes)
  for (const offset of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[offset]! ^= 1
    await expect(decryptFor('lookup', '7', changed), `byte ${offset}`).rejects.toThrow()
  }
  await expect(decryptFor('lookup', '7', sealed.subarray(0, -1))).rejects.toThrow()
  // A tag of eight bytes is a prefix of the right one, and easier to guess.
  const empty = await encryptFor('lookup', '7', Buffer.alloc(0))
  await expect(decryptFor('lookup', '7', empty.subarray(0, 20))).rejects.toThrow()
})
