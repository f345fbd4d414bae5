import { DynamoDBClient, type PutItemCommandInput } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { clientOptions } from './client-options.ts'
import { BusyError } from './errors.ts'

export type Attributes = NonNullable<PutItemCommandInput['Item']>

let client: DynamoDBDocumentClient | undefined
/** The client of a container, created on first use. */
export const dynamodb = (): DynamoDBDocumentClient => {
  client ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...clientOptions({ name: 'dynamodb', variable: 'AWS_ENDPOINT_URL_DYNAMODB' }),
      maxAttempts: 5,
      accountIdEndpointMode: 'disabled',
      endpointDiscoveryEnabled: false,
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  )
  return client
}

/** Errors of calls end in `Exception`; the same reasons of a cancelled transaction do not. */
const busyErrors =
  /^(TransactionConflict|TransactionInProgress|Throttling|ProvisionedThroughput|RequestLimit)/

/** Error to throw for a call that failed after all retries: `BusyError` if a later call can succeed. */
export const toCallError = (error: unknown): unknown => {
  const { name, CancellationReasons = [] } = error as {
    name: string
    CancellationReasons?: readonly { readonly Code?: string | undefined }[]
  }
  const busy = [name, ...CancellationReasons.map(({ Code = '' }) => Code)].find(each => busyErrors.test(each))
  return busy ? new BusyError(`The table answers ${busy}`) : error
}

export const toAttributes = (item: object): Attributes => marshall(item, { removeUndefinedValues: true })

/** For items in errors and streams, which the document client does not convert. */
export const fromAttributes = <Row>(attributes: Attributes | undefined): Row | undefined =>
  attributes && (unmarshall(attributes) as Row)
