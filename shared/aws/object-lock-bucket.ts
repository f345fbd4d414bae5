import { setting } from './environment.ts'
import { callS3, xmlElements, xmlText } from './s3.ts'

/*
 * A bucket whose versions cannot be removed (S3 Object Lock). A later version, or a marker of deletion, can still be laid
 * over an object: whoever reads here goes by the first version, which nothing changes.
 */

const bucket = (): string => setting('TRAIL_LOG_BUCKET')

/** What S3 answers where a condition of a write does not hold: something is there, or somebody is writing it just now. */
const refusals = [412, 409]

/**
 * Stores an object where there is none. Answers false where there is one, or about to be. A bucket with a lock asks for a
 * digest of what it takes (https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html).
 */
export const putIfAbsent = async (key: string, text: string): Promise<boolean> => {
  const asked = { method: 'PUT', bucket: bucket(), key, headers: { 'if-none-match': '*' } } as const
  return (await callS3(asked, [200, ...refusals], text)).statusCode === 200
}

/** An object by its first version, and what was laid over it. */
export interface ObjectVersion {
  readonly key: string
  readonly versionId: string
  /** How many versions came after it. */
  readonly later: number
  /** Whether it was ever marked as deleted. */
  readonly isMarked: boolean
}

/** A page of all versions (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html). */
const versionsPage = async (query: Readonly<Record<string, string>>) => {
  const asked = { method: 'GET', bucket: bucket(), query: { versions: '', ...query } } as const
  const xml = (await callS3(asked)).body.toString()
  const [key, version] = [xmlText(xml, 'NextKeyMarker'), xmlText(xml, 'NextVersionIdMarker')]
  return {
    versions: xmlElements(xml, 'Version').map(one => ({
      key: xmlText(one, 'Key')!,
      versionId: xmlText(one, 'VersionId')!,
    })),
    marked: xmlElements(xml, 'DeleteMarker').map(one => xmlText(one, 'Key')!),
    next:
      xmlText(xml, 'IsTruncated') === 'true' && key !== undefined
        ? { 'key-marker': key, ...(version !== undefined && { 'version-id-marker': version }) }
        : undefined,
  }
}

/**
 * The objects whose keys begin so, in the order of their keys.
 * @param after only those whose keys come after this one
 */
export const listFirstVersions = async (
  prefix: string,
  after?: string,
): Promise<readonly ObjectVersion[]> => {
  const found = new Map<string, ObjectVersion>()
  const marked = new Set<string>()
  let place: Readonly<Record<string, string>> | undefined = after === undefined ? {} : { 'key-marker': after }
  while (place) {
    const page = await versionsPage({ prefix, ...place })
    // The newest version of a key comes first.
    for (const one of page.versions)
      found.set(one.key, {
        ...one,
        isMarked: false,
        later: found.has(one.key) ? found.get(one.key)!.later + 1 : 0,
      })
    for (const key of page.marked) marked.add(key)
    place = page.next
  }
  return [...found.values()].map(first => ({ ...first, isMarked: marked.has(first.key) }))
}

/** What a version holds. @throws Fault if S3 fails, or has no such version */
export const readVersion = async ({
  key,
  versionId,
}: Pick<ObjectVersion, 'key' | 'versionId'>): Promise<string> => {
  const asked = { method: 'GET', bucket: bucket(), key, query: { versionId } } as const
  return (await callS3(asked)).body.toString()
}

/** What the first version of an object holds; undefined if there is none. @throws Fault if S3 fails */
export const readFirstVersion = async (key: string): Promise<string | undefined> => {
  const first = (await listFirstVersions(key)).find(each => each.key === key)
  return first && readVersion(first)
}
