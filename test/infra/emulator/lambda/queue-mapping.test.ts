import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { Duration } from 'aws-cdk-lib'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { afterAll, describe, expect, test } from 'vitest'
import { allow, clientSettings, eventually, feed, mayConsume, startWorld } from '../environment.ts'

/** Fails the messages that say so, and prints every record that it sees. */
const consumer = `
export const handler = async ({ Records }) => {
  for (const record of Records) console.log(JSON.stringify(record))
  if (Records.some(({ body }) => body.startsWith('throw'))) throw new Error('no')
  return { batchItemFailures: Records.filter(({ body }) => body.startsWith('fail')).map(({ messageId }) => ({ itemIdentifier: messageId })) }
}`

/** One organisation's messages are slow; every message's order of arrival is printed. */
const slowConsumer = `
export const handler = async ({ Records: [{ attributes }] }) => {
  console.log(attributes.MessageGroupId)
  if (attributes.MessageGroupId === 'slow') await new Promise(resolve => setTimeout(resolve, 400))
}`

/** Takes a while, and prints which messages it worked on between when and when. */
const inTurnConsumer = `
export const handler = async ({ Records }) => {
  const from = Date.now()
  await new Promise(resolve => setTimeout(resolve, 150))
  console.log(JSON.stringify({ from, to: Date.now(), bodies: Records.map(({ body }) => body), group: Records[0].attributes.MessageGroupId }))
}`

/** Gives its first batch back for a second each, and prints when it got which. */
const givingBackConsumer = `
import { SQSClient, ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs'
const client = new SQSClient({ useQueueUrlAsEndpoint: false })
export const handler = async ({ Records }) => {
  console.log(JSON.stringify({ at: Date.now(), bodies: Records.map(({ body }) => body) }))
  if (Records[0].attributes.ApproximateReceiveCount !== '1') return
  for (const { receiptHandle: ReceiptHandle, eventSourceARN } of Records) {
    const QueueUrl = 'https://sqs.us-east-1.amazonaws.com/000000000000/' + eventSourceARN.split(':').at(-1)
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 1 }))
  }
  return { batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })) }
}`

const world = await startWorld(
  (stack, lambda) => {
    const deadLetters = new Queue(stack, 'DeadLetters')
    const queue = new Queue(stack, 'Queue', {
      visibilityTimeout: Duration.seconds(1),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 2 },
    })
    const quick = lambda('Consumer', consumer, { timeout: Duration.seconds(1), may: [mayConsume(queue)] })
    feed(quick, queue.queueArn, { batchSize: 5 })
    const fair = new Queue(stack, 'Fair')
    const slow = lambda('SlowConsumer', slowConsumer, { may: [mayConsume(fair)] })
    feed(slow, fair.queueArn, { batchSize: 1, scalingConfig: { maximumConcurrency: 2 } })
    const inTurn = new Queue(stack, 'InTurn', { fifo: true })
    feed(lambda('InTurnConsumer', inTurnConsumer, { may: [mayConsume(inTurn)] }), inTurn.queueArn)
    const lane = new Queue(stack, 'Lane', { fifo: true, visibilityTimeout: Duration.hours(1) })
    const may = [mayConsume(lane), allow(['sqs:ChangeMessageVisibility'], lane.queueArn)]
    feed(lambda('GivingBackConsumer', givingBackConsumer, { may }), lane.queueArn, { batchSize: 2 })
    new Queue(stack, 'Plain')
    new Queue(stack, 'PlainFifo', { fifo: true })
  },
  { containersPerFunction: 2 },
)
afterAll(() => world?.stop())
const sqs = new SQSClient(clientSettings(world.emulator))

const send = (queue: string, MessageBody: string, more = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl: world.emulator.physicalId(queue), MessageBody, ...more }))
const printedBy = (lambda: string) =>
  world.logs.filter(line => line.startsWith(`${lambda} `)).map(line => line.slice(lambda.length + 1))

