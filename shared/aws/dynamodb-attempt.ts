import { randomUUID } from 'node:crypto'
import type { DynamoDBClient, ServiceOutputTypes } from '@aws-sdk/client-dynamodb'
import { createJsonCaller, type ServiceEndpoint, type AwsJsonService } from './signed-call.ts'
import { readJson, writeJson } from './dynamodb-json.ts'
import { clockOffsetMs, goOn } from './dynamodb-repeat.ts'
import type { HttpResponse } from './transport.ts'

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

export const service: AwsJsonService = {
  name: 'dynamodb',
  target: 'DynamoDB_20120810',
  version: '1.0',
  variable: 'AWS_ENDPOINT_URL_DYNAMODB',
}

const outputOf = ({ statusCode, headers, body }: HttpResponse): ServiceOutputTypes => ({
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
export const firstAttempts = (place: ServiceEndpoint) => {
  const requestOf = createJsonCaller(service, place)
  return (next: (args: Arguments) => Promise<{ response: unknown }>, context: Context) => {
    const operation = context.commandName!.slice(0, -'Command'.length)
    return async (args: Arguments) => {
      const input = withToken(operation, args.input)
      const request = requestOf(operation, writeJson(input), Date.now() + clockOffsetMs())
      const sent = next({ ...args, request })
      const response = await sent.then(
        ({ response }) => response as HttpResponse,
        () => undefined,
      )
      if (response?.statusCode === 200) return { response, output: outputOf(response) }
      return { response, output: await goOn(anew(context, input), sent, place) }
    }
  }
}
