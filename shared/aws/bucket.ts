import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { setting } from './environment.ts'
import { Fault } from './fault.ts'
import { followLink } from './follow-link.ts'
import { transport } from './transport.ts'

/** How long a presigned link works, in seconds: it is followed at once. */
const linkSeconds = 60

let client: S3Client | undefined
const s3 = (): S3Client => {
  client ??= new S3Client({ requestHandler: transport() })
  return client
}

/** Stores an evidence photo. */
export const putPhoto = async (key: string, bytes: Uint8Array, contentType: string): Promise<void> => {
  const object = { Bucket: setting('MEDIA_BUCKET'), Key: key, Body: bytes, ContentType: contentType }
  await s3().send(new PutObjectCommand(object))
}

/** Stores an object whose key says all there is to say. */
export const putMark = async (key: string): Promise<void> => {
  await s3().send(new PutObjectCommand({ Bucket: setting('MEDIA_BUCKET'), Key: key, Body: '' }))
}

/** A link to an object of the media bucket that works for a minute, and shows it so and in no other way. */
export const linkTo = (
  key: string,
  { contentType, fileName }: { contentType: string; fileName: string },
): Promise<string> => {
  const object = {
    Bucket: setting('MEDIA_BUCKET'),
    Key: key,
    ResponseContentType: contentType,
    ResponseContentDisposition: `inline; filename="${fileName}"`,
  }
  return getSignedUrl(s3(), new GetObjectCommand(object), { expiresIn: linkSeconds })
}

/** Where the bucket is asked: as a link to it says, which is signed here and asks nobody. */
export const bucketOrigin = async (): Promise<string> =>
  new URL(await linkTo('any', { contentType: 'image/jpeg', fileName: 'any' })).origin

/** What may be uploaded, to the byte. */
export interface Uploadable {
  readonly contentType: string
  readonly size: number
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

/** A request that uploads: S3 takes these bytes and no others from whoever makes it, until its time. */
export interface UploadRequest {
  readonly method: 'PUT'
  readonly url: string
  readonly headers: { readonly 'content-type': string; readonly 'x-amz-checksum-sha256': string }
  /** ISO 8601. */
  readonly expiresAt: string
}

/** The URL alone would let anything be put: S3 compares what is signed (its length with what comes), and the checksum. */
const signedOfUpload = new Set(['host', 'content-type', 'content-length', 'x-amz-checksum-sha256'])

/**
 * Lets somebody upload one photo, for so many seconds
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html).
 */
export const uploadTo = async (
  key: string,
  { contentType, size, sha256 }: Uploadable,
  { nowMs, seconds }: { readonly nowMs: number; readonly seconds: number },
): Promise<UploadRequest> => {
  const checksum = Buffer.from(sha256, 'hex').toString('base64')
  const object = {
    Bucket: setting('MEDIA_BUCKET'),
    Key: key,
    ContentType: contentType,
    ContentLength: size,
    ChecksumSHA256: checksum,
  }
  const url = await getSignedUrl(s3(), new PutObjectCommand(object), {
    expiresIn: seconds,
    signingDate: new Date(nowMs),
    signableHeaders: signedOfUpload,
    // In the query S3 does not look at it.
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  })
  return {
    method: 'PUT',
    url,
    headers: { 'content-type': contentType, 'x-amz-checksum-sha256': checksum },
    expiresAt: new Date(nowMs + seconds * 1000).toISOString(),
  }
}

/**
 * The bytes of a photo; undefined if it is not there, which S3 tells only those who may list the bucket: others are
 * denied it. @throws Fault if S3 fails
 */
export const readPhoto = async (key: string): Promise<Buffer | undefined> => {
  const object = { Bucket: setting('MEDIA_BUCKET'), Key: key }
  const link = await getSignedUrl(s3(), new GetObjectCommand(object), { expiresIn: linkSeconds })
  const { statusCode, body } = await followLink(link)
  if (statusCode === 404 || statusCode === 403) return undefined
  if (statusCode !== 200) throw new Fault(`A photo could not be read: ${statusCode}`)
  return body
}

/** Whether a photo is there. */
export const isStored = async (key: string): Promise<boolean> => {
  const place = { Bucket: setting('MEDIA_BUCKET'), Prefix: key, MaxKeys: 1 }
  const { Contents = [] } = await s3().send(new ListObjectsV2Command(place))
  return Contents.some(({ Key }) => Key === key)
}

/** Deletes a photo, if it is there. */
export const deletePhoto = async (key: string): Promise<void> => {
  await s3().send(new DeleteObjectCommand({ Bucket: setting('MEDIA_BUCKET'), Key: key }))
}

/** An object as the bucket lists it. */
export interface ListedObject {
  readonly key: string
  /** ISO 8601. */
  readonly storedAt: string
}

/** All objects whose keys begin so, in the order of their keys. */
export const listObjects = async (prefix: string): Promise<readonly ListedObject[]> => {
  const found: ListedObject[] = []
  let token: string | undefined
  do {
    const place = { Bucket: setting('MEDIA_BUCKET'), Prefix: prefix, ContinuationToken: token }
    const page = await s3().send(new ListObjectsV2Command(place))
    for (const { Key, LastModified } of page.Contents ?? [])
      found.push({ key: Key!, storedAt: LastModified!.toISOString() })
    token = page.NextContinuationToken
  } while (token !== undefined)
  return found
}

/**
 * Deletes all photos whose keys begin so, for good: the bucket keeps no versions. Answers how many, in a dry run without
 * deleting any.
 */
export const erasePhotos = async (prefix: string, isDry: boolean): Promise<number> => {
  const found = await listObjects(prefix)
  if (isDry) return found.length
  for (const { key } of found) await deletePhoto(key)
  return found.length
}
