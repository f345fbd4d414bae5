/** An upload by presigned PUT, whose type, length and checksum are signed: what S3 answers to whoever bends it. */
import { createHash } from 'node:crypto'
import {
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { afterAll, describe, expect, test } from 'vitest'
import { allow, clientSettings, startWorld } from '../environment.ts'

const presigner = `
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
const s3 = new S3Client()
const signed = ['host', 'content-type', 'content-length', 'x-amz-checksum-sha256']
export const handler = ({ signingDate, expiresIn, ...input }) =>
  getSignedUrl(s3, new PutObjectCommand(input), {
    expiresIn,
    ...(signingDate && { signingDate: new Date(signingDate) }),
    signableHeaders: new Set(signed),
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  })`

const lister = `
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
export const handler = () => new S3Client().send(new ListBucketsCommand({}))`

const page = 'https://pages.example'
const world = await startWorld((stack, lambda) => {
  const bucket = new Bucket(stack, 'Bucket', {
    cors: [
      {
        allowedMethods: [HttpMethods.PUT],
        allowedOrigins: [page],
        allowedHeaders: ['content-type', 'x-amz-checksum-sha256'],
        maxAge: 600,
      },
    ],
  })
  lambda('Lister', lister)
  lambda('Presigner', presigner, { may: [allow(['s3:PutObject'], bucket.arnForObjects('incoming/*'))] })
})
afterAll(() => world?.stop())

const photo = Buffer.from('the bytes of a photo')
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64')
const bucket = (): string => world.emulator.physicalId('Service/Bucket')

const presigned = (more: object = {}) =>
  world.emulator.invoke('Service/Presigner', {
    Bucket: bucket(),
    Key: 'incoming/photo',
    ContentType: 'image/jpeg',
    ContentLength: photo.length,
    ChecksumSHA256: digestOf(photo),
    expiresIn: 60,
    ...more,
  }) as Promise<string>

const send = async (url: string, bytes: Buffer = photo, more: Record<string, string> = {}) => {
  const headers = { 'content-type': 'image/jpeg', 'x-amz-checksum-sha256': digestOf(photo), ...more }
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers })
  const text = await response.text()
  return { status: response.status, code: /<Code>(.*?)<\/Code>/.exec(text)?.[1], response }
}

const stored = async (): Promise<string | undefined> => {
  try {
    const { Body } = await new S3Client(clientSettings(world.emulator)).send(
      new GetObjectCommand({ Bucket: bucket(), Key: 'incoming/photo' }),
    )
    return await Body?.transformToString()
  } catch {
    return undefined
  }
}

describe('an upload', () => {
  test('with other bytes of the same length is a bad digest, and nothing is stored', async () => {
    const others = Buffer.from('THE bytes of a photo')
    expect(await send(await presigned(), others)).toMatchObject({ status: 400, code: 'BadDigest' })
    expect(await stored()).toBeUndefined()
  })

  test('with a checksum that is none is not valid', async () => {
    const url = await presigned({ ChecksumSHA256: 'none' })
    const sent = await send(url, photo, { 'x-amz-checksum-sha256': 'none' })
    expect(sent).toMatchObject({ status: 400, code: 'InvalidRequest' })
  })

  test('of another length, or with another checksum or type, is not what was signed', async () => {
    const url = await presigned()
    const longer = Buffer.concat([photo, photo])
    const notSigned = { status: 403, code: 'SignatureDoesNotMatch' }
    expect(await send(url, longer)).toMatchObject(notSigned)
    expect(await send(url, longer, { 'x-amz-checksum-sha256': digestOf(longer) })).toMatchObject(notSigned)
    expect(await send(url, photo, { 'content-type': 'text/html' })).toMatchObject(notSigned)
    expect(await stored()).toBeUndefined()
  })

  test('brings no header of AWS’s that was not signed', async () => {
    const sent = await send(await presigned(), photo, { 'x-amz-acl': 'public-read' })
    expect(sent).toMatchObject({ status: 403, code: 'AccessDenied' })
    expect(await stored()).toBeUndefined()
  })

  test('is too late after its time, and no time is longer than a week', async () => {
    const late = await presigned({ signingDate: Date.now() - 61_000 })
    expect(await send(late)).toMatchObject({ status: 403, code: 'AccessDenied' })
    const url = new URL(await presigned())
    url.searchParams.set('X-Amz-Expires', '604801')
    expect(await send(url.href)).toMatchObject({ status: 400, code: 'AuthorizationQueryParametersError' })
  })

  test('goes nowhere that its presigner’s role may not write to', async () => {
    const sent = await send(await presigned({ Key: 'evidence/photo' }))
    expect(sent).toMatchObject({ status: 403, code: 'AccessDenied' })
  })

  test('as it was signed is stored, twice to the same end', async () => {
    const url = await presigned()
    expect((await send(url)).status).toBe(200)
    expect((await send(url)).status).toBe(200)
    expect(await stored()).toBe(`${photo}`)
  })
})

