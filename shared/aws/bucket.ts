import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { setting } from './environment.ts'
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

/** The keys of all photos that begin so. */
const listPhotos = async (prefix: string): Promise<readonly string[]> => {
  const found: string[] = []
  let token: string | undefined
  do {
    const place = { Bucket: setting('MEDIA_BUCKET'), Prefix: prefix, ContinuationToken: token }
    const page = await s3().send(new ListObjectsV2Command(place))
    found.push(...(page.Contents ?? []).map(({ Key }) => Key!))
    token = page.NextContinuationToken
  } while (token !== undefined)
  return found
}

/**
 * Deletes all photos whose keys begin so, for good: the bucket keeps no versions. Answers how many, in a dry run without
 * deleting any.
 */
export const erasePhotos = async (prefix: string, isDry: boolean): Promise<number> => {
  const found = await listPhotos(prefix)
  if (isDry) return found.length
  for (const Key of found) await s3().send(new DeleteObjectCommand({ Bucket: setting('MEDIA_BUCKET'), Key }))
  return found.length
}
