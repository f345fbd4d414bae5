import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { setting } from './environment.ts'

/** How long a presigned link works, in seconds: it is followed at once. */
const linkSeconds = 60

let client: S3Client | undefined
const s3 = (): S3Client => {
  client ??= new S3Client({})
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
