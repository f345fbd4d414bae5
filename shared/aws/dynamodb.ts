import { DynamoDBClient, type PutItemCommandInput } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { clientOptions } from './client-options.ts'
import { BusyError } from './errors.ts'

/** An item as DynamoDB's API carries it. */
export type Attributes = NonNullable<PutItemCommandInput['Item']>

let client: DynamoDBClient | undefined
/** The client of a container, created on first use. */
export const plainDynamodb = (): DynamoDBClient => {
  client ??= new DynamoDBClient({
    ...clientOptions({ name: 'dynamodb', variable: 'AWS_ENDPOINT_URL_DYNAMODB' }),
    accountIdEndpointMode: 'disabled',
    endpointDiscoveryEnabled: false,
  })
  return client
}

let documentClient: DynamoDBDocumentClient | undefined
export const dynamodb = (): DynamoDBDocumentClient => {
  documentClient ??= DynamoDBDocumentClient.from(plainDynamodb(), {
    marshallOptions: { removeUndefinedValues: true },
  })
  return documentClient
}

/** Throttling of the table or of a partition, and transactions that conflict; reasons of a transaction lack the ending. */
const busyWords = /^(TransactionConflict|TransactionInProgress|Throttling|ProvisionedThroughput|RequestLimit)/

/** The error to throw for a call that failed after all retries: `BusyError` where a later one can succeed. */
export const toCallError = (error: unknown): unknown => {
  const { name, CancellationReasons = [] } = error as {
    name: string
    CancellationReasons?: readonly { readonly Code?: string | undefined }[]
  }
  const word = [name, ...CancellationReasons.map(({ Code = '' }) => Code)].find(each => busyWords.test(each))
  return word ? new BusyError(`The table answers ${word}`) : error
}

export const toAttributes = (item: object): Attributes => marshall(item, { removeUndefinedValues: true })

/** For items in errors and in streams, which the document client does not convert. */
export const fromAttributes = <Row>(attributes: Attributes | undefined): Row | undefined =>
  attributes && (unmarshall(attributes) as Row)
