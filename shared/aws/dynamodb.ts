/*
 * The SDK's document client, with the first attempt of every call made by the files beside this one: the SDK turns
 * values into attributes, and JSON, signature and socket are ours, which costs less than half of the CPU time.
 * Whatever is not answered with 200 goes on in the SDK's whole client: errors and their items, retries with their
 * waits and quota, corrections of the clock, new signatures. So far and no further: the rest of what the SDK spends
 * is its document client, in which all calls are made but transactions, where it would be a tenth of an order.
 * A first attempt carries none of these: the SDK's own user agent and its headers that count attempts, which only
 * AWS's support reads; X-Amzn-Trace-Id, by which Lambda finds loops and X-Ray joins traces, but not through DynamoDB
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html).
 */
import {
  __Client as Client,
  type DynamoDBClient,
  type PutItemCommandInput,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { serviceEndpoint } from './signed-call.ts'
import { firstAttempts, service } from './dynamodb-attempt.ts'
import { BusyError } from './errors.ts'
import { type SendOptions, transport } from './transport.ts'

/** An item as DynamoDB's API carries it. */
export type Attributes = NonNullable<PutItemCommandInput['Item']>

/**
 * The generic client under the SDK's clients, with no middleware but ours. The two names are those that commands and
 * the document client put theirs beside.
 */
const openClient = (cacheMiddleware: boolean): DynamoDBClient => {
  const place = serviceEndpoint(service)
  const fixed = { url: place.endpoint }
  const config = {
    apiVersion: '2012-08-10',
    cacheMiddleware,
    requestHandler: transport(),
    endpointProvider: () => fixed,
    ignoreConfiguredEndpointUrls: true,
  }
  const client = new Client<SendOptions, ServiceInputTypes, ServiceOutputTypes, typeof config>(config)
  client.middlewareStack.add(next => next, { name: 'serializerMiddleware', step: 'serialize' })
  const attempts = firstAttempts(place)
  client.middlewareStack.add(attempts, { name: 'deserializerMiddleware', step: 'deserialize' })
  return client as unknown as DynamoDBClient
}

let client: DynamoDBDocumentClient | undefined
/** The client, made on first use. */
export const dynamodb = (): DynamoDBDocumentClient => {
  const translation = { marshallOptions: { removeUndefinedValues: true } }
  client ??= DynamoDBDocumentClient.from(openClient(false), translation)
  return client
}

let plain: DynamoDBClient | undefined
/** The client for the SDK's plain commands: it sets up each kind once, which the document client does anew for every command. */
export const plainDynamodb = (): DynamoDBClient => {
  plain ??= openClient(true)
  return plain
}

/** Throttling of the table or of a partition, and transactions in each other's way; of a transaction's parts without the end. */
const busyWords = /^(TransactionConflict|TransactionInProgress|Throttling|ProvisionedThroughput|RequestLimit)/

/** What to throw for a failure of a call after all retries: `Busy` where a later one can succeed. */
export const toCallError = (error: unknown): unknown => {
  const { name, CancellationReasons = [] } = error as {
    name: string
    CancellationReasons?: readonly { readonly Code?: string | undefined }[]
  }
  const word = [name, ...CancellationReasons.map(({ Code = '' }) => Code)].find(each => busyWords.test(each))
  return word ? new BusyError(`The table answers ${word}`) : error
}

export const toAttributes = (item: object): Attributes => marshall(item, { removeUndefinedValues: true })

/** The values of what the document client does not read: the items in errors and in streams. */
export const fromAttributes = <Row>(attributes: Attributes | undefined): Row | undefined =>
  attributes && (unmarshall(attributes) as Row)
