/**
 * A bucket with versions and Object Lock: putting, getting and deleting an object or a version of it, changing its lock,
 * and listing. What is not here is not supported.
 */
import { createHash } from 'node:crypto'
import type { Access } from '../../iam/policy.ts'
import { type Answer, type GatewayRequest, escapeXml, xmlAnswer, xmlError } from '../../service-call.ts'
import {
  type Listed,
  type LockedBucket,
  type Version,
  isUnderRetention,
  isWeakerRetention,
  retentionFrom,
  retentionIn,
} from './versions.ts'

interface Asked {
  readonly request: GatewayRequest
  readonly key: string
  readonly query: URLSearchParams
}

const bypassHeader = 'x-amz-bypass-governance-retention'
const wantsBypass = ({ headers }: GatewayRequest): boolean => headers[bypassHeader] === 'true'

const askedIn = (request: GatewayRequest, url: URL, name: string): Asked => ({
  request,
  key: decodeURIComponent(url.pathname.slice(name.length + 2)),
  query: url.searchParams,
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html: method, of what, and which parameter it has. */
const operations = {
  'GET bucket versions': 's3:ListBucketVersions',
  'GET bucket list-type': 's3:ListBucket',
  'PUT object': 's3:PutObject',
  'PUT object retention': 's3:PutObjectRetention',
  'GET object': 's3:GetObject',
  'GET object versionId': 's3:GetObjectVersion',
  'DELETE object': 's3:DeleteObject',
  'DELETE object versionId': 's3:DeleteObjectVersion',
} as const
type Operation = keyof typeof operations

const telling = ['versions', 'list-type', 'retention', 'versionId']

const operationOf = ({ request, key, query }: Asked): Operation | undefined => {
  const word = telling.find(name => query.has(name))
  const operation = [request.method, key === '' ? 'bucket' : 'object', word].filter(Boolean).join(' ')
  return operation in operations ? (operation as Operation) : undefined
}

export const lockedAccess = (
  request: GatewayRequest,
  url: URL,
  { name }: LockedBucket,
): readonly Access[] | undefined => {
  const asked = askedIn(request, url, name)
  const operation = operationOf(asked)
  if (operation === undefined) return undefined
  const bucketArn = `arn:aws:s3:::${name}`
  const resource = asked.key === '' ? bucketArn : `${bucketArn}/${asked.key}`
  return [
    { action: operations[operation], resource },
    ...(wantsBypass(request) ? [{ action: 's3:BypassGovernanceRetention', resource }] : []),
  ]
}

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
const putObject = ({ versions, lock }: LockedBucket, { request, key }: Asked): Answer => {
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

const found = ({ versions }: LockedBucket, { key, query }: Asked): Version | undefined => {
  const versionId = query.get('versionId')
  return versionId === null ? versions.newest(key) : versions.one(key, versionId)
}

const getObject = (bucket: LockedBucket, asked: Asked): Answer => {
  const version = found(bucket, asked)
  if (!version?.bytes) return missing(asked.query.has('versionId') ? 'NoSuchVersion' : 'NoSuchKey')
  return {
    status: 200,
    headers: { 'content-type': 'binary/octet-stream', 'x-amz-version-id': version.versionId },
    body: Buffer.from(version.bytes),
  }
}

const deleteObject = ({ versions }: LockedBucket, { key }: Asked): Answer => {
  const versionId = versions.add(key, null, { mode: null, retainUntil: null })
  return emptyAnswer({ 'x-amz-delete-marker': 'true', 'x-amz-version-id': versionId }, 204)
}

const deleteVersion = (bucket: LockedBucket, asked: Asked): Answer => {
  const version = found(bucket, asked)
  if (version === undefined) return emptyAnswer({}, 204)
  if (isUnderRetention(version, wantsBypass(asked.request), Date.now())) return held
  bucket.versions.remove(version.versionId)
  return emptyAnswer({ 'x-amz-version-id': version.versionId }, 204)
}

const putRetention = (bucket: LockedBucket, asked: Asked): Answer => {
  const version = found(bucket, asked)
  const wanted = retentionIn(asked.request.body.toString())
  if (!version?.bytes) return missing('NoSuchVersion')
  if (wanted === undefined) return xmlError(400, 'MalformedXML', 'The XML you provided was not well-formed')
  if (isWeakerRetention(version, wanted) && isUnderRetention(version, wantsBypass(asked.request), Date.now()))
    return held
  bucket.versions.lock(version.versionId, wanted)
  return emptyAnswer({})
}

const answers: Readonly<Record<Operation, (bucket: LockedBucket, asked: Asked) => Answer>> = {
  'GET bucket versions': (bucket, { query }) => xmlAnswer(versionList(bucket, query)),
  'GET bucket list-type': (bucket, { query }) => xmlAnswer(objectList(bucket, query)),
  'PUT object': putObject,
  'PUT object retention': putRetention,
  'GET object': getObject,
  'GET object versionId': getObject,
  'DELETE object': deleteObject,
  'DELETE object versionId': deleteVersion,
}

export const answerLocked = (request: GatewayRequest, url: URL, bucket: LockedBucket): Answer => {
  const asked = askedIn(request, url, bucket.name)
  return answers[operationOf(asked)!](bucket, asked)
}

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
const versionList = ({ name, versions }: LockedBucket, query: URLSearchParams): string => {
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

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html: the newest version, unless it is a
 * delete marker.
 */
const objectList = ({ name, versions }: LockedBucket, query: URLSearchParams): string => {
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
