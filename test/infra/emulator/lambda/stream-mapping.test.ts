import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { StreamViewType } from 'aws-cdk-lib/aws-dynamodb'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import type { DynamoDBRecord } from 'aws-lambda'
import { afterAll, describe, expect, test } from 'vitest'
import {
  allow,
  clientSettings,
  type Define,
  eventually,
  feed,
  mayFollow,
  startWorld,
  tableOf,
} from '../environment.ts'

/** Keeps what it is given; an item says how often the function shall fail on it. */
const consumer = `
const batches = []
const failures = new Map()
export const handler = async event => {
  if (event.kind === 'batches') return batches
  batches.push(event.Records)
  for (const record of event.Records) {
    const { pk, fails } = record.dynamodb.NewImage
    const before = failures.get(pk.S) ?? 0
    if (before >= Number(fails?.N ?? 0)) continue
    failures.set(pk.S, before + 1)
    return { batchItemFailures: [{ itemIdentifier: record.dynamodb.SequenceNumber }] }
  }
}`

const define: Define = (stack, lambda) => {
  const table = tableOf(stack, 'Table', {
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    timeToLiveAttribute: 'expiresAt',
  })
  const gaveUp = new Queue(stack, 'GaveUp')
  const wanted = { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['wanted', 'needed'] } } } }
  const may = [mayFollow(table), allow(['sqs:SendMessage'], gaveUp.queueArn)]
  feed(lambda('Consumer', consumer, { may }), table.tableStreamArn, {
    startingPosition: 'TRIM_HORIZON',
    batchSize: 10,
    maximumRetryAttempts: 2,
    destinationConfig: { onFailure: { destination: gaveUp.queueArn } },
    filterCriteria: { filters: [{ pattern: JSON.stringify(wanted) }] },
  })
}

const world = await startWorld(define, { containersPerFunction: 1 })
afterAll(() => world?.stop())
const dynamodb = new DynamoDBClient(clientSettings(world.emulator))

const put = (pk: string, kind: string, fails = 0) =>
  dynamodb.send(
    new PutItemCommand({
      TableName: world.emulator.physicalId('Service/Table'),
      Item: { pk: { S: pk }, kind: { S: kind }, fails: { N: String(fails) } },
    }),
  )
const batches = async () =>
  (await world.emulator.invoke('Service/Consumer', { kind: 'batches' })) as DynamoDBRecord[][]
const keys = async () => (await batches()).map(batch => batch.map(record => record.dynamodb?.NewImage?.pk?.S))
const seen = (pk: string) =>
  eventually(pk, async () => ((await keys()).flat().includes(pk) ? true : undefined))

describe('a table’s stream feeds its function', () => {
  test('with records like Lambda’s', async () => {
    await put('first', 'wanted')
    await seen('first')
    const record = (await batches()).flat().find(({ dynamodb }) => dynamodb?.NewImage?.pk?.S === 'first')
    expect(record).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      eventSourceARN: expect.stringMatching(/^arn:aws:dynamodb:us-east-1:000000000000:table\/.+\/stream\//),
      dynamodb: {
        Keys: { pk: { S: 'first' } },
        SequenceNumber: expect.any(String),
        ApproximateCreationDateTime: expect.any(Number),
      },
    })
  })

  test('only with what the filter wants', async () => {
    await put('other', 'unwanted')
    await put('needed-one', 'needed')
    await put('needed-one', 'needed')
    await put('last', 'wanted')
    await seen('last')
    const all = (await keys()).flat()
    expect(all).not.toContain('other')
    // The second write of it is a MODIFY.
    expect(all.filter(key => key === 'needed-one')).toHaveLength(1)
  })

  test('again from the lowest record that failed, and never skipping it', async () => {
    await Promise.all([put('a', 'wanted'), put('b', 'wanted', 1), put('c', 'wanted')])
    await eventually('all', async () =>
      new Set((await keys()).flat()).has('c') && (await keys()).flat().filter(key => key === 'b').length >= 2
        ? true
        : undefined,
    )
    const afterFailure = (await keys()).flat()
    expect(afterFailure.lastIndexOf('b')).toBeGreaterThan(afterFailure.indexOf('b'))
  })

  test('until it gives up, tells the queue which records, and goes on', async () => {
    await put('poison', 'wanted', 1000)
    await put('after-poison', 'wanted')
    const sqs = new SQSClient(clientSettings(world.emulator))
    const messages = await eventually(
      'the notice',
      async () =>
        (await sqs.send(new ReceiveMessageCommand({ QueueUrl: world.emulator.physicalId('Service/GaveUp') })))
          .Messages,
    )
    expect(JSON.parse(messages[0]?.Body ?? '')).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 3 },
      DDBStreamBatchInfo: { startSequenceNumber: expect.any(String), endSequenceNumber: expect.any(String) },
    })
    expect((await keys()).flat().filter(key => key === 'poison')).toHaveLength(3)
  })
})
