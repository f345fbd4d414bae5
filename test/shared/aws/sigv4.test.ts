import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
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

/** What the SDK would send, signed by the SDK. */
const signedBySdk = async (region: string, credentials: Credentials, atMs: number, note: string) => {
  let sent: Signed | undefined
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    handle: async (request: Signed) => {
      sent = request
      return { response: { statusCode: 200, headers: {}, body: Buffer.from('{}') } }
    },
  }
  const systemClockOffset = atMs - Date.now()
  const client = new DynamoDBClient({ region, credentials, requestHandler, systemClockOffset } as object)
  await client.send(new PutItemCommand({ TableName: 'table', Item: { pk: { S: note } } }))
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

describe('a signature', () => {
  const noon = Date.parse('2026-11-20T12:00:00Z')

  it.each([
    ['of a plain request', 'us-east-1', keys, noon, 'plain'],
    ['in another region', 'eu-west-1', keys, noon, 'plain'],
    ['under a session', 'us-east-1', { ...keys, sessionToken: 'token+/=' }, noon, 'plain'],
    ['of text beyond ASCII', 'us-east-1', keys, noon, 'Ṣọlá Adéyẹmí 😀 "quoted"\n'],
    ['in the last second of a day', 'us-east-1', keys, Date.parse('2026-12-31T23:59:59Z'), 'plain'],
    ['in the first second of a day', 'us-east-1', keys, Date.parse('2027-01-01T00:00:02Z'), 'plain'],
  ])('%s is the one that the SDK makes', async (_what, region, credentials, atMs, note) => {
    const theirs = await signedBySdk(region, credentials, atMs, note)
    const sign = createSigner(credentials, { region, service: 'dynamodb' })
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
  const noon = Date.parse('2026-11-20T12:00:00Z')
  const get = (Key: string, more: object = {}) => new GetObjectCommand({ Bucket: 'media', Key, ...more })
  const put = new PutObjectCommand({
    ...{ Bucket: 'media', Key: 'incoming/1', ContentType: 'image/jpeg', ContentLength: 5 },
    ChecksumSHA256: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  })
  const uploads = {
    signableHeaders: new Set(['host', 'content-type', 'content-length', 'x-amz-checksum-sha256']),
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  }
  const headers = {
    ...{ 'content-type': 'image/jpeg', 'content-length': '5' },
    'x-amz-checksum-sha256': 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  }
  const shown = {
    ResponseContentDisposition: `inline; filename="it's (1)*!.png"`,
    ResponseContentType: 'a/b',
  }

  it.each([
    ['to an object', get('1/test/evidence/one'), keys, {}, {}],
    ['in a session', get('one'), { ...keys, sessionToken: 'token+/=' }, {}, {}],
    ['to a key with much to escape', get(`a b/ṣọlá+'(1)*!&=?#%41.png`), keys, {}, {}],
    ['that fixes how it is shown', get('one', shown), keys, {}, {}],
    ['to one version', get('one', { VersionId: 'a.b_C' }), keys, {}, {}],
    ['that uploads', put, keys, uploads, headers],
  ] as const)('%s is the one that the SDK makes', async (_what, command, credentials, options, sent) => {
    const client = new S3Client({ region: 'eu-west-1', credentials })
    const signing = { expiresIn: 60, signingDate: new Date(noon), ...options }
    const { host, pathname, searchParams } = new URL(await getSignedUrl(client, command as never, signing))
    const theirs = Object.fromEntries(searchParams)
    const query = Object.fromEntries(
      Object.entries(theirs).filter(
        ([name]) => !/^X-Amz-(Alg|Cred|Date|Exp|Security|Signed|Signature)/.test(name),
      ),
    )
    const sign = createUrlSigner(credentials, { region: 'eu-west-1', service: 's3' })
    const method = command === put ? 'PUT' : 'GET'
    const ours = sign({ method, path: pathname, query, headers: { host, ...sent } }, noon, 60)
    expect(Object.fromEntries(new URLSearchParams(ours))).toEqual(theirs)
  })

  it('is the one of the service’s own example', () => {
    const example = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const sign = createUrlSigner(example, { region: 'us-east-1', service: 's3' })
    const request = {
      ...{ method: 'GET', path: '/test.txt', query: {} },
      headers: { host: 'examplebucket.s3.amazonaws.com' },
    }
    expect(sign(request, Date.parse('2013-05-24T00:00:00Z'), 86_400)).toMatch(
      /&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404$/,
    )
  })
})
