import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listObjects, putObject, readObject, uploadExists } from '../../../shared/aws/bucket.ts'
import { Fault } from '../../../shared/aws/errors.ts'
import { listFirstVersions, putIfAbsent } from '../../../shared/aws/object-lock-bucket.ts'
import { bucketUrl, callS3, presignUrl } from '../../../shared/aws/s3.ts'
import { close, listen } from '../../support/listen.ts'

/* What S3 answers now and then, which no engine here does when it is wanted. */

interface Heard {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
}

let heard: Heard[] = []
let answers: ((response: ServerResponse) => void)[] = []

const says =
  (status: number, body = '') =>
  (response: ServerResponse) =>
    response.writeHead(status).end(body)
const hangUp = (response: ServerResponse) => response.destroy()

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://s3')
  const query = Object.fromEntries([...searchParams].filter(([name]) => !name.startsWith('X-Amz-')))
  heard.push({ method: request.method!, path: pathname, query, headers: request.headers })
  request.resume().on('end', () => answers.shift()!(response))
})

beforeAll(async () => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: await listen(server),
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    MEDIA_BUCKET: 'media',
  })
})
afterAll(() => close(server))
beforeEach(() => {
  heard = []
  answers = []
})

describe('what is asked of S3', () => {
  it('is asked up to three times where that may help', async () => {
    answers = [hangUp, says(503, '<Error><Code>SlowDown</Code></Error>'), says(200, 'bytes')]
    expect((await readObject('one'))?.toString()).toBe('bytes')
    expect(heard.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(3).fill('GET /media/one'))
  })

  it.each([
    [500, '<Error><Code>InternalError</Code></Error>', 3, '500 InternalError'],
    [400, '<Error><Code>BadDigest</Code></Error>', 1, '400 BadDigest'],
    [403, '<Error><Code>AccessDenied</Code><Key>1/live/9</Key></Error>', 1, '403 AccessDenied'],
    [418, 'no XML', 1, '418 '],
  ])(
    'and answered %i with %s fails, and the error says nothing of what it was',
    async (status, body, times, message) => {
      answers = Array(3).fill(says(status, body))
      await expect(putObject('1/live/9/photo', Buffer.from('bytes'), 'image/jpeg')).rejects.toThrow(
        new Fault(`S3 did not do as asked: ${message}`),
      )
      expect(heard).toHaveLength(times)
    },
  )

  it('and never answered fails', async () => {
    answers = Array(4).fill(hangUp)
    await expect(callS3({ method: 'DELETE', bucket: 'media', key: 'one' })).rejects.toThrow(
      new Fault('S3 did not do as asked: no answer'),
    )
  })

  it('carries what S3 compares with the bytes', async () => {
    answers = [says(200)]
    await putObject('one', Buffer.from('hello'), 'image/png')
    const [{ headers }] = heard as [Heard]
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '5',
      'x-amz-checksum-sha256': 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
    })
  })
})

describe('a list', () => {
  const object = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-11-22T10:00:00.000Z</LastModified><Size>1</Size></Contents>`

  it('is read to its end, whatever stands in its names', async () => {
    answers = [
      says(
        200,
        `<ListBucketResult><Prefix>a</Prefix>${object('a&amp;1')}${object('a&#60;2&#x3e;')}<IsTruncated>true</IsTruncated><NextContinuationToken>1/+&amp;=</NextContinuationToken></ListBucketResult>`,
      ),
      says(200, `<ListBucketResult>${object('a3')}<IsTruncated>false</IsTruncated></ListBucketResult>`),
    ]
    expect((await listObjects('a')).map(({ key, storedAt }) => [key, storedAt])).toEqual(
      ['a&1', 'a<2>', 'a3'].map(key => [key, '2026-11-22T10:00:00.000Z']),
    )
    expect(heard.map(({ path, query }) => [path, query])).toEqual([
      ['/media/', { 'list-type': '2', prefix: 'a' }],
      ['/media/', { 'list-type': '2', prefix: 'a', 'continuation-token': '1/+&=' }],
    ])
  })

  it('that is cut off fails, and is not taken for a whole one', async () => {
    answers = [says(200, `<ListBucketResult>${object('a1')}`)]
    await expect(listObjects('a')).rejects.toThrow(new Fault('An answer was not whole XML'))
  })

  it('that has another object of which the name begins so does not say that one is there', async () => {
    answers = [
      says(200, `<ListBucketResult>${object('one-2')}</ListBucketResult>`),
      says(200, '<ListBucketResult/>'),
    ]
    expect([await uploadExists('one'), await uploadExists('one')]).toEqual([false, false])
  })

  it('of versions is read to its end', async () => {
    const version = (key: string, id: string) =>
      `<Version><Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>true</IsLatest></Version>`
    answers = [
      says(
        200,
        `<ListVersionsResult>${version('h1', '2')}<IsTruncated>true</IsTruncated><NextKeyMarker>h1</NextKeyMarker><NextVersionIdMarker>2</NextVersionIdMarker></ListVersionsResult>`,
      ),
      says(
        200,
        `<ListVersionsResult>${version('h1', '1')}<DeleteMarker><Key>h2</Key><VersionId>4</VersionId></DeleteMarker>${version('h2', '3')}<IsTruncated>false</IsTruncated></ListVersionsResult>`,
      ),
    ]
    expect(await listFirstVersions('log', 'h', 'h0')).toEqual([
      { key: 'h1', versionId: '1', later: 1, isMarked: false },
      { key: 'h2', versionId: '3', later: 0, isMarked: true },
    ])
    expect(heard.map(({ query }) => query)).toEqual([
      { versions: '', prefix: 'h', 'key-marker': 'h0' },
      { versions: '', prefix: 'h', 'key-marker': 'h1', 'version-id-marker': '2' },
    ])
  })
})

it.each([
  [200, true],
  [409, false],
  [412, false],
])('an object that is put once is answered %i', async (status, isPut) => {
  answers = [says(status)]
  expect(await putIfAbsent('log', 'h1', 'text')).toBe(isPut)
  expect(heard[0]!.headers['if-none-match']).toBe('*')
})

it('is at a name of its bucket’s own in AWS', () => {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = process.env
  delete process.env.AWS_ENDPOINT_URL_S3
  delete process.env.AWS_ENDPOINT_URL
  try {
    expect(bucketUrl('media')).toBe('https://media.s3.eu-west-1.amazonaws.com')
    const link = presignUrl(
      { method: 'GET', bucket: 'media', key: 'a/b c' },
      { nowMs: Date.now(), seconds: 60 },
    )
    expect(link).toMatch(/^https:\/\/media\.s3\.eu-west-1\.amazonaws\.com\/a\/b%20c\?X-Amz-Algorithm=/)
  } finally {
    Object.assign(process.env, { AWS_ENDPOINT_URL_S3, ...(AWS_ENDPOINT_URL && { AWS_ENDPOINT_URL }) })
  }
})
