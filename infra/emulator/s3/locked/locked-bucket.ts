import { createHash } from 'node:crypto'
import type { Access } from '../../iam/policy.ts'
import { type Answer, type GatewayRequest, xmlAnswer, xmlElement, xmlError } from '../../service-call.ts'
import {
  isUnderRetention,
  type LockedBucket,
  retentionFrom,
  type Version,
  type VersionPage,
} from './versions.ts'

interface ObjectRequest {
  readonly request: GatewayRequest
  readonly key: string
  readonly query: URLSearchParams
}

const bypassHeader = 'x-amz-bypass-governance-retention'
const wantsBypass = ({ headers }: GatewayRequest): boolean => headers[bypassHeader] === 'true'

const emptyAnswer = (headers: Record<string, string>, status = 200): Answer => ({
  status,
  headers,
  body: Buffer.alloc(0),
})
const held = xmlError(403, 'AccessDenied', 'Access Denied because object protected by object lock.')
const missing = (code: 'NoSuchKey' | 'NoSuchVersion'): Answer =>
  xmlError(404, code, 'The specified key or version does not exist.')

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html: a delete marker does not block
 * a write.
 */
const putObject = ({ versions, lock }: LockedBucket, { request, key }: ObjectRequest): Answer => {
  if (!Object.keys(request.headers).some(name => /^(content-md5$|x-amz-checksum-)/.test(name)))
    return xmlError(
      400,
      'InvalidRequest',
      'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
    )
  const current = versions.newest(key)
  if (request.headers['if-none-match'] === '*' && current && current.bytes !== null)
    return xmlError(
      412,
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
    )
  const versionId = versions.add(key, request.body, retentionFrom(lock, Date.now()))
  const etag = `"${createHash('md5').update(request.body).digest('hex')}"`
  return emptyAnswer({ etag, 'x-amz-version-id': versionId })
}

const found = ({ versions }: LockedBucket, { key, query }: ObjectRequest): Version | undefined => {
  const versionId = query.get('versionId')
  return versionId === null ? versions.newest(key) : versions.one(key, versionId)
}

const getObject = (bucket: LockedBucket, asked: ObjectRequest): Answer => {
  const version = found(bucket, asked)
  if (!version?.bytes) return missing(asked.query.has('versionId') ? 'NoSuchVersion' : 'NoSuchKey')
  return {
    status: 200,
    headers: { 'content-type': 'binary/octet-stream', 'x-amz-version-id': version.versionId },
    body: Buffer.from(version.bytes),
  }
}

const deleteObject = ({ versions }: LockedBucket, { key }: ObjectRequest): Answer => {
  const versionId = versions.add(key, null, { mode: null, retainUntil: null })
  return emptyAnswer({ 'x-amz-delete-marker': 'true', 'x-amz-version-id': versionId }, 204)
}

const deleteVersion = (bucket: LockedBucket, asked: ObjectRequest): Answer => {
  const version = found(bucket, asked)
  if (version === undefined) return emptyAnswer({}, 204)
  if (isUnderRetention(version, wantsBypass(asked.request), Date.now())) return held
  bucket.versions.remove(version.versionId)
  return emptyAnswer({ 'x-amz-version-id': version.versionId }, 204)
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html: method, of what, and which parameter it has. */
const operations: Record<string, readonly [string, (bucket: LockedBucket, asked: ObjectRequest) => Answer]> =
  {
    'GET bucket versions': [
      's3:ListBucketVersions',
      (bucket, { query }) => xmlAnswer(versionList(bucket, query)),
    ],
    'PUT object': ['s3:PutObject', putObject],
    'GET object': ['s3:GetObject', getObject],
    'GET object versionId': ['s3:GetObjectVersion', getObject],
    'DELETE object': ['s3:DeleteObject', deleteObject],
    'DELETE object versionId': ['s3:DeleteObjectVersion', deleteVersion],
  }

/** The permissions that a request needs, and its response; undefined for an unsupported operation. */
export const lockedOperation = (request: GatewayRequest, url: URL, bucket: LockedBucket) => {
  const key = decodeURIComponent(url.pathname.slice(bucket.name.length + 2))
  const parameter = ['versions', 'versionId'].find(name => url.searchParams.has(name))
  const words = [request.method, key === '' ? 'bucket' : 'object', parameter]
  const [action, answer] = operations[words.filter(Boolean).join(' ')] ?? []
  if (action === undefined || answer === undefined) return undefined
  const resource = `arn:aws:s3:::${bucket.name}${key === '' ? '' : `/${key}`}`
  const accesses: Access[] = [
    { action, resource },
    ...(wantsBypass(request) ? [{ action: 's3:BypassGovernanceRetention', resource }] : []),
  ]
  return { accesses, answer: () => answer(bucket, { request, key, query: url.searchParams }) }
}

const mostKeys = 1000

const contentOf = ({ key, storedAt, bytes }: VersionPage): string =>
  [
    xmlElement('Key', key),
    xmlElement('LastModified', new Date(storedAt).toISOString()),
    ...(bytes === null
      ? []
      : [
          xmlElement('ETag', `"${createHash('md5').update(bytes).digest('hex')}"`),
          xmlElement('Size', bytes.length),
          xmlElement('StorageClass', 'STANDARD'),
        ]),
  ].join('')

const versionOf = (listed: VersionPage): string => {
  const name = listed.bytes === null ? 'DeleteMarker' : 'Version'
  const ids = xmlElement('VersionId', listed.versionId) + xmlElement('IsLatest', listed.isLatest)
  return `<${name}>${contentOf(listed)}${ids}</${name}>`
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html */
const versionList = ({ name, versions }: LockedBucket, query: URLSearchParams): string => {
  const limit = Math.min(mostKeys, Number(query.get('max-keys') ?? mostKeys))
  const key = query.get('key-marker') ?? undefined
  const versionId = query.get('version-id-marker') ?? undefined
  const more = versions.list(query.get('prefix') ?? '', limit + 1, key, versionId)
  const shown = more.slice(0, limit)
  const last = shown.at(-1)
  const next =
    more.length > limit && last
      ? xmlElement('NextKeyMarker', last.key) + xmlElement('NextVersionIdMarker', last.versionId)
      : ''
  const about = xmlElement('Name', name) + xmlElement('IsTruncated', more.length > limit)
  return `<ListVersionsResult>${about}${next}${shown.map(versionOf).join('')}</ListVersionsResult>`
}
