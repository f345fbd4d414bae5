import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import type { AwsJsonService, SigV4Service } from './services.ts'
import { type Credentials, createSigner, readCredentials } from './sigv4.ts'
import { type HttpRequest, type HttpResponse, transport } from './transport.ts'

export interface ServiceEndpoint {
  readonly region: string
  readonly endpoint: URL
}

export const currentRegion = (): string => process.env.AWS_REGION ?? 'us-east-1'

/** A service in a region: where the environment says, or where it is under the domain of its part of AWS. */
export const regionalEndpoint = (
  { name, host = name, variable }: SigV4Service,
  region: string,
  domain: string,
): ServiceEndpoint => {
  const { AWS_ENDPOINT_URL, [variable]: own } = process.env
  return { region, endpoint: new URL(own ?? AWS_ENDPOINT_URL ?? `https://${host}.${region}.${domain}`) }
}

/** The environment says where; otherwise where the service is in every region outside of China. */
export const serviceEndpoint = (service: SigV4Service): ServiceEndpoint =>
  regionalEndpoint(service, currentRegion(), 'amazonaws.com')

interface UnsignedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Makes the signed requests of a service, whatever their protocol. @param keys the environment's unless given */
export const openPosts = (
  { name }: SigV4Service,
  { region, endpoint }: ServiceEndpoint,
  keys = readCredentials(),
) => {
  const sign = createSigner(keys, { region, service: name })
  const { protocol, hostname, port, host } = endpoint
  return ({ path, headers, body }: UnsignedRequest, nowMs: number): HttpRequest => {
    const unsigned = { 'content-length': `${Buffer.byteLength(body)}`, 'user-agent': 'verification-service' }
    const signed = sign({ ...headers, host }, body, nowMs, path)
    return { protocol, hostname, port, method: 'POST', path, headers: { ...signed, ...unsigned }, body }
  }
}

/** Makes the signed requests to a service, from an operation's name and its input as JSON. @param keys the environment's unless given */
export const createJsonCaller = (service: AwsJsonService, endpoint: ServiceEndpoint, keys?: Credentials) => {
  const post = openPosts(service, endpoint, keys)
  const type = `application/x-amz-json-${service.version}`
  return (operation: string, body: string, nowMs: number): HttpRequest => {
    const headers = { 'content-type': type, 'x-amz-target': `${service.target}.${operation}` }
    return post({ path: '/', headers, body }, nowMs)
  }
}

/** Makes the signed requests to a service that has paths (https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html). */
export const createRestCaller = (service: SigV4Service, endpoint: ServiceEndpoint) => {
  const post = openPosts(service, endpoint)
  return (path: string, body: string, nowMs: number): HttpRequest =>
    post({ path, headers: { 'content-type': 'application/json' }, body }, nowMs)
}

/** AWS's word for what went wrong, which names nothing of ours: in a header, or in a field of the body. */
export const errorCodeIn = ({ headers, body }: HttpResponse): string => {
  const said = headers['x-amzn-errortype'] ?? /"__type":"([^"]*)"/.exec(body.toString())?.[1] ?? ''
  return /(?:^|#)(\w+)(?=$|:)/.exec(`${said}`)?.[1] ?? ''
}

/**
 * One word of an error, by a pattern: the parser that reads lists (`s3.ts`) would add 3.4 KB to a delivery, which asks STS
 * for keys.
 */
export const xmlErrorCodeIn = ({ body }: HttpResponse): string =>
  /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1] ?? ''

type SdkSigner = Extract<DynamoDBClientConfig['signer'], { readonly sign: unknown }>

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html: CanonicalHeaders */
const mustBeSigned = /^(host|content-type|x-amz-.*)$/

/** Signs in a quarter of the time of the SDK's own signer. The clients send nothing but POSTs, to paths that need no escapes. */
const createSdkSigner = (region: string, service: string): SdkSigner => {
  const sign = createSigner(readCredentials(), { region, service })
  return {
    sign: async (request, { signingDate = Date.now() } = {}) => {
      const names = Object.keys(request.headers).filter(name => mustBeSigned.test(name))
      const headers = Object.fromEntries(names.map(name => [name, request.headers[name]!]))
      const signed = sign(headers, request.body, new Date(signingDate).getTime(), request.path)
      return { ...request, headers: { ...request.headers, ...signed } }
    },
  }
}

/**
 * Options of every SDK client. They leave nothing to be searched for in files or instance metadata, which Lambda does
 * not have. The SDK retries what failed.
 */
export const clientOptions = (service: SigV4Service) => {
  const { region, endpoint } = serviceEndpoint(service)
  const fixed = { url: endpoint }
  return {
    region,
    endpointProvider: () => fixed,
    ignoreConfiguredEndpointUrls: true,
    credentials: async () => readCredentials(),
    authSchemePreference: ['sigv4'],
    signer: createSdkSigner(region, service.name),
    requestHandler: transport(service),
    maxAttempts: 3,
    retryMode: 'standard',
    defaultsMode: 'standard' as const,
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    userAgentAppId: 'verification-service',
  }
}
