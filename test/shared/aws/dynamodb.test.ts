import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromAttributes, toAttributes } from '../../../shared/aws/attributes.ts'
import { BusyError } from '../../../shared/aws/errors.ts'
import { createSigner } from '../../../shared/aws/sigv4.ts'
import { createTransport } from '../../../shared/aws/transport.ts'
import { dynamodb, transact, update, writeMany } from '../../../shared/table/dynamodb.ts'
import { close, listen } from '../../support/listen.ts'

interface Received {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
type Answer = (response: ServerResponse) => void

const answering =
  (status: number, body: object, headers = {}): Answer =>
  response => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers })
    response.end(JSON.stringify(body))
  }
const failing = (status: number, name: string, headers = {}): Answer =>
  answering(status, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'no' }, headers)
const done = answering(200, {})
const hangingUp: Answer = response => void response.socket!.destroy()

let server: Server
let endpoint: URL
let answers: Answer[] = []
let received: Received[] = []
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'session' }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    ;(answers.shift() ?? done)(response)
  })
  endpoint = new URL(await listen(server))
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint.href,
    AWS_REGION: 'eu-west-1',
    TABLE_NAME: 'table',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    // The SDK passes the trace on in Lambda.
    AWS_LAMBDA_FUNCTION_NAME: 'function',
    _X_AMZN_TRACE_ID: 'Root=1-5759e988-bd862e3fe1be46a994272793',
  })
})
afterAll(() => close(server))
beforeEach(() => {
  answers = []
  received = []
})

const put = (Item: object = { pk: 'a' }) =>
  dynamodb().send(new PutItemCommand({ TableName: 'table', Item: toAttributes(Item) }))
const timeIn = (stamp: unknown): number =>
  Date.parse(`${stamp}`.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))

/** The signature that a request should have, made of what arrived. */
const expectSigned = ({ headers, body }: Received) => {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization!)![1]!.split(';')
  const given = names.filter(name => !['x-amz-date', 'x-amz-security-token'].includes(name))
  const sign = createSigner(credentials, { region: 'eu-west-1', service: 'dynamodb' })
  const signed = Object.fromEntries(given.map(name => [name, `${headers[name]}`]))
  expect(sign(signed, body, timeIn(headers['x-amz-date'])).authorization).toBe(headers.authorization)
}

/** The SDK as it comes. */
const plain = () => new DynamoDBClient({ endpoint: endpoint.href, region: 'eu-west-1', credentials })

describe('a request', () => {
  it('says what it asks for as the SDK does, in the same JSON, and is signed', async () => {
    const Item = { pk: 'ẹ', n: 1.5, none: null, bytes: Uint8Array.of(255), list: [true, ''] }
    await put(Item)
    const [ours] = received as [Received]
    const attributes = {
      pk: { S: 'ẹ' },
      n: { N: '1.5' },
      none: { NULL: true },
      bytes: { B: Uint8Array.of(255) },
      list: { L: [{ BOOL: true }, { S: '' }] },
    }
    await plain().send(new PutItemCommand({ TableName: 'table', Item: attributes }))
    const theirs = received[1]!
    expect(ours.body).toBe(theirs.body)
    const same = ['content-type', 'content-length', 'host', 'x-amz-target', 'x-amz-security-token']
    for (const name of same) expect([name, ours.headers[name]]).toEqual([name, theirs.headers[name]])
    expectSigned(ours)
  })

  it('keeps its connection for the next', async () => {
    let opened = 0
    server.on('connection', () => opened++)
    await put()
    const before = opened
    for (let count = 0; count < 5; count++) await put()
    expect(opened).toBe(before)
  })

  it('of a transaction has a token of its own, which its repetitions share', async () => {
    const item = (sk: string) => ({ put: { pk: 'a', sk } })
    const writeTwo = () => transact({ one: item('1'), other: item('2') })
    answers = [failing(500, 'InternalServerError')]
    await writeTwo()
    await writeTwo()
    const tokens = received.map(({ body }) => JSON.parse(body).ClientRequestToken)
    expect(tokens[0]).toMatch(/^[\da-f-]{36}$/)
    expect(tokens[1]).toBe(tokens[0])
    expect(tokens[2]).not.toBe(tokens[0])
    expect(tokens).toHaveLength(3)
  })
})