interface SeenRecord {
  body: string
  attributes: Record<string, string>
}
const records = async (body: string): Promise<SeenRecord[]> =>
  printedBy('Consumer')
    .filter(line => line.startsWith('{"messageId"'))
    .map(line => JSON.parse(line))
    .filter(record => record.body === body)

describe('a queue feeds its function', () => {
  test('with records like Lambda’s', async () => {
    const { MessageId } = await send('Service/Queue', 'hello', {
      MessageAttributes: { colour: { DataType: 'String', StringValue: 'red' } },
      MessageGroupId: 'org-1',
    })
    const [record] = await eventually('the record', async () => {
      const found = await records('hello')
      return found.length > 0 ? found : undefined
    })
    expect(record).toEqual({
      messageId: MessageId,
      receiptHandle: expect.any(String),
      body: 'hello',
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: expect.stringMatching(/^\d{13}$/),
        SenderId: expect.any(String),
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
        MessageGroupId: 'org-1',
      },
      messageAttributes: {
        colour: { dataType: 'String', stringValue: 'red', stringListValues: [], binaryListValues: [] },
      },
      md5OfBody: '5d41402abc4b2a76b9719d911017c592',
      md5OfMessageAttributes: expect.any(String),
      eventSource: 'aws:sqs',
      eventSourceARN: expect.stringMatching(/^arn:aws:sqs:us-east-1:000000000000:Service-Queue/),
      awsRegion: 'us-east-1',
    })
  })

  test('again with the messages that it reports, until they are dead letters', async () => {
    const Entries = ['ok-1', 'fail-1', 'ok-2'].map((MessageBody, index) => ({
      Id: String(index),
      MessageBody,
    }))
    await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: world.emulator.physicalId('Service/Queue'), Entries }),
    )
    const dead = await eventually(
      'the dead letter',
      async () =>
        (
          await sqs.send(
            new ReceiveMessageCommand({ QueueUrl: world.emulator.physicalId('Service/DeadLetters') }),
          )
        ).Messages,
    )
    expect(dead.map(({ Body }) => Body)).toEqual(['fail-1'])
    expect((await records('fail-1')).map(({ attributes }) => attributes.ApproximateReceiveCount)).toEqual([
      '1',
      '2',
    ])
    expect(await records('ok-1')).toHaveLength(1)
  })

  test('again with the whole batch when it throws', async () => {
    await send('Service/Queue', 'throw-1')
    await eventually('the second attempt', async () =>
      (await records('throw-1')).length === 2 ? true : undefined,
    )
  })
})

test('a slow organisation does not hold up the others', async () => {
  for (let index = 0; index < 30; index++) await send('Service/Fair', 'x', { MessageGroupId: 'slow' })
  await send('Service/Fair', 'x', { MessageGroupId: 'quick' })
  await eventually('the quick one', async () => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: world.emulator.physicalId('Service/Fair'),
        AttributeNames: ['All'],
      }),
    )
    const left = Number(Attributes?.ApproximateNumberOfMessages)
    return (left > 5 && printedBy('SlowConsumer').includes('quick')) || undefined
  })
})

