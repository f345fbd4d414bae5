import { beforeAll, describe, expect, it } from 'vitest'
import { presignDownload } from '../../../shared/aws/bucket.ts'
import { Fault } from '../../../shared/aws/errors.ts'
import { send, sendAll, sendInBatches } from '../../../shared/aws/sqs.ts'
import { sendTaskSuccess, startExecution, stopExecution } from '../../../shared/aws/state-machine.ts'
import { type Answering, type AwsEndpoint, openAwsEndpoint, storedMessages } from './endpoint.ts'

const workflow = 'arn:aws:states:us-east-1:111122223333:stateMachine:verification'

let aws: AwsEndpoint
let queue: string

beforeAll(async () => {
  aws = await openAwsEndpoint()
  queue = `${aws.url}/111122223333/queue`
  Object.assign(process.env, { WORKFLOW_ARN: workflow, MEDIA_BUCKET: 'media' })
})

const sentBy = async (work: () => Promise<unknown>, answering: Answering) => {
  const before = aws.calls.length
  aws.answer(answering)
  await work()
  return aws.calls.slice(before)
}

describe('a workflow', () => {
  const failing = (error: string) => () => ({ error })

  it('is started under a name, with its input', async () => {
    const start = () => startExecution('verification-7', { verificationId: 7 })
    expect(await sentBy(start, () => ({ executionArn: 'arn', startDate: 1 }))).toEqual([
      {
        action: 'StartExecution',
        body: { stateMachineArn: workflow, name: 'verification-7', input: '{"verificationId":7}' },
      },
    ])
  })

  it('is stopped by that name, with the reason', async () => {
    const executionArn = 'arn:aws:states:us-east-1:111122223333:execution:verification:verification-7'
    expect(
      await sentBy(
        () => stopExecution('verification-7', 'cancelled'),
        () => ({ stopDate: 1 }),
      ),
    ).toEqual([{ action: 'StopExecution', body: { executionArn, error: 'cancelled' } }])
  })

  it.each([
    ['was started already', () => startExecution('x', {}), 'ExecutionAlreadyExists'],
    ['waits no longer', () => sendTaskSuccess('token'), 'TaskTimedOut'],
    ['has no such wait', () => sendTaskSuccess('token'), 'TaskDoesNotExist'],
    ['waited under another token', () => sendTaskSuccess('token'), 'InvalidToken'],
    ['never was', () => stopExecution('x', 'cancelled'), 'ExecutionDoesNotExist'],
  ])('that %s is left as it is', async (_what, work, error) => {
    expect(await sentBy(work, failing(error))).toHaveLength(1)
  })

  it.each([
    ['start', () => startExecution('x', {}), 'TaskDoesNotExist'],
    ['end of a wait', () => sendTaskSuccess('token'), 'AccessDeniedException'],
    ['stop', () => stopExecution('x', 'cancelled'), 'StateMachineDoesNotExist'],
  ])('whose %s fails otherwise says so', async (_what, work, error) => {
    aws.answer(failing(error))
    await expect(work()).rejects.toThrow(expect.objectContaining({ name: error }))
  })
})

describe('a queue', () => {
  const storing: Answering = ({ body }) =>
    body.Entries
      ? storedMessages(body.Entries)
      : storedMessages([{ Id: 'one', MessageBody: body.MessageBody }]).Successful[0]!

  it('is sent a message with its group and its delay, where it has them', async () => {
    const work = async () => {
      await send(queue, { body: { id: 1 } })
      await send(queue, { body: { id: 2 }, group: '1-test', delaySeconds: 900 })
      await send(queue, { body: { id: 3 }, group: '1-test', delaySeconds: 0 })
    }
    const QueueUrl = queue
    expect((await sentBy(work, storing)).map(({ body }) => body)).toEqual([
      { QueueUrl, MessageBody: '{"id":1}' },
      { QueueUrl, MessageBody: '{"id":2}', MessageGroupId: '1-test', DelaySeconds: 900 },
      { QueueUrl, MessageBody: '{"id":3}', MessageGroupId: '1-test' },
    ])
  })

  it('is sent many in tens, each under an id of its own, and none where there are none', async () => {
    const messages = Array.from({ length: 21 }, (_, id) => ({ body: { id } }))
    const sent = await sentBy(() => sendAll(queue, messages), storing)
    expect(sent.map(({ body }) => body.Entries.length).sort()).toEqual([1, 10, 10])
    for (const { body } of sent)
      expect(new Set(body.Entries.map(({ Id }: { Id: string }) => Id)).size).toBe(body.Entries.length)
    const bodies = sent.flatMap(({ body }) =>
      body.Entries.map((one: { MessageBody: string }) => one.MessageBody),
    )
    expect(bodies.sort()).toEqual(messages.map(({ body }) => JSON.stringify(body)).sort())
    expect(await sentBy(() => sendAll(queue, []), storing)).toEqual([])
  })

  it('that received another text than was sent fails the sender', async () => {
    aws.answer(() => storedMessages([{ Id: 'one', MessageBody: '{"id":9}' }]).Successful[0]!)
    await expect(send(queue, { body: { id: 1 } })).rejects.toThrow('InvalidChecksumError')
    aws.answer(() => storedMessages([{ Id: '0', MessageBody: '{"id":9}' }]))
    await expect(sendAll(queue, [{ body: { id: 1 } }])).rejects.toThrow('Invalid MD5 checksum')
  })

  it('that stored only some of them fails the sender', async () => {
    aws.answer(() => ({ Failed: [{ Id: '1', Code: 'InternalError', SenderFault: false }] }))
    const both = [{ body: { id: 1 } }, { body: { id: 2 } }]
    await expect(sendAll(queue, both)).rejects.toThrow(new Fault('A message was not stored: InternalError'))
  })

  it('says of each message why it was not stored, whether it was refused alone or with its ten', async () => {
    const messages = Array.from({ length: 12 }, (_, id) => ({ body: { id } }))
    aws.answer(({ body }) =>
      body.Entries.length === 10
        ? { Failed: [{ Id: '3', Code: 'InternalError', SenderFault: false }] }
        : { error: 'AccessDenied' },
    )
    const unsent = await sendInBatches(queue, messages)
    expect([...unsent].map(([{ body }, error]) => [body, (error as Error).name])).toEqual([
      [{ id: 3 }, 'Fault'],
      [{ id: 10 }, 'AccessDenied'],
      [{ id: 11 }, 'AccessDenied'],
    ])
  })
})

it('links to a photo for a minute, and fixes how it is shown', async () => {
  const shownAs = { contentType: 'image/png', fileName: 'one.png' }
  const { pathname, host, searchParams } = new URL(presignDownload('1/test/photo 1.png', shownAs))
  expect(`${host}${pathname}`).toMatch(/media.*\/1\/test\/photo%201\.png$/)
  expect(searchParams.get('X-Amz-Expires')).toBe('60')
  expect(searchParams.get('response-content-type')).toBe('image/png')
  expect(searchParams.get('response-content-disposition')).toBe('inline; filename="one.png"')
})
