/** Checks presigned S3 URLs as S3 does: signature, signed headers and expiry, so that a changed upload fails here too. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Credentials } from '../iam/principal.ts'
import { type Answer, xmlError } from '../service-call.ts'

export interface PresignedRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Record<string, string>
}

export const isPresigned = (query: URLSearchParams): boolean => query.has('X-Amz-Signature')

const secondsOfAWeek = 604_800

/** Undefined if the URL is good. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
export const presignedProblem = (request: PresignedRequest, credentials: Credentials): Answer | undefined => {
  const { query } = request
  const lifeSeconds = Number(query.get('X-Amz-Expires'))
  if (lifeSeconds > secondsOfAWeek)
    return xmlError(
      400,
      'AuthorizationQueryParametersError',
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    )
  if (!(Date.now() < readTime(query.get('X-Amz-Date') ?? '') + lifeSeconds * 1000))
    return xmlError(403, 'AccessDenied', 'Request has expired')
  const expected = Buffer.from(sign(request, credentials))
  const given = Buffer.from(query.get('X-Amz-Signature') ?? '')
  if (expected.length !== given.length || !timingSafeEqual(expected, given))
    return xmlError(403, 'SignatureDoesNotMatch', 'The signature does not match the request')
  const signed = signedHeadersOf(query)
  // Every header of AWS's own must be signed, so that none can be slipped in.
  return Object.keys(request.headers).every(name => !name.startsWith('x-amz-') || signed.includes(name))
    ? undefined
    : xmlError(403, 'AccessDenied', 'There were headers present in the request which were not signed')
}

const signedHeadersOf = (query: URLSearchParams): readonly string[] =>
  (query.get('X-Amz-SignedHeaders') ?? '').split(';')

const sign = (
  { method, path, query, headers }: PresignedRequest,
  { secretAccessKey }: Credentials,
): string => {
  const signedHeaders = signedHeadersOf(query)
  const canonicalQuery = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const canonicalHeaders = signedHeaders.map(
    name => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`,
  )
  const canonical = [
    method,
    path,
    canonicalQuery,
    canonicalHeaders.join(''),
    signedHeaders.join(';'),
    query.get('X-Amz-Content-Sha256') ?? headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
  ].join('\n')
  const [, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const stringToSign = ['AWS4-HMAC-SHA256', query.get('X-Amz-Date'), scope.join('/'), digest].join('\n')
  const key = scope.reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  return hmac(key, stringToSign).toString('hex')
}

const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest()

const encode = (value: string): string =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const readTime = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
