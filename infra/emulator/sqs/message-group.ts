/** fauxqs drops the message group of a standard queue, so it travels through it as an attribute of this name. */
import { type JsonObject, list, object, parse, text } from '../json.ts'
import type { GatewayRequest } from '../service-call.ts'

export const groupAttribute = 'local.MessageGroupId'

/** A request to send to a standard queue carries its groups so; any other stays as it is. */
export const carryGroup = (request: GatewayRequest): GatewayRequest => {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = request.headers
  if (headers['x-amz-target']?.startsWith('AmazonSQS.SendMessage') !== true) return { ...request, headers }
  const body = object(parse(request.body.toString()))
  if (text(body.QueueUrl)?.endsWith('.fifo')) return { ...request, headers }
  return { ...request, headers, body: Buffer.from(JSON.stringify(asAttribute(body))) }
}

const asAttribute = (body: JsonObject): JsonObject => {
  if (body.Entries !== undefined)
    return { ...body, Entries: list(body.Entries).map(entry => asAttribute(object(entry))) }
  const group = text(body.MessageGroupId)
  if (group === undefined) return body
  const attribute = { DataType: 'String', StringValue: group }
  return { ...body, MessageAttributes: { ...object(body.MessageAttributes), [groupAttribute]: attribute } }
}
