import { readCredentials } from './credentials.ts'
import { serviceEndpoint, type SigV4Service } from './signed-call.ts'
import { transport } from './transport.ts'

/** Options of every SDK client. What is stated here the SDK would search in files that Lambda does not have. */
export const clientOptions = (service: SigV4Service) => {
  const { region, endpoint } = serviceEndpoint(service)
  return {
    region,
    endpoint: endpoint.href,
    credentials: async () => readCredentials(),
    requestHandler: transport(),
    maxAttempts: 5,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    userAgentAppId: 'verification-service',
  } as const
}
