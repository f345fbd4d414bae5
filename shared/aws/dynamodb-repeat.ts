import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { ServiceEndpoint } from './signed-call.ts'
import { readCredentials } from './credentials.ts'
import { transport } from './transport.ts'

/** Said here, so that the SDK does not look for them in configuration files that Lambda does not have. */
const settledOptions = {
  maxAttempts: 5,
  retryMode: 'standard',
  defaultsMode: 'standard',
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  accountIdEndpointMode: 'disabled',
  endpointDiscoveryEnabled: false,
  userAgentAppId: 'verification-service',
  credentials: async () => readCredentials(),
} as const

let client: DynamoDBClient | undefined
/** The SDK's own client, made when a first attempt fails. */
const sdk = ({ region, endpoint }: ServiceEndpoint): DynamoDBClient => {
  client ??= new DynamoDBClient({
    ...settledOptions,
    region,
    endpoint: endpoint.href,
    requestHandler: transport(),
  })
  return client
}

/** By how much DynamoDB's clock is ahead of this one, in milliseconds, once it has refused the time of a signature. */
export const clockOffsetMs = (): number => client?.config.systemClockOffset ?? 0

interface Arguments {
  readonly input: object
  readonly request: unknown
}
interface Attempt {
  readonly response: unknown
}

/**
 * The SDK goes on from a first attempt that failed as if it had made it: it reads the error, and where another attempt
 * may help, it waits, corrects its clock, signs anew and sends.
 */
export const goOn = (
  command: Parameters<DynamoDBClient['send']>[0],
  failed: Promise<Attempt>,
  place: ServiceEndpoint,
) => {
  const made = [failed]
  const replay = (next: (args: Arguments) => Promise<Attempt>) => (args: Arguments) =>
    made.pop() ?? next(args)
  command.middlewareStack.add(replay, { name: 'replay', step: 'deserialize', priority: 'low' })
  return sdk(place).send(command)
}
