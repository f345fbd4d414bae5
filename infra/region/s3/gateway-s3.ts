/** The S3 side of the gateway: path-style buckets, presigned URLs, CORS. */

import type { GatewayRequest } from '../gateway.ts'
import { denial, type Permissions } from '../iam/permissions.ts'
import type { Principal } from '../iam/principal.ts'
import { type Answer, xmlError } from '../service-answer.ts'
import type { Fauxqs } from '../sqs/fauxqs.ts'
import type { Bucket } from './bucket.ts'
import { isPresigned, presignedProblem } from './presigned-url.ts'
import { type S3Request, s3Access } from './s3-access.ts'

export interface S3Services {
  readonly fauxqs: Fauxqs
  readonly buckets: Map<string, Bucket>
  readonly permissions: Permissions
}

export const answerS3 = async (
  request: GatewayRequest,
  principal: Principal | undefined,
  services: S3Services,
): Promise<Answer> => {
  const url = new URL(request.url, 'http://localhost')
  const cors = corsHeaders(request, url, services)
  if (request.method === 'OPTIONS') return preflight(cors)
  const answer = await permitted(request, url, principal, services)
  return { ...answer, headers: { ...answer.headers, ...cors } }
}

const permitted = async (
  request: GatewayRequest,
  url: URL,
  principal: Principal | undefined,
  services: S3Services,
): Promise<Answer> => {
  if (principal === undefined) return xmlError(403, 'AccessDenied', 'Access Denied')
  const query = url.searchParams
  const problem = isPresigned(query)
    ? presignedProblem({ ...request, path: url.pathname, query }, principal.credentials)
    : undefined
  if (problem !== undefined) return xmlError(403, problem.code, problem.message)
  const described = describe(request, url)
  const denied = services.permissions.denied(principal, s3Access(described))
  if (denied !== undefined) return xmlError(403, 'AccessDenied', denial(principal, denied))
  const answer = await services.fauxqs.handle(withoutFraming(request))
  return answer.status === 404 && !mayList(principal, described, services.permissions)
    ? xmlError(403, 'AccessDenied', 'Access Denied')
    : answer
}

/** S3 tells only those who may list the bucket that an object does not exist. */
const mayList = (
  principal: Principal,
  { bucket, method, key }: S3Request,
  permissions: Permissions,
): boolean => {
  if (key === '' || (method !== 'GET' && method !== 'HEAD')) return true
  const list = { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` }
  return permissions.denied(principal, [list]) === undefined
}

const describe = ({ method, headers, body }: GatewayRequest, url: URL): S3Request => {
  const [bucket = '', ...key] = url.pathname.slice(1).split('/')
  return {
    method,
    bucket,
    key: decodeURIComponent(key.join('/')),
    query: url.searchParams,
    copySource: headers['x-amz-copy-source'],
    body,
  }
}

/** The body has been read: how it was sent no longer matters. */
const withoutFraming = (request: GatewayRequest): GatewayRequest => {
  const { 'transfer-encoding': _encoding, connection: _connection, ...headers } = request.headers
  return { ...request, headers }
}

const corsHeaders = (
  { headers, method }: GatewayRequest,
  url: URL,
  { buckets }: S3Services,
): Record<string, string> => {
  const origin = headers.origin
  if (origin === undefined) return {}
  const bucket = buckets.get(url.pathname.split('/')[1] ?? '')
  return bucket?.corsHeaders(origin, headers['access-control-request-method'] ?? method) ?? {}
}

const preflight = (cors: Record<string, string>): Answer =>
  Object.keys(cors).length === 0
    ? xmlError(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.')
    : { status: 200, headers: cors, body: Buffer.alloc(0) }
