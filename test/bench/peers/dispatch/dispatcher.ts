/*
 * A dispatcher as a team would write it, with the SDK's document client as it comes: reads endpoint and event, checks
 * where it leads, signs by Standard Webhooks, sends, and logs the attempt once. What differs is how the request is made.
 */
import { createHmac } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import ipaddr from 'ipaddr.js'

interface Signed {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends and answers the status, the whole answer read. */
export type Send = (signed: Signed) => Promise<number>

interface Message {
  readonly eventId: string
  readonly endpointId: number
  readonly attempt: number
}
interface Batch {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[]
}

export const timeoutMs = 15_000

/** Signs for an endpoint whose name was resolved to these addresses. @throws if one of them may not be called */
const sign = (
  id: string,
  body: string,
  { url, secret, addresses }: { url: string; secret: string; addresses: readonly string[] },
): Signed => {
  const ranges = addresses.map(address => ipaddr.parse(address).range())
  if (!ranges.every(range => ['unicast', 'loopback'].includes(range))) throw new Error('refused')
  const timestamp = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `v1,${signature}`,
  }
  return { url, headers, body }
}

export const endpointKeyOf = (id: number) => ({ pk: `team#endpoint#${id}`, sk: 'endpoint' })
export const eventKeyOf = (id: string) => ({ pk: `team#event#${id}`, sk: 'event' })

const open = () => {
  const database = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  const TableName = process.env.TABLE_NAME!
  return {
    find: async (Key: { pk: string; sk: string }) =>
      (await database.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item,
    log: async (Item: { pk: string; sk: string; [attribute: string]: unknown }) => {
      const ConditionExpression = 'attribute_not_exists(pk)'
      await database.send(new PutCommand({ TableName, Item, ConditionExpression }))
    },
  }
}

/** The handler of a queue's batch, all messages at once. */
export const dispatcher = (send: Send) => {
  let table: ReturnType<typeof open> | undefined
  const deliver = async ({ eventId, endpointId, attempt }: Message): Promise<void> => {
    table ??= open()
    const endpoint = await table.find(endpointKeyOf(endpointId))
    const event = await table.find(eventKeyOf(eventId))
    if (!endpoint || !event) throw new Error('not found')
    const { url, secret } = endpoint as { url: string; secret: string }
    const at = new Date()
    const status = await send(sign(eventId, event.body, { url, secret, addresses: ['127.0.0.1'] }))
    const latencyMs = Date.now() - at.getTime()
    const made = { eventId, endpointId, attempt, at: at.toISOString(), status, latencyMs }
    const expiresAt = Math.floor(at.getTime() / 1000) + 30 * 86_400
    await table.log({ ...eventKeyOf(eventId), sk: `attempt#${endpointId}#${attempt}`, ...made, expiresAt })
    console.info({ event: 'delivery.attempted', ...made })
  }
  return async ({ Records }: Batch) => {
    const done = await Promise.allSettled(Records.map(({ body }) => deliver(JSON.parse(body))))
    const failed = Records.filter((_, index) => done[index]!.status === 'rejected')
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }
}