it('an update returns its new image only to who asks for it', async () => {
  const wanted = { update: { pk: 'a', sk: 'b' }, set: {}, add: { count: 1 } }
  answers = [done, answering(200, { Attributes: { pk: { S: 'a' }, sk: { S: 'b' }, count: { N: '3' } } })]
  expect(await transact({ wanted })).toEqual({})
  expect(await update(wanted)).toEqual({ pk: 'a', sk: 'b', count: 3 })
  const returned = received.map(({ body }) => JSON.parse(body).ReturnValues)
  expect(returned).toEqual([undefined, 'ALL_NEW'])
})

it('many writes are sent again as far as there was no capacity for them', async () => {
  const unwritten = [{ DeleteRequest: { Key: toAttributes({ pk: 'a', sk: '2' }) } }]
  answers = [answering(200, { UnprocessedItems: { [process.env.TABLE_NAME!]: unwritten } }), done]
  await writeMany([
    { put: { pk: 'a', sk: '1', count: 1 } },
    { put: { pk: 'a', sk: '2', count: 1 } },
    { put: { pk: 'a', sk: '1', count: 2 } },
    { delete: { pk: 'a', sk: '2' } },
  ])
  const sent = received.map(({ body }) => JSON.parse(body).RequestItems[process.env.TABLE_NAME!])
  expect(sent).toEqual([
    [{ PutRequest: { Item: toAttributes({ pk: 'a', sk: '1', count: 2 }) } }, ...unwritten],
    unwritten,
  ])
})

it('many writes that the table is too busy for are refused', async () => {
  answers = Array(5).fill(failing(400, 'ThrottlingException'))
  await expect(writeMany([{ delete: { pk: 'a', sk: 'b' } }])).rejects.toThrow(BusyError)
})

it('no writes are no call', async () => {
  await writeMany([])
  expect(received).toEqual([])
})

