import { randomUUID } from 'node:crypto'
import type { DynamoDBClient, ServiceOutputTypes } from '@aws-sdk/client-dynamodb'
import { credentials } from './credentials.ts'
import { readJson, writeJson } from './dynamodb-json.ts'
import { clockOffsetMs, goOn, type Place } from './dynamodb-repeat.ts'
import { openSigner } from './signature.ts'
import type { Answer, Posted, Transport } from './transport.ts'

/** What the SDK hands to the functions of a client's stack. */
interface Arguments {
  readonly input: object
  readonly request: unknown
}
interface Context {
  readonly commandName?: string
  readonly __smithy_context?: { readonly commandInstance?: object }
}
type Command = Parameters<DynamoDBClient['send']>[0]

/** Under one token DynamoDB does a transaction once, however often it is sent (for ten minutes). */
const withToken = (operation: string, input: object): object =>
  operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID(), ...input } : input

const openRequests = ({ region, endpoint }: Place) => {
  const sign = openSigner(credentials(), { region, service: 'dynamodb' })
  return (operation: string, input: object): Posted => {
    const body = writeJson(input)
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      host: endpoint.host,
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    }
    const unsigned = { 'content-length': `${Buffer.byteLength(body)}`, 'user-agent': 'verification-service' }
    return { headers: { ...sign(headers, body, Date.now() + clockOffsetMs()), ...unsigned }, body }
  }
}

const outputOf = ({ statusCode, headers, body }: Answer): ServiceOutputTypes => ({
  ...readJson(body.toString()),
  $metadata: { httpStatusCode: statusCode, requestId: `${headers['x-amzn-requestid']}` },
})

/** The same command for the SDK's own client, with what has been sent. */
const anew = ({ __smithy_context: context }: Context, input: object): Command =>
  new (context!.commandInstance!.constructor as new (input: object) => Command)(input)

/**
 * The end of a client's stack, where the SDK signs, sends and reads: makes the first attempt, and leaves what it does
 * not answer with 200 to the SDK.
 */
export const firstAttempts = (place: Place, transport: Transport) => {
  const requestOf = openRequests(place)
  return (next: (args: Arguments) => Promise<{ response: unknown }>, context: Context) => {
    const operation = context.commandName!.slice(0, -'Command'.length)
    return async (args: Arguments) => {
      const input = withToken(operation, args.input)
      const sent = next({ ...args, request: requestOf(operation, input) })
      const response = await sent.then(
        ({ response }) => response as Answer,
        () => undefined,
      )
      if (response?.statusCode === 200) return { response, output: outputOf(response) }
      return { response, output: await goOn(anew(context, input), sent, place, transport) }
    }
  }
}