test('a FIFO queue hands out a batch of a group, and the next when that is done with, side by side with others', async () => {
  const entryOf = (group: string) => (_: unknown, index: number) => ({
    Id: `${group}${index}`,
    MessageBody: `${group}${index}`,
    MessageGroupId: group,
    MessageDeduplicationId: `${group}${index}`,
  })
  const QueueUrl = world.emulator.physicalId('Service/InTurn')
  const sendAll = (count: number, group: string) =>
    sqs.send(
      new SendMessageBatchCommand({ QueueUrl, Entries: Array.from({ length: count }, entryOf(group)) }),
    )
  for (const group of ['a', 'b', 'c']) await sendAll(10, group)
  const batches = await eventually('all of them', async () => {
    const seen = printedBy('InTurnConsumer').map(
      line => JSON.parse(line) as { from: number; to: number; bodies: string[] },
    )
    return seen.flatMap(({ bodies }) => bodies).length === 30 ? seen : undefined
  })
  for (const group of ['a', 'b', 'c']) {
    const own = batches.filter(({ bodies }) => bodies.some(body => body.startsWith(group)))
    const worked = own.flatMap(({ bodies }) => bodies.filter(body => body.startsWith(group)))
    expect(worked).toEqual(Array.from({ length: 10 }, (_, index) => `${group}${index}`))
    for (const [index, { from }] of own.slice(1).entries())
      expect(from).toBeGreaterThanOrEqual(own[index]!.to)
  }
  expect(Math.max(...batches.map(({ bodies }) => bodies.length))).toBeGreaterThan(3)
})

test('a FIFO group that is given back goes on after a second, not after the hour of its queue', async () => {
  const QueueUrl = world.emulator.physicalId('Service/Lane')
  const Entries = ['a', 'b', 'c'].map(body => ({
    Id: body,
    MessageBody: body,
    MessageGroupId: 'one',
    MessageDeduplicationId: body,
  }))
  await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
  const seen = await eventually('all of them', async () => {
    const seen = printedBy('GivingBackConsumer').map(
      line => JSON.parse(line) as { at: number; bodies: string[] },
    )
    return seen.some(({ bodies }) => bodies.includes('c')) ? seen : undefined
  })
  expect(seen[0]!.bodies).toEqual(['a', 'b'])
  expect(
    seen
      .slice(1)
      .flatMap(({ bodies }) => bodies)
      .toSorted(),
  ).toEqual(['a', 'b', 'c'])
  expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(1000)
})

describe('a queue read by hand', () => {
  test('keeps the message group of a standard queue, and its message attributes as they were', async () => {
    await send('Service/Plain', 'grouped', { MessageGroupId: 'org-1' })
    const { Messages } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: world.emulator.physicalId('Service/Plain'),
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    )
    expect(Messages?.[0]?.Attributes).toMatchObject({ MessageGroupId: 'org-1', ApproximateReceiveCount: '1' })
    expect(Messages?.[0]?.MessageAttributes).toBeUndefined()
  })

  test('takes each entry of a batch by itself', async () => {
    const { Successful, Failed } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: world.emulator.physicalId('Service/Plain'),
        Entries: ['taken', 'not \u0001 taken'].map((MessageBody, index) => ({ Id: `${index}`, MessageBody })),
      }),
    )
    expect(Successful?.map(({ Id }) => Id)).toEqual(['0'])
    expect(Failed).toMatchObject([{ Id: '1', SenderFault: true, Code: 'InvalidMessageContents' }])
  })

  test('knows a message of a FIFO queue by its deduplication id, and no other by it', async () => {
    const twin = { MessageGroupId: 'one', MessageDeduplicationId: 'twin' }
    const [first, second] = [
      await send('Service/PlainFifo', 'first', twin),
      await send('Service/PlainFifo', 'second', twin),
    ]
    await send('Service/PlainFifo', 'third', { ...twin, MessageDeduplicationId: 'third' })
    expect([second.MessageId, second.SequenceNumber]).toEqual([first.MessageId, first.SequenceNumber])
    const { Messages } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: world.emulator.physicalId('Service/PlainFifo'),
        MaxNumberOfMessages: 10,
      }),
    )
    expect(Messages?.map(({ Body }) => Body)).toEqual(['first', 'third'])
  })

  test('holds a delayed message back', async () => {
    await send('Service/Plain', 'later', { DelaySeconds: 900 })
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: world.emulator.physicalId('Service/Plain'),
        AttributeNames: ['All'],
      }),
    )
    expect(Attributes?.ApproximateNumberOfMessagesDelayed).toBe('1')
  })
})
