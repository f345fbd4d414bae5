import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { readCredentials } from './credentials.ts'
import { type SigV4Service, serviceEndpoint } from './signed-call.ts'
import { createSigner } from './sigv4.ts'
import { transport } from './transport.ts'

type SdkSigner = Extract<DynamoDBClientConfig['signer'], { readonly sign: unknown }>

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html: CanonicalHeaders */
const mustBeSigned = /^(host|content-type|x-amz-.*)$/

/** Signs in a quarter of the time of the SDK's own signer. The clients send nothing but POSTs to `/`. */
const createSdkSigner = (region: string, service: string): SdkSigner => {
  const sign = createSigner(readCredentials(), { region, service })
  return {
    sign: async (request, { signingDate = Date.now() } = {}) => {
      const names = Object.keys(request.headers).filter(name => mustBeSigned.test(name))
      const headers = Object.fromEntries(names.map(name => [name, request.headers[name]!]))
      const signed = sign(headers, request.body, new Date(signingDate).getTime())
      return { ...request, headers: { ...request.headers, ...signed } }
    },
  }
}

/**
 * Options of every SDK client. They leave nothing to be searched for in files or instance metadata, which Lambda does
 * not have. The SDK retries what failed, a reset of a connection that was idle while the container was frozen included.
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
    requestHandler: transport(),
    maxAttempts: 3,
    retryMode: 'standard',
    defaultsMode: 'standard' as const,
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    userAgentAppId: 'verification-service',
  }
}
