import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { processMessages, processStreamBatch, retrySecondsAfter } from '../../../shared/aws/batch.ts'
import { Fault } from '../../../shared/aws/errors.ts'
import { openAwsEndpoint } from './endpoint.ts'

let printed: MockInstance
let aws: Awaited<ReturnType<typeof openAwsEndpoint>>

beforeEach(() => {
  printed = vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => printed.mockRestore())

const logged = () => printed.mock.calls.map(([line]) => ({ ...line, frames: undefined }))

interface Named {
  readonly name: string
  readonly dynamodb?: { readonly SequenceNumber: string }
}

/** Throws for every name that begins with "bad". */
const workOn =
  (done: string[]) =>
  async ({ name }: Named): Promise<void> => {
    await new Promise(resolve => setTimeout(resolve, name.length))
    if (name.startsWith('bad')) throw new Fault('It could not be done')
    done.push(name)
  }

const workOnAll = (done: string[]) => (changes: readonly Named[]) =>
  Promise.allSettled(changes.map(workOn(done)))

describe('a batch of messages', () => {
  const batchOf = (...names: string[]) => ({
    Records: names.map(name => recordOf(`id-${name}`, JSON.stringify({ name }))),
  })
  const recordOf = (messageId: string, body: string, receives = 1) => ({
    messageId,
    body,
    receiptHandle: `handle-${messageId}`,
    eventSourceARN: 'arn:aws:sqs:af-south-1:111122223333:slow.fifo',
    attributes: { ApproximateReceiveCount: `${receives}` },
  })

  beforeEach(async () => {
    aws = await openAwsEndpoint()
  })

  it('is complete when all its messages are', async () => {
    const done: string[] = []
    expect(await processMessages(workOn(done))(batchOf('one', 'four'))).toEqual({ batchItemFailures: [] })
    expect(done).toEqual(['one', 'four'])
    expect(logged()).toEqual([])
  })

  it('keeps every message that failed, and those alone', async () => {
    const done: string[] = []
    const answer = await processMessages(workOn(done))(batchOf('bad-first', 'one', 'bad-last'))
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: 'id-bad-first' }, { itemIdentifier: 'id-bad-last' }],
    })
    expect(done).toEqual(['one'])
    const line = { event: 'message.failed', error: 'Fault: It could not be done' }
    expect(logged()).toEqual([line, line])
  })

  it('gives a message back that failed for twice as long each time, from a second to three minutes', async () => {
    const Records = Array.from({ length: 27 }, (_, index) => recordOf('id', '{"name":"bad"}', index + 1))
    for (const record of Records) await processMessages(workOn([]))({ Records: [record] })
    expect(aws.calls.map(({ body }) => body.VisibilityTimeout)).toEqual([
      1,
      2,
      4,
      8,
      16,
      32,
      64,
      128,
      ...Array.from({ length: 19 }, () => 180),
    ])
    expect(aws.calls[3]).toEqual({
      action: 'ChangeMessageVisibility',
      body: {
        QueueUrl: 'https://sqs.af-south-1.amazonaws.com/111122223333/slow.fifo',
        ReceiptHandle: 'handle-id',
        VisibilityTimeout: 8,
      },
    })
  })

  it.each([1, 5, 12, 60, 170])('makes a fault of %i s cost no more than as long again', seconds => {
    let at = 0
    for (let receives = 1; at <= seconds; receives++) at += retrySecondsAfter(receives)
    expect(at).toBeLessThanOrEqual(2 * seconds + 1)
  })

  it('gives it back before the rest of its batch is done', async () => {
    const slow = Promise.withResolvers<void>()
    const given = Promise.withResolvers<void>()
    aws.answer(() => {
      given.resolve()
      return {}
    })
    const work = ({ name }: Named) => (name === 'slow' ? slow.promise : Promise.reject(new Fault(name)))
    const answer = processMessages(work)(batchOf('slow', 'bad'))
    await given.promise
    slow.resolve()
    expect(await answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'id-bad' }] })
  })

  it('keeps it where it could not be given back: it comes with the queue’s own time-out', async () => {
    aws.answer(() => ({ error: 'ReceiptHandleIsInvalid' }))
    expect(await processMessages(workOn([]))(batchOf('bad'))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'id-bad' }],
    })
    expect(logged().at(-1)).toEqual({ event: 'message.not-given-back', status: 400 })
  })

  it('keeps it where the queue does not answer', async () => {
    aws.answer(() => ({ error: 'hang-up' }))
    expect(await processMessages(workOn([]))(batchOf('bad'))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'id-bad' }],
    })
    expect(logged().at(-1)).toEqual({ event: 'message.not-given-back', status: null })
  })

  it('keeps a message that is no JSON, and never prints it', async () => {
    const Records = [recordOf('id', 'Ngozi {')]
    expect(await processMessages(workOn([]))({ Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: 'id' }],
    })
    expect(logged()).toEqual([{ event: 'message.failed', error: 'SyntaxError' }])
    expect(JSON.stringify(printed.mock.calls)).not.toContain('Ngozi')
  })
})

describe('a batch of changes', () => {
  const batchOf = (...names: string[]) => ({
    Records: names.map((name, index) => ({ name, dynamodb: { SequenceNumber: `${index + 1}00` } })),
  })

  it('is complete when all its messages are', async () => {
    expect(await processStreamBatch(workOnAll([]))(batchOf('one', 'two'))).toEqual({ batchItemFailures: [] })
    expect(logged()).toEqual([])
  })

  it('goes back to the first that failed, though the others were worked on', async () => {
    const done: string[] = []
    const answer = await processStreamBatch(workOnAll(done))(batchOf('one', 'bad-and-slow', 'two', 'bad'))
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '200' }] })
    expect(done).toEqual(['one', 'two'])
    expect(logged()).toHaveLength(2)
    expect(logged()[0]).toEqual({ event: 'change.failed', error: 'Fault: It could not be done' })
  })

  it('goes back to a change of which nobody said how it ended', async () => {
    const answer = await processStreamBatch(async () => [{ status: 'fulfilled', value: undefined }])(
      batchOf('one', 'two'),
    )
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '200' }] })
  })
})
