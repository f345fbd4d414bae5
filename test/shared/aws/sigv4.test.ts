import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, it } from 'vitest'
import { type Credentials, createSigner, createUrlSigner } from '../../../shared/aws/sigv4.ts'

interface Signed {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const keys: Credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}

const signedBySdk = async (credentials: Credentials, atMs: number) => {
  let sent: Signed | undefined
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request: Signed) => {
      sent = request
      return { response: { statusCode: 200, headers: {}, body: Buffer.from('{}') } }
    },
  }
  const systemClockOffset = atMs - Date.now()
  const settings = { region: 'us-east-1', credentials, requestHandler, systemClockOffset }
  const client = new DynamoDBClient(settings as object)
  await client.send(new PutItemCommand({ TableName: 'table', Item: { pk: { S: 'Ṣọlá' } } }))
  return sent!
}

const timeIn = (stamp: string): number =>
  Date.parse(stamp.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))

/** The headers that the SDK signed, but for those that a signer adds. */
const givenTo = ({ headers }: Signed): Record<string, string> => {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization!)![1]!.split(';')
  const added = ['x-amz-date', 'x-amz-security-token']
  const wanted = names.filter(name => !added.includes(name))
  return Object.fromEntries(wanted.map(name => [name, headers[name]!]))
}

/* `sigv4-fuzz.test.ts` signs many requests and links beside the SDK. */

const noon = Date.parse('2026-11-20T12:00:00Z')

describe('a signature', () => {
  it.each([
    ['of a plain request', keys],
    ['under a session', { ...keys, sessionToken: 'token+/=' }],
  ])('%s is the one that the SDK makes', async (_what, credentials) => {
    const theirs = await signedBySdk(credentials, noon)
    const sign = createSigner(credentials, { region: 'us-east-1', service: 'dynamodb' })
    const ours = sign(givenTo(theirs), theirs.body, timeIn(theirs.headers['x-amz-date']!))
    expect(ours.authorization).toBe(theirs.headers.authorization)
    expect(ours['x-amz-date']).toBe(theirs.headers['x-amz-date'])
    expect(ours['x-amz-security-token']).toBe(theirs.headers['x-amz-security-token'])
  })

  it('of the next day has the key of the next day', () => {
    const sign = createSigner(keys, { region: 'us-east-1', service: 'dynamodb' })
    const fresh = () => createSigner(keys, { region: 'us-east-1', service: 'dynamodb' })
    for (const day of [0, 0, 1, 2, 1])
      expect(sign({ host: 'h' }, '{}', noon + day * 86_400_000)).toEqual(
        fresh()({ host: 'h' }, '{}', noon + day * 86_400_000),
      )
  })
})

describe('a link', () => {
  const put = new PutObjectCommand({
    Bucket: 'media',
    Key: 'incoming/1',
    ContentType: 'image/jpeg',
    ContentLength: 5,
    ChecksumSHA256: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  })
  const uploads = {
    signableHeaders: new Set(['host', 'content-type', 'content-length', 'x-amz-checksum-sha256']),
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  }
  const headers = {
    'content-type': 'image/jpeg',
    'content-length': '5',
    'x-amz-checksum-sha256': 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  }

  it('that uploads is the one that the SDK makes', async () => {
    const client = new S3Client({ region: 'eu-west-1', credentials: keys })
    const signing = { expiresIn: 60, signingDate: new Date(noon), ...uploads }
    const { host, pathname, searchParams } = new URL(await getSignedUrl(client, put, signing))
    const theirs = Object.fromEntries(searchParams)
    const given = Object.entries(theirs).filter(
      ([name]) => !/^X-Amz-(Alg|Cred|Date|Exp|Security|Signed|Signature)/.test(name),
    )
    const sign = createUrlSigner(keys, { region: 'eu-west-1', service: 's3' })
    const asked = { method: 'PUT', path: pathname, query: Object.fromEntries(given) }
    const ours = sign({ ...asked, headers: { host, ...headers } }, noon, 60)
    expect(Object.fromEntries(new URLSearchParams(ours))).toEqual(theirs)
  })

  it('is the one of the service’s own example', () => {
    const example = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const sign = createUrlSigner(example, { region: 'us-east-1', service: 's3' })
    const request = {
      method: 'GET',
      path: '/test.txt',
      query: {},
      headers: { host: 'examplebucket.s3.amazonaws.com' },
    }
    expect(sign(request, Date.parse('2013-05-24T00:00:00Z'), 86_400)).toMatch(
      /&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404$/,
    )
  })
})