describe('the protocol of the client', () => {
  const TableName = 'table'
  const Key = toAttributes({ pk: 'a', B: { B: 'text' } })
  const ExpressionAttributeValues = toAttributes({ ':bytes': Uint8Array.of(0, 255), ':n': 7 })
  const item = {
    pk: 'ẹ "quoted" \\ 😀',
    numbers: [0, -1.5, 1e15],
    none: null,
    empty: {},
    bytes: new Uint8Array(300).fill(7).subarray(1),
    buffer: Buffer.from('bytes'),
    blobs: new Set([Uint8Array.of(1), Uint8Array.of(2)]),
    words: new Set(['B']),
    B: { B: 'text', BS: [{ B: Uint8Array.of(9) }], S: true },
    BS: ['text'],
  }
  const Item = toAttributes(item)
  const image = JSON.parse(
    JSON.stringify(Item, function (this: Record<string, unknown>, name, value) {
      const own = this[name]
      return own instanceof Uint8Array ? Buffer.from(own).toString('base64') : value
    }),
  )
  const TransactItems = [
    { Put: { TableName, Item } },
    { Update: { TableName, Key, UpdateExpression: 'SET a = :n', ExpressionAttributeValues } },
    { Delete: { TableName, Key } },
    { ConditionCheck: { TableName, Key, ConditionExpression: 'a = :n', ExpressionAttributeValues } },
  ]

  it.each([
    ['GetItem', () => new GetItemCommand({ TableName, Key, ConsistentRead: true }), { Item: image }],
    ['PutItem', () => new PutItemCommand({ TableName, Item }), {}],
    [
      'UpdateItem',
      () =>
        new UpdateItemCommand({ TableName, Key, UpdateExpression: 'SET a = :n', ExpressionAttributeValues }),
      { Attributes: image },
    ],
    ['DeleteItem', () => new DeleteItemCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }), {}],
    [
      'Query',
      () => new QueryCommand({ TableName, ExclusiveStartKey: Key, Limit: 2, ExpressionAttributeValues }),
      { Items: [image, image], Count: 2, ScannedCount: 2, LastEvaluatedKey: { pk: { S: 'b' } } },
    ],
    [
      'BatchGetItem',
      () => new BatchGetItemCommand({ RequestItems: { table: { Keys: [Key], ConsistentRead: true } } }),
      { Responses: { table: [image] }, UnprocessedKeys: { table: { Keys: [{ pk: { S: 'b' } }] } } },
    ],
    [
      'BatchWriteItem',
      () =>
        new BatchWriteItemCommand({
          RequestItems: { table: [{ PutRequest: { Item } }, { DeleteRequest: { Key } }] },
        }),
      { UnprocessedItems: { table: [{ PutRequest: { Item: image } }] } },
    ],
    [
      'TransactWriteItems',
      () => new TransactWriteItemsCommand({ TransactItems, ClientRequestToken: 'token' }),
      {},
    ],
  ])('says and understands %s as the SDK’s own does', async (name, command, answer) => {
    answers = [answering(200, answer), answering(200, answer)]
    const { $metadata: _, ...ours } = await dynamodb().send(command() as GetItemCommand)
    const { $metadata: __, ...theirs } = await plain().send(command() as GetItemCommand)
    expect(ours).toEqual(theirs)
    const [sent, expected] = received as [Received, Received]
    expect(JSON.parse(sent.body)).toEqual(JSON.parse(expected.body))
    expect(sent.headers['x-amz-target']).toBe(`DynamoDB_20120810.${name}`)
    for (const header of ['content-type', 'content-length', 'host', 'x-amz-target'])
      expect([header, sent.headers[header]]).toEqual([header, expected.headers[header]])
  })

  it('understands an error and the items in it as the SDK’s own does', async () => {
    const reasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: image, Message: 'no' }]
    const body = {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      CancellationReasons: reasons,
    }
    answers = [answering(400, body), answering(400, body)]
    const command = () => new TransactWriteItemsCommand({ TransactItems, ClientRequestToken: 'token' })
    const [ours, theirs] = await Promise.all(
      [dynamodb(), plain()].map(client => client.send(command()).catch((error: unknown) => error)),
    )
    expect(ours).toEqual(theirs)
    expect(ours).toMatchObject({ name: 'TransactionCanceledException', CancellationReasons: [{}, {}] })
  })
})