test('objects are listed in pages, by prefix and after a key, and put once where that is asked for', async () => {
  const s3 = new S3Client(clientSettings(world.emulator))
  const put = (Key: string, more: object = {}) =>
    s3.send(new PutObjectCommand({ Bucket: bucket(), Key, Body: Key, ...more }))
  const list = async (asked: object) => {
    const { Contents = [], NextContinuationToken } = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket(), Prefix: 'list/', ...asked }),
    )
    return { keys: Contents.map(({ Key, Size }) => `${Key} ${Size}`), next: NextContinuationToken }
  }
  for (const key of ['list/2', 'list/1', 'list/a&<b', 'listed']) await put(key)
  const first = await list({ MaxKeys: 2 })
  expect(first.keys).toEqual(['list/1 6', 'list/2 6'])
  expect(await list({ ContinuationToken: first.next })).toEqual({ keys: ['list/a&<b 9'], next: undefined })
  expect((await list({ StartAfter: 'list/1' })).keys).toEqual(['list/2 6', 'list/a&<b 9'])
  await expect(put('list/1', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
})

test('buckets are listed to the operator, all of them, and to no function', async () => {
  const s3 = new S3Client(clientSettings(world.emulator))
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}))
  expect(Buckets.map(({ Name }) => Name)).toEqual([bucket()])
  await expect(s3.send(new ListBucketsCommand({ Prefix: 'x' }))).rejects.toMatchObject({
    name: 'NotImplemented',
  })
  await expect(world.emulator.invoke('Service/Lister', {})).rejects.toThrow(
    'is not authorized to perform: s3:ListAllMyBuckets',
  )
})

describe('a page of an allowed origin', () => {
  const ask = async (origin: string, headers: string, method = 'PUT') => {
    const asked = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    }
    return fetch(await presigned(), { method: 'OPTIONS', headers: asked })
  }

  test('may upload, and read what was answered', async () => {
    const answer = await ask(page, 'content-type, X-Amz-Checksum-Sha256')
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, page])
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type, x-amz-checksum-sha256')
    const { response } = await send(await presigned(), photo, { origin: page })
    expect(response.headers.get('access-control-allow-origin')).toBe(page)
    const refused = await send(await presigned(), Buffer.from('THE bytes of a photo'), { origin: page })
    expect([refused.status, refused.response.headers.get('access-control-allow-origin')]).toEqual([400, page])
  })

  test('may do nothing else, and no other page may do that', async () => {
    const statuses = [
      (await ask(page, 'content-type', 'DELETE')).status,
      (await ask(page, 'x-amz-acl')).status,
      (await ask('https://others.example', 'content-type')).status,
    ]
    expect(statuses).toEqual([403, 403, 403])
    const { response } = await send(await presigned(), photo, { origin: 'https://others.example' })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})
