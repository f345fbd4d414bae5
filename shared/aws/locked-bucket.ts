import { createHash } from 'node:crypto'
import { GetObjectCommand, ListObjectVersionsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { setting } from './environment.ts'
import { Fault } from './fault.ts'
import { followLink } from './follow-link.ts'
import { transport } from './transport.ts'

/*
 * A bucket whose versions cannot be removed (S3 Object Lock). A later version, or a marker of deletion, can still be laid
 * over an object: whoever reads here goes by the first version, which nothing changes.
 */

/** How long a presigned link works, in seconds: it is followed at once. */
const linkSeconds = 60

let client: S3Client | undefined
const s3 = (): S3Client => {
  client ??= new S3Client({ requestHandler: transport() })
  return client
}

const bucket = (): string => setting('TRAIL_LOG_BUCKET')

/** What S3 answers where a condition of a write does not hold: something is there, or somebody is writing it just now. */
const refusals = ['PreconditionFailed', 'ConditionalRequestConflict']

/**
 * Stores an object where there is none. Answers false where there is one, or about to be. A bucket with a lock asks for a
 * digest of what it takes (https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html).
 */
export const putOnce = async (key: string, text: string): Promise<boolean> => {
  const object = {
    Bucket: bucket(),
    Key: key,
    Body: text,
    ContentLength: Buffer.byteLength(text),
    ChecksumSHA256: createHash('sha256').update(text).digest('base64'),
    IfNoneMatch: '*',
  }
  try {
    await s3().send(new PutObjectCommand(object))
    return true
  } catch (error) {
    if (refusals.includes((error as Error).name)) return false
    throw error
  }
}

/** An object by its first version, and what was laid over it. */
export interface FirstVersion {
  readonly key: string
  readonly versionId: string
  /** How many versions came after it. */
  readonly later: number
  /** Whether it was ever marked as deleted. */
  readonly isMarked: boolean
}

/**
 * The objects whose keys begin so, in the order of their keys.
 * @param after only those whose keys come after this one
 */
export const listFirst = async (prefix: string, after?: string): Promise<readonly FirstVersion[]> => {
  const found = new Map<string, FirstVersion>()
  const marked = new Set<string>()
  let place: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = { KeyMarker: after }
  do {
    const page = await s3().send(
      new ListObjectVersionsCommand({ Bucket: bucket(), Prefix: prefix, ...place }),
    )
    // The newest version of a key comes first.
    for (const { Key: key, VersionId: versionId } of page.Versions ?? [])
      found.set(key!, {
        ...{ key: key!, versionId: versionId!, isMarked: false },
        later: found.has(key!) ? found.get(key!)!.later + 1 : 0,
      })
    for (const { Key } of page.DeleteMarkers ?? []) marked.add(Key!)
    place = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : {}
  } while (place.KeyMarker !== undefined)
  return [...found.values()].map(first => ({ ...first, isMarked: marked.has(first.key) }))
}

/** What a version holds. @throws Fault if S3 fails, or has no such version */
export const readVersion = async ({
  key,
  versionId,
}: Pick<FirstVersion, 'key' | 'versionId'>): Promise<string> => {
  const object = { Bucket: bucket(), Key: key, VersionId: versionId }
  const link = await getSignedUrl(s3(), new GetObjectCommand(object), { expiresIn: linkSeconds })
  const { statusCode, body } = await followLink(link)
  if (statusCode !== 200) throw new Fault(`A version could not be read: ${statusCode}`)
  return body.toString()
}

/** What the first version of an object holds; undefined if there is none. @throws Fault if S3 fails */
export const readFirst = async (key: string): Promise<string | undefined> => {
  const first = (await listFirst(key)).find(each => each.key === key)
  return first && readVersion(first)
}
