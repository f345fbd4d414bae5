import { setting } from './environment.ts'
import {
  callS3,
  sha256Checksum,
  xmlElements,
  type PresignOptions,
  presignUrl,
  bucketUrl,
  xmlText,
} from './s3.ts'

/** How long a link to a photo works, in seconds: it is followed at once. */
const linkSeconds = 60

const photo = (key: string) => ({ bucket: setting('MEDIA_BUCKET'), key })

/** Stores an evidence photo. */
export const putPhoto = async (key: string, bytes: Uint8Array, contentType: string): Promise<void> => {
  const headers = { 'content-type': contentType }
  await callS3({ ...photo(key), method: 'PUT', headers }, [200], bytes)
}

/** Stores an object whose key says all there is to say. */
export const putEmptyObject = async (key: string): Promise<void> => {
  const headers = { 'content-type': 'application/octet-stream' }
  await callS3({ ...photo(key), method: 'PUT', headers }, [200], '')
}

/** A link to an object of the media bucket that works for a minute, and shows it so and in no other way. */
export const presignDownload = (
  key: string,
  { contentType, fileName }: { contentType: string; fileName: string },
): string => {
  const query = {
    'response-content-type': contentType,
    'response-content-disposition': `inline; filename="${fileName}"`,
  }
  return presignUrl({ ...photo(key), method: 'GET', query }, { nowMs: Date.now(), seconds: linkSeconds })
}

/** Where the bucket is asked. */
export const bucketOrigin = (): string => bucketUrl(setting('MEDIA_BUCKET'))

/** What may be uploaded, to the byte. */
export interface UploadSpec {
  readonly contentType: string
  readonly size: number
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

/** A request that uploads: S3 takes these bytes and no others from whoever makes it, until its time. */
export interface PresignedUpload {
  readonly method: 'PUT'
  readonly url: string
  readonly headers: { readonly 'content-type': string; readonly 'x-amz-checksum-sha256': string }
  /** ISO 8601. */
  readonly expiresAt: string
}

/**
 * Lets somebody upload one photo, for so many seconds
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html). The URL alone would let
 * anything be put: S3 compares what is signed (its length with what comes), and the checksum.
 */
export const presignUpload = (
  key: string,
  { contentType, size, sha256 }: UploadSpec,
  { nowMs, seconds }: PresignOptions,
): PresignedUpload => {
  const headers = { 'content-type': contentType, ...sha256Checksum(Buffer.from(sha256, 'hex')) }
  const signed = { ...headers, 'content-length': `${size}` }
  return {
    method: 'PUT',
    url: presignUrl({ ...photo(key), method: 'PUT', headers: signed }, { nowMs, seconds }),
    headers,
    expiresAt: new Date(nowMs + seconds * 1000).toISOString(),
  }
}

/**
 * The bytes of a photo; undefined if it is not there, which S3 tells only those who may list the bucket: others are
 * denied it. @throws Fault if S3 fails
 */
export const readPhoto = async (key: string): Promise<Buffer | undefined> => {
  const { statusCode, body } = await callS3({ ...photo(key), method: 'GET' }, [200, 403, 404])
  return statusCode === 200 ? body : undefined
}

/** Deletes a photo, if it is there. */
export const deletePhoto = async (key: string): Promise<void> => {
  await callS3({ ...photo(key), method: 'DELETE' })
}

/** An object as the bucket lists it. */
export interface ListedObject {
  readonly key: string
  /** ISO 8601. */
  readonly storedAt: string
}

/** A page of a list (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). */
const listPage = async (query: Readonly<Record<string, string>>) => {
  const asked = {
    method: 'GET',
    bucket: setting('MEDIA_BUCKET'),
    query: { 'list-type': '2', ...query },
  } as const
  const xml = (await callS3(asked)).body.toString()
  return {
    objects: xmlElements(xml, 'Contents').map(one => ({
      key: xmlText(one, 'Key')!,
      storedAt: new Date(xmlText(one, 'LastModified')!).toISOString(),
    })),
    next: xmlText(xml, 'NextContinuationToken'),
  }
}

/** Whether a photo is there. */
export const photoExists = async (key: string): Promise<boolean> => {
  const { objects } = await listPage({ prefix: key, 'max-keys': '1' })
  return objects.some(one => one.key === key)
}

/** All objects whose keys begin so, in the order of their keys. */
export const listObjects = async (prefix: string): Promise<readonly ListedObject[]> => {
  const found: ListedObject[] = []
  let next: string | undefined
  do {
    const page = await listPage({ prefix, ...(next !== undefined && { 'continuation-token': next }) })
    found.push(...page.objects)
    next = page.next
  } while (next !== undefined)
  return found
}

/**
 * Deletes all photos whose keys begin so, for good: the bucket keeps no versions. Answers how many, in a dry run without
 * deleting any.
 */
export const deletePhotosByPrefix = async (prefix: string, isDry: boolean): Promise<number> => {
  const found = await listObjects(prefix)
  if (isDry) return found.length
  for (const { key } of found) await deletePhoto(key)
  return found.length
}
