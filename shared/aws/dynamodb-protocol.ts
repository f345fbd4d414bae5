import type { GetItemCommandOutput } from '@aws-sdk/client-dynamodb'
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols'

type OperationSchema = Parameters<AwsJson1_0Protocol['serializeRequest']>[0]
type OperationContext = Parameters<AwsJson1_0Protocol['serializeRequest']>[2]
type OperationResponse = Parameters<AwsJson1_0Protocol['deserializeResponse']>[2]
type FieldMap = Record<string, unknown>

const encodeBytes = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(encodeBytes)
  const encoded: FieldMap = {}
  for (const name in value) encoded[name] = encodeBytes((value as FieldMap)[name])
  return encoded
}

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

/**
 * Puts bytes in the place of their base64 in attribute values as JSON has them. Of an attribute that is itself called
 * `B` or `BS`, the value is an object.
 */
export const decodeBytes = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  const found = value as FieldMap
  if (typeof found.B === 'string') found.B = fromBase64(found.B)
  else if (Array.isArray(found.BS)) found.BS = found.BS.map(fromBase64)
  else for (const name in found) decodeBytes(found[name])
}

/**
 * Requests and answers about items as the types of `@aws-sdk/client-dynamodb` say them, without a walk along the schema
 * of the whole service. Operations whose answers have times, such as DescribeTable, need the SDK's own. Nothing fills in
 * the token of a transaction.
 */
export class DynamoDbProtocol extends AwsJson1_0Protocol {
  override async serializeRequest<Input extends object>(
    { name }: OperationSchema,
    input: Input,
    context: OperationContext,
  ) {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${name}`,
    }
    const body = JSON.stringify(encodeBytes(input))
    const request = { method: 'POST', protocol: '', hostname: '', path: '/', headers, body }
    return this.updateServiceEndpoint(request, await context.endpoint())
  }

  override async deserializeResponse<Output extends Pick<GetItemCommandOutput, '$metadata'>>(
    operation: OperationSchema,
    context: OperationContext,
    response: OperationResponse,
  ): Promise<Output> {
    const { statusCode, body } = response
    if (statusCode !== 200) return super.deserializeResponse(operation, context, response)
    const output = JSON.parse(body)
    decodeBytes(output)
    return { ...output, $metadata: { httpStatusCode: statusCode } }
  }
}
