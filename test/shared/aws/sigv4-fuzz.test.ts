import { hash } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSigner, createUrlSigner } from '../../../shared/aws/sigv4.ts'
import { isNightly } from '../../support/tier.ts'

/** As callers give them: nothing that a signer would have to fold. */
const value = fc.stringMatching(/^[!-~]{1,20}( [!-~]{1,20})?$/)
const headers = fc.dictionary(fc.stringMatching(/^a-[a-z]{1,8}(-[a-z]{1,8})?$/), value, { maxKeys: 5 })
const text = fc.string({ unit: 'grapheme', maxLength: 60 })
const signingDate = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
const region = fc.constantFrom('us-east-1', 'eu-west-1', 'af-south-1')
const credentials = fc.record(
  {
    accessKeyId: fc.stringMatching(/^[A-Z0-9]{16}$/),
    secretAccessKey: fc.string({ minLength: 1, maxLength: 40 }),
    sessionToken: fc.base64String({ minLength: 1 }),
  },
  { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
)
const runs = { numRuns: isNightly ? 1000 : 200, seed: 2026 }
const [hostname, protocol] = ['any.example', 'https:']

it('signs requests as the SDK does', async () => {
  const path = fc.stringMatching(/^(\/[A-Za-z0-9_~-]{1,8}){1,3}$/)
  const request = fc.record({ credentials, region, signingDate, headers, path, body: text })
  const isAsTheirs = async ({ signingDate, headers, path, body, ...settings }: Infer<typeof request>) => {
    const signer = await new DynamoDBClient(settings).config.signer()
    const given = { host: hostname, ...headers, 'x-amz-content-sha256': hash('sha256', body) }
    const asked = { method: 'POST', protocol, hostname, path, query: {}, headers: given, body }
    const theirs = await signer.sign(asked, { signingDate })
    const sign = createSigner(settings.credentials, { region: settings.region, service: 'dynamodb' })
    expect(sign(given, body, +signingDate, path)).toEqual(theirs.headers)
  }
  await fc.assert(fc.asyncProperty(request, isAsTheirs), runs)
})

it('signs links as the SDK does', async () => {
  const shown = fc.record(
    { VersionId: text, ResponseContentDisposition: text, ResponseContentType: text },
    { requiredKeys: [] },
  )
  const expiresIn = fc.integer({ min: 1, max: 604_800 })
  const request = fc.record({ credentials, region, signingDate, Key: text, shown, expiresIn })
  const isAsTheirs = async ({ signingDate, Key, shown, expiresIn, ...settings }: Infer<typeof request>) => {
    const command = new GetObjectCommand({ Bucket: 'media', Key: `k${Key}`, ...shown })
    const theirs = await getSignedUrl(new S3Client(settings), command, { signingDate, expiresIn })
    const [, host, path, signed] = /^https:..([^/]+)([^?]+)[?](.+)$/.exec(theirs)!
    const parts = Object.fromEntries(new URLSearchParams(signed))
    const given = Object.entries(parts).filter(([name]) => !/^X-Amz-(?!Content)/.test(name))
    const sign = createUrlSigner(settings.credentials, { region: settings.region, service: 's3' })
    const asked = { method: 'GET', path: path!, query: Object.fromEntries(given), headers: { host: host! } }
    const ours = sign(asked, +signingDate, expiresIn)
    expect(Object.fromEntries(new URLSearchParams(ours))).toEqual(parts)
  }
  await fc.assert(fc.asyncProperty(request, isAsTheirs), runs)
})

type Infer<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
