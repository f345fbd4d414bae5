import { DynamoDBClient, type DynamoDBClientConfig, type PutItemCommandInput } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { Busy } from './fault.ts'

/** An item as DynamoDB's API carries it. */
export type Attributes = NonNullable<PutItemCommandInput['Item']>

/** Said here, so that a cold start does not look for them in configuration files that Lambda does not have. */
const settledOptions: DynamoDBClientConfig = {
  maxAttempts: 5,
  retryMode: 'standard',
  defaultsMode: 'standard',
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  accountIdEndpointMode: 'disabled',
  endpointDiscoveryEnabled: false,
  userAgentAppId: 'verification-service',
}

let client: DynamoDBClient | undefined
/** The client, made on first use. */
export const dynamodb = (): DynamoDBClient => {
  client ??= new DynamoDBClient({ ...settledOptions, region: process.env.AWS_REGION ?? 'us-east-1' })
  return client
}

/** Throttling of the table or of a partition, and transactions in each other's way; of a transaction's parts without the end. */
const busyWords = /^(TransactionConflict|TransactionInProgress|Throttling|ProvisionedThroughput|RequestLimit)/

/** What to throw for a failure of a call after all retries: `Busy` where a later one can succeed. */
export const conditionFailureOf = (error: unknown): unknown => {
  const { name, CancellationReasons = [] } = error as {
    name: string
    CancellationReasons?: readonly { readonly Code?: string | undefined }[]
  }
  const word = [name, ...CancellationReasons.map(({ Code = '' }) => Code)].find(each => busyWords.test(each))
  return word ? new Busy(`The table answers ${word}`) : error
}

export const toAttributes = (item: object): Attributes => marshall(item, { removeUndefinedValues: true })
export const fromAttributes = <Row>(attributes: Attributes | undefined): Row | undefined =>
  attributes && (unmarshall(attributes) as Row)
