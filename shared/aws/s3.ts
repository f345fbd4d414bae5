import { createHash } from 'node:crypto'
import { parseXML } from '@aws-sdk/xml-builder'
import { Fault } from './errors.ts'
import { services } from './services.ts'
import { serviceEndpoint, xmlErrorCodeIn } from './signed-call.ts'
import { createUrlSigner, encodeRfc3986, readCredentials } from './sigv4.ts'
import { type HttpRequest, type HttpResponse, sendWithRetry } from './transport.ts'

/*
 * By hand: the SDK's client and presigner would add 204 KB and 28 ms of CPU at a cold start to each of 20 functions
 * (`api/file/token`: 269 KB and 67 ms), and no function may weigh more than 360 KB.
 */

/** Where a bucket is: in AWS under a name of its own, and where the environment says otherwise, under a path. */
const locateBucket = (bucket: string) => {
  const { region, endpoint } = serviceEndpoint(services.s3)
  return endpoint.hostname.endsWith('.amazonaws.com')
    ? { region, endpoint: new URL(`https://${bucket}.${endpoint.host}`), root: '' }
    : { region, endpoint, root: `/${bucket}` }
}

export const bucketUrl = (bucket: string): string => locateBucket(bucket).endpoint.origin

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly bucket: string
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

export interface PresignOptions {
  readonly nowMs: number
  readonly seconds: number
}

let signer: { readonly region: string; readonly sign: ReturnType<typeof createUrlSigner> } | undefined

const signIn = (region: string) => {
  if (signer?.region !== region)
    signer = { region, sign: createUrlSigner(readCredentials(), { region, service: 's3' }) }
  return signer.sign
}

const signed = (
  { method, bucket, key = '', query = {}, headers = {} }: S3Request,
  { nowMs, seconds }: PresignOptions,
) => {
  const { region, endpoint, root } = locateBucket(bucket)
  const path = `${root}/${key.split('/').map(encodeRfc3986).join('/')}`
  const request = { method, path, query, headers: { ...headers, host: endpoint.host } }
  return { endpoint, path: `${path}?${signIn(region)(request, nowMs, seconds)}` }
}

/** A link by which whoever has it makes one request, as it is here and no other. It is made here and asks nobody. */
export const presignUrl = (asked: S3Request, lasting: PresignOptions): string => {
  const { endpoint, path } = signed(asked, lasting)
  return `${endpoint.origin}${path}`
}

/** For so long a request of ours may be on its way, in seconds. */
const onItsWaySeconds = 60

/** What S3 compares with the bytes that come: others it does not store. @param digest SHA-256 */
export const sha256Checksum = (digest: Buffer) => ({ 'x-amz-checksum-sha256': digest.toString('base64') })

const framed = (body: Uint8Array | string | undefined): S3Request['headers'] =>
  body === undefined
    ? {}
    : {
        'content-length': `${Buffer.byteLength(body)}`,
        ...sha256Checksum(createHash('sha256').update(body).digest()),
      }

/** Up to three times where that may help, with a checksum. @throws Fault for an unexpected status */
export const callS3 = async (
  asked: S3Request,
  known: readonly number[] = [200, 204],
  body?: Uint8Array | string,
): Promise<HttpResponse> => {
  const whole = { ...asked, headers: { ...asked.headers, ...framed(body) } }
  const sent = (nowMs: number): HttpRequest => {
    const { endpoint, path } = signed(whole, { nowMs, seconds: onItsWaySeconds })
    const { protocol, hostname, port, host } = endpoint
    return { protocol, hostname, port, method: asked.method, path, headers: { ...whole.headers, host }, body }
  }
  const answer = await sendWithRetry(services.s3, sent)
  if (answer && known.includes(answer.statusCode)) return answer
  throw new Fault(
    `S3 did not do as asked: ${answer ? `${answer.statusCode} ${xmlErrorCodeIn(answer)}` : 'no answer'}`,
  )
}

/** Its text, or the elements in it by their names; several of one name are a list. */
export type XmlElement = string | { readonly [name: string]: XmlElement | readonly XmlElement[] }

/** The root element. @throws Fault where it is not XML, or not whole: the parser's own error could quote it */
export const parseXml = ({ body }: Pick<HttpResponse, 'body'>): XmlElement => {
  try {
    return Object.values(parseXML(body.toString()) as Record<string, XmlElement>)[0]!
  } catch {
    throw new Fault('An answer was not whole XML')
  }
}

export const xmlElements = (element: XmlElement, name: string): readonly XmlElement[] => {
  const found = typeof element === 'string' ? undefined : element[name]
  return found === undefined ? [] : ([found].flat() as readonly XmlElement[])
}

export const xmlText = (element: XmlElement, name: string): string | undefined => {
  const [found] = xmlElements(element, name)
  return typeof found === 'string' ? found : undefined
}