describe('the way of a request through the SDK', () => {
  it('is laid out once for all requests of a kind, each of which is answered its own', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`)
    const echo: Answer = response => answering(200, { Item: JSON.parse(received.at(-1)!.body).Key })(response)
    answers = keys.map(() => echo)
    const found = await Promise.all(
      keys.map(pk => dynamodb().send(new GetItemCommand({ TableName: 'table', Key: toAttributes({ pk }) }))),
    )
    expect(found.map(({ Item }) => fromAttributes(Item))).toEqual(keys.map(pk => ({ pk })))
    expect(dynamodb().config.cacheMiddleware).toBe(true)
  })

  it('has every step of the SDK’s but the one that logs', () => {
    const [ours, theirs] = [dynamodb(), plain()].map(client => client.middlewareStack.identify())
    const isLogger = (step: string) => step.startsWith('loggerMiddleware')
    expect(theirs!.filter(isLogger)).toHaveLength(1)
    expect(ours).toEqual(theirs!.filter(step => !isLogger(step)))
  })
})

describe('an attempt is repeated, signed anew, after', () => {
  it.each([
    ['a failure of the service', failing(500, 'InternalServerError')],
    ['a service that is not there', failing(503, 'ServiceUnavailable')],
    ['throttling', failing(400, 'ThrottlingException')],
    ['more than the table is provisioned for', failing(400, 'ProvisionedThroughputExceededException')],
  ])('%s', async (_what, answer) => {
    answers = [answer, answer, answering(200, { Item: { pk: { S: 'a' }, bytes: { B: '/w==' } } })]
    const Key = toAttributes({ pk: 'a' })
    const { Item } = await dynamodb().send(new GetItemCommand({ TableName: 'table', Key }))
    expect(fromAttributes(Item)).toEqual({ pk: 'a', bytes: Uint8Array.of(255) })
    expect(received).toHaveLength(3)
    for (const request of received) expectSigned(request)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    const counts = received.map(({ headers }) => headers['amz-sdk-request'])
    expect(counts).toEqual(['attempt=1; max=5', 'attempt=2; max=5', 'attempt=3; max=5'])
  })

  it('a connection that was closed: at once, and uncounted, where it had been kept', async () => {
    await put()
    answers = [hangingUp, hangingUp]
    await put()
    const counts = received.map(({ headers }) => headers['amz-sdk-request'])
    expect(counts).toEqual([1, 1, 1, 2].map(attempt => `attempt=${attempt}; max=5`))
  })

  it('a kept connection was closed while nobody looked', async () => {
    await put()
    server.closeIdleConnections()
    await put()
    expect(received).toHaveLength(2)
  })

  it('an answer that broke off', async () => {
    answers = [
      response => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"Item"', () => response.socket!.destroy())
      },
    ]
    await put()
    expect(received).toHaveLength(2)
  })

  it('a clock that is wrong, with the time of the answer, which later requests keep', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    const inTime = answering(200, {}, { date })
    answers = [failing(400, 'InvalidSignatureException', { date }), inTime, inTime]
    await put()
    await put()
    const times = received.map(({ headers }) => timeIn(headers['x-amz-date']) - Date.now())
    expect(times.map(ms => Math.abs(Math.round(ms / 600_000)))).toEqual([0, 6, 6])
    for (const request of received) expectSigned(request)
    answers = [failing(500, 'InternalServerError')]
    await put()
    await put()
    expect(Math.abs(timeIn(received.at(-1)!.headers['x-amz-date']) - Date.now())).toBeLessThan(10_000)
  })
})

describe('an attempt is not repeated', () => {
  it.each([
    ['whose request is wrong', 'ValidationException'],
    ['whose condition failed', 'ConditionalCheckFailedException'],
    ['that is not allowed', 'AccessDeniedException'],
    ['whose error nobody knows', 'NewException'],
  ])('%s', async (_what, name) => {
    answers = [failing(400, name)]
    await expect(put()).rejects.toThrow(expect.objectContaining({ name, message: 'no' }))
    expect(received).toHaveLength(1)
  })

  it('a sixth time', async () => {
    answers = Array.from({ length: 9 }, () => failing(500, 'InternalServerError'))
    await expect(put()).rejects.toThrow(expect.objectContaining({ name: 'InternalServerError' }))
    expect(received).toHaveLength(5)
  })
})

describe('an attempt ends', () => {
  const post = () => ({
    protocol: 'http:',
    hostname: endpoint.hostname,
    port: endpoint.port,
    method: 'POST',
    path: '/',
    headers: { 'content-length': '2' },
    body: '{}',
  })
  const never: Answer = () => {}

  it('when it had its time, as an error that the SDK repeats', async () => {
    answers = [never]
    const transport = createTransport('token', { connectMs: 1000, answerMs: 50 })
    await expect(transport.handle(post())).rejects.toThrow(
      expect.objectContaining({ name: 'TimeoutError', message: 'The answer took too long' }),
    )
  })

  it('when it is aborted', async () => {
    answers = [never]
    const transport = createTransport('token')
    const abortSignal = AbortSignal.timeout(50)
    await expect(transport.handle(post(), { abortSignal })).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    )
  })
})
