import { setting } from './environment.ts'
import {
  bucketUrl,
  callS3,
  type PresignOptions,
  parseXml,
  presignUrl,
  sha256Checksum,
  xmlElements,
  xmlText,
} from './s3.ts'

const linkSeconds = 60

const object = (key: string) => ({ bucket: setting('MEDIA_BUCKET'), key })

export const putObject = async (key: string, bytes: Uint8Array, contentType: string): Promise<void> => {
  const headers = { 'content-type': contentType }
  await callS3({ ...object(key), method: 'PUT', headers }, [200], bytes)
}

export const putEmptyObject = async (key: string): Promise<void> => {
  const headers = { 'content-type': 'application/octet-stream' }
  await callS3({ ...object(key), method: 'PUT', headers }, [200], '')
}

/** The signed link fixes type and disposition of the response. */
export const presignDownload = (
  key: string,
  { contentType, fileName }: { contentType: string; fileName: string },
): string => {
  const query = {
    'response-content-type': contentType,
    'response-content-disposition': `inline; filename="${fileName}"`,
  }
  return presignUrl({ ...object(key), method: 'GET', query }, { nowMs: Date.now(), seconds: linkSeconds })
}

export const bucketOrigin = (): string => bucketUrl(setting('MEDIA_BUCKET'))

export interface UploadSpec {
  readonly contentType: string
  readonly size: number
  readonly sha256: string
}

export interface PresignedUpload {
  readonly method: 'PUT'
  readonly url: string
  readonly headers: {
    readonly 'content-type': string
    readonly 'if-none-match': '*'
    readonly 'x-amz-checksum-sha256': string
  }
  readonly expiresAt: string
}

/**
 * Signs length and checksum, because the URL alone would accept any bytes
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html), and that nothing is there
 * yet: S3 answers 412 to a second upload (https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html).
 */
export const presignUpload = (
  key: string,
  { contentType, size, sha256 }: UploadSpec,
  { nowMs, seconds }: PresignOptions,
): PresignedUpload => {
  const headers = {
    'content-type': contentType,
    'if-none-match': '*',
    ...sha256Checksum(Buffer.from(sha256, 'hex')),
  } as const
  const signed = { ...headers, 'content-length': `${size}` }
  return {
    method: 'PUT',
    url: presignUrl({ ...object(key), method: 'PUT', headers: signed }, { nowMs, seconds }),
    headers,
    expiresAt: new Date(nowMs + seconds * 1000).toISOString(),
  }
}

export const readObject = async (key: string): Promise<Buffer | undefined> => {
  const { statusCode, body } = await callS3({ ...object(key), method: 'GET' }, [200, 403, 404])
  return statusCode === 200 ? body : undefined
}

export const deleteObject = async (key: string): Promise<void> => {
  await callS3({ ...object(key), method: 'DELETE' })
}

interface ListedObject {
  readonly key: string
  readonly size: number
  readonly storedAt: string
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
const listPage = async (query: Readonly<Record<string, string>>) => {
  const asked = {
    method: 'GET',
    bucket: setting('MEDIA_BUCKET'),
    query: { 'list-type': '2', ...query },
  } as const
  const xml = parseXml(await callS3(asked))
  return {
    objects: xmlElements(xml, 'Contents').map(one => ({
      key: xmlText(one, 'Key')!,
      size: Number(xmlText(one, 'Size')),
      storedAt: new Date(xmlText(one, 'LastModified')!).toISOString(),
    })),
    next: xmlText(xml, 'NextContinuationToken'),
  }
}

/** An upload that was taken has an empty object in its place. */
const isThere = ({ size }: ListedObject): boolean => size > 0

export const uploadExists = async (key: string): Promise<boolean> => {
  const { objects } = await listPage({ prefix: key, 'max-keys': '1' })
  return objects.some(one => one.key === key && isThere(one))
}

/** @param after a key: those up to it are passed over */
export const listObjects = async (prefix: string, after?: string): Promise<readonly ListedObject[]> => {
  const found: ListedObject[] = []
  const from = after === undefined ? undefined : { 'start-after': after }
  let next: string | undefined
  do {
    const page = await listPage({ prefix, ...(next === undefined ? from : { 'continuation-token': next }) })
    found.push(...page.objects)
    next = page.next
  } while (next !== undefined)
  return found
}

/** Keys of the uploads that are there. */
export const listUploads = async (prefix: string): Promise<readonly string[]> =>
  (await listObjects(prefix)).filter(isThere).map(({ key }) => key)

/** The bucket keeps no versions. Returns how many; a dry run deletes none. */
export const deleteObjectsByPrefix = async (prefix: string, isDry: boolean): Promise<number> => {
  const found = await listObjects(prefix)
  if (isDry) return found.length
  for (const { key } of found) await deleteObject(key)
  return found.length
}
