/** Lists of a locked bucket as S3 writes them. */
import { createHash } from 'node:crypto'
import { escapeXml } from '../../service-call.ts'
import type { LockedBucket } from './lock.ts'
import type { Listed } from './versions.ts'

const mostKeys = 1000

const element = (name: string, value: string | number | boolean): string =>
  `<${name}>${escapeXml(String(value))}</${name}>`

const limitOf = (query: URLSearchParams): number =>
  Math.min(mostKeys, Number(query.get('max-keys') ?? mostKeys))

const contentOf = ({ key, storedAt, bytes }: Listed): string =>
  [
    element('Key', key),
    element('LastModified', new Date(storedAt).toISOString()),
    ...(bytes === null
      ? []
      : [
          element('ETag', `"${createHash('md5').update(bytes).digest('hex')}"`),
          element('Size', bytes.length),
          element('StorageClass', 'STANDARD'),
        ]),
  ].join('')

const versionOf = (listed: Listed): string => {
  const name = listed.bytes === null ? 'DeleteMarker' : 'Version'
  const ids = element('VersionId', listed.versionId) + element('IsLatest', listed.isLatest)
  return `<${name}>${contentOf(listed)}${ids}</${name}>`
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html */
export const versionList = ({ name, versions }: LockedBucket, query: URLSearchParams): string => {
  const limit = limitOf(query)
  const key = query.get('key-marker') ?? undefined
  const versionId = query.get('version-id-marker') ?? undefined
  const more = versions.list({ prefix: query.get('prefix') ?? '', key, versionId, limit: limit + 1 })
  const shown = more.slice(0, limit)
  const last = shown.at(-1)
  const next =
    more.length > limit && last
      ? element('NextKeyMarker', last.key) + element('NextVersionIdMarker', last.versionId)
      : ''
  const about = element('Name', name) + element('IsTruncated', more.length > limit)
  return `<ListVersionsResult>${about}${next}${shown.map(versionOf).join('')}</ListVersionsResult>`
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html: only what is not marked as deleted, by its newest version. */
export const objectList = ({ name, versions }: LockedBucket, query: URLSearchParams): string => {
  const limit = limitOf(query)
  const after = query.get('continuation-token') ?? query.get('start-after') ?? undefined
  const all = versions.list({ prefix: query.get('prefix') ?? '', key: after, limit: -1 })
  const objects = all.filter(({ isLatest, bytes }) => isLatest && bytes !== null)
  const shown = objects.slice(0, limit)
  const isTruncated = objects.length > limit
  const next = isTruncated ? element('NextContinuationToken', shown.at(-1)!.key) : ''
  const about =
    element('Name', name) + element('KeyCount', shown.length) + element('IsTruncated', isTruncated)
  const contents = shown.map(listed => `<Contents>${contentOf(listed)}</Contents>`).join('')
  return `<ListBucketResult>${about}${next}${contents}</ListBucketResult>`
}
