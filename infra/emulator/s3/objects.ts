/** S3 calls of our functions, presigned links and admin commands, path-style. */

import { createHash } from 'node:crypto'
import { denial, type Permissions } from '../iam/permissions.ts'
import type { Access } from '../iam/policy.ts'
import type { Principal } from '../iam/principal.ts'
import { type Answer, type GatewayRequest, xmlError } from '../service-call.ts'
import { type BucketCors, bucketPreflight, readableAcrossOrigins } from './bucket.ts'
import { lockedOperation } from './locked/locked-bucket.ts'
import type { LockedBucket } from './locked/versions.ts'
import { answerBuckets, answerList, answerObject, type ObjectStore } from './plain-bucket.ts'
import { isPresigned, presignedProblem } from './presigned-url.ts'

export interface S3Services {
  readonly objects: ObjectStore
  readonly permissions: Permissions
  /** Of every bucket, by its name. */
  readonly bucketCors: ReadonlyMap<string, BucketCors>
  readonly lockedBuckets: readonly LockedBucket[]
}

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html */
const actions: Record<string, string> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
}

export const answerS3 = (
  request: GatewayRequest,
  principal: Principal | undefined,
  services: S3Services,
): Answer => {
  const url = new URL(request.url, 'http://localhost')
  const rules = services.bucketCors.get(bucketOf(url)) ?? []
  return (
    bucketPreflight(request, rules) ??
    readableAcrossOrigins(answerWithout(request, url, principal, services), request, rules)
  )
}

const answerWithout = (
  request: GatewayRequest,
  url: URL,
  principal: Principal | undefined,
  services: S3Services,
): Answer => {
  const { permissions, lockedBuckets } = services
  if (principal === undefined) return xmlError(403, 'AccessDenied', 'Access Denied')
  const query = url.searchParams
  const problem = isPresigned(query)
    ? presignedProblem({ ...request, path: url.pathname, query }, principal.credentials)
    : undefined
  if (problem !== undefined) return problem
  const locked = lockedBuckets.find(({ name }) => name === bucketOf(url))
  const operation = locked && lockedOperation(request, url, locked)
  const accesses = locked ? operation?.accesses : neededAccess(request, url)
  if (accesses === undefined)
    return xmlError(
      501,
      'NotImplemented',
      `${request.method} ${request.url} is not supported by the emulator`,
    )
  const denied = permissions.denied(principal, accesses)
  if (denied !== undefined) return xmlError(403, 'AccessDenied', denial(principal, denied))
  const corrupt = checksumProblem(request)
  if (corrupt !== undefined) return corrupt
  const answer = operation ? operation.answer() : answerPlain(request, url, services)
  if (answer.status === 200) return { ...answer, headers: { ...answer.headers, ...shownAs(query) } }
  return answer.status === 404 && !mayList(principal, url, permissions)
    ? xmlError(403, 'AccessDenied', 'Access Denied')
    : answer
}

/** What `neededAccess` lets through, of a bucket without a lock. */
const answerPlain = (request: GatewayRequest, url: URL, { objects, bucketCors }: S3Services): Answer => {
  const bucket = bucketOf(url)
  const key = keyOf(url)
  if (bucket === '') return answerBuckets(bucketCors.keys())
  if (!bucketCors.has(bucket)) return xmlError(404, 'NoSuchBucket', 'The specified bucket does not exist')
  return key === ''
    ? answerList(bucket, url.searchParams, objects)
    : answerObject(bucket, key, request, objects)
}

const overriding = ['content-type', 'content-disposition'] as const

/** Headers that a presigned link sets: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
const shownAs = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    overriding.flatMap(name => {
      const value = query.get(`response-${name}`)
      return value === null ? [] : [[name, value]]
    }),
  )

const bucketOf = ({ pathname }: URL): string => pathname.split('/')[1] ?? ''

const keyOf = (url: URL): string => decodeURIComponent(url.pathname.slice(bucketOf(url).length + 2))

const listParameters = /^(list-type|prefix|max-keys|start-after|continuation-token|x-id|x-amz-.*)$/i
const objectParameters = /^(x-id|x-amz-.*|response-content-(type|disposition))$/i

/** For one object, a list of a bucket's objects or the account's buckets; undefined for anything else. */
const neededAccess = ({ method, headers }: GatewayRequest, url: URL): readonly Access[] | undefined => {
  const names = [...url.searchParams.keys()]
  const bucket = `arn:aws:s3:::${bucketOf(url)}`
  const key = keyOf(url)
  const action = actions[method]
  if (method === 'GET' && url.pathname === '/')
    return names.every(name => name === 'x-id')
      ? [{ action: 's3:ListAllMyBuckets', resource: '*' }]
      : undefined
  if (method === 'GET' && key === '')
    return url.searchParams.get('list-type') === '2' && names.every(name => listParameters.test(name))
      ? [{ action: 's3:ListBucket', resource: bucket }]
      : undefined
  const isPlain = names.every(name => objectParameters.test(name)) && !headers['x-amz-copy-source']
  return action && key !== '' && isPlain ? [{ action, resource: `${bucket}/${key}` }] : undefined
}

/** S3 reveals only to callers who may list the bucket that an object does not exist. */
const mayList = ({ roleArn }: Principal, url: URL, { roleAllows }: Permissions): boolean =>
  roleArn === undefined ||
  roleAllows(roleArn, { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucketOf(url)}` })

const header = 'x-amz-checksum-sha256'

const form = /^[A-Za-z0-9+/]{43}=$/

/** Undefined where nothing is wrong. https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html */
const checksumProblem = ({ method, headers, body }: GatewayRequest): Answer | undefined => {
  const given = method === 'PUT' ? headers[header] : undefined
  if (given === undefined) return undefined
  if (!form.test(given)) return xmlError(400, 'InvalidRequest', `Value for ${header} header is invalid.`)
  return createHash('sha256').update(body).digest('base64') === given
    ? undefined
    : xmlError(400, 'BadDigest', 'The SHA256 you specified did not match the calculated checksum.')
}
