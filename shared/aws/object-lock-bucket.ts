import { callS3, parseXml, xmlElements, xmlText } from './s3.ts'

/* S3 Object Lock keeps versions. A later version or delete marker can still cover an object, so readers use the first version. */

const refusals = [412, 409]

/** False where there is an object or a concurrent write. A locked bucket requires a checksum (https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock-managing.html). */
export const putIfAbsent = async (
  bucket: string,
  key: string,
  body: Uint8Array | string,
): Promise<boolean> => {
  const asked = { method: 'PUT', bucket, key, headers: { 'if-none-match': '*' } } as const
  return (await callS3(asked, [200, ...refusals], body)).statusCode === 200
}

export interface ObjectVersion {
  readonly key: string
  readonly versionId: string
  readonly later: number
  readonly isMarked: boolean
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html */
const versionsPage = async (bucket: string, query: Readonly<Record<string, string>>) => {
  const asked = { method: 'GET', bucket, query: { versions: '', ...query } } as const
  const xml = parseXml(await callS3(asked))
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

export const listFirstVersions = async (
  bucket: string,
  prefix: string,
  after?: string,
): Promise<readonly ObjectVersion[]> => {
  const found = new Map<string, ObjectVersion>()
  const marked = new Set<string>()
  let markers: Readonly<Record<string, string>> | undefined =
    after === undefined ? {} : { 'key-marker': after }
  while (markers) {
    const page = await versionsPage(bucket, { prefix, ...markers })
    // S3 lists the newest version first.
    for (const one of page.versions)
      found.set(one.key, {
        ...one,
        isMarked: false,
        later: found.has(one.key) ? found.get(one.key)!.later + 1 : 0,
      })
    for (const key of page.marked) marked.add(key)
    markers = page.next
  }
  return [...found.values()].map(first => ({ ...first, isMarked: marked.has(first.key) }))
}

type VersionName = Pick<ObjectVersion, 'key' | 'versionId'>

export const readVersion = async (bucket: string, { key, versionId }: VersionName): Promise<Buffer> =>
  (await callS3({ method: 'GET', bucket, key, query: { versionId } })).body

export const findFirstVersion = async (bucket: string, key: string): Promise<ObjectVersion | undefined> =>
  (await listFirstVersions(bucket, key)).find(each => each.key === key)
