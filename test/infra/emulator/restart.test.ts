import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SendTaskSuccessCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { StreamViewType } from 'aws-cdk-lib/aws-dynamodb'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEmulator } from '../../../infra/emulator/emulator.ts'
import {
  allow,
  callOf,
  clientSettings,
  type Define,
  eventually,
  feed,
  mayFollow,
  synthesise,
  tableOf,
  temporaryFolder,
  workflowOf,
} from './environment.ts'

/** Writes down in the table that it ran, and with what. */
const diary = (kind: string) => `
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
const client = new DynamoDBClient()
let calls = 0
export const handler = async event => {
  for (const entry of event.Records?.map(record => record.dynamodb.Keys.pk.S).filter(key => key.startsWith('write')) ?? [event.token ?? 'none'])
    await client.send(new PutItemCommand({ TableName: process.env.TABLE, Item: { pk: { S: '${kind}/' + entry + '/' + Date.now() + '/' + calls++ }, entry: { S: entry } } }))
  return { kind: '${kind}' }
}`

const define: Define = (stack, lambda) => {
  const table = tableOf(stack, 'Table', { stream: StreamViewType.NEW_IMAGE })
  const keeper = (kind: string) =>
    lambda(kind, diary(kind), {
      environment: { TABLE: table.tableName },
      may: [allow(['dynamodb:PutItem'], table.tableArn), mayFollow(table)],
    })
  const called = {
    first: keeper('first'),
    asked: keeper('asked'),
    late: keeper('late'),
    last: keeper('last'),
  }
  const workflow = (id: string, seconds: number) =>
    workflowOf(
      stack,
      id,
      {
        StartAt: 'First',
        States: {
          First: { ...callOf(called.first, {}), Next: 'Wait' },
          Wait: {
            ...callOf(called.asked, { 'token.$': '$$.Task.Token' }, true),
            TimeoutSeconds: seconds,
            Catch: [{ ErrorEquals: ['States.Timeout'], ResultPath: null, Next: 'Late' }],
            Next: 'Last',
          },
          Late: { ...callOf(called.late, {}), End: true },
          Last: { ...callOf(called.last, {}), End: true },
        },
      },
      Object.values(called),
    )
  workflow('Patient', 600)
  workflow('Impatient', 10)
  feed(keeper('streamed'), table.tableStreamArn, { startingPosition: 'TRIM_HORIZON' })
  new Queue(stack, 'Queue')
  new Bucket(stack, 'Bucket')
  new Secret(stack, 'Secret', { generateSecretString: { excludePunctuation: true } })
}

const paths = ['Table', 'Patient', 'Impatient', 'Queue', 'Bucket', 'Secret'].map(id => `Service/${id}`)
const folder = temporaryFolder()
let assembly: string

beforeAll(() => {
  assembly = synthesise(folder.path, define)
  return () => folder.remove()
})

interface RunningEmulator {
  environment: Record<string, string>
  ids: Record<string, string>
  child: ChildProcess
  kill(): Promise<void>
}

const running: RunningEmulator[] = []
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.kill()
})

const startProcess = async (dataDirectory: string): Promise<RunningEmulator> => {
  const script = join(import.meta.dirname, 'emulator-process.ts')
  const child = spawn(process.execPath, [script, assembly, dataDirectory, ...paths], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const emulator = { ...JSON.parse(line), child, kill }
  running.push(emulator)
  return emulator
}

const settings = (emulator: RunningEmulator) => clientSettings(emulator)

const diaryOf = async (emulator: RunningEmulator, kind: string): Promise<string[]> => {
  const { Items } = await new DynamoDBClient(settings(emulator)).send(
    new ScanCommand({ TableName: emulator.ids['Service/Table'] }),
  )
  return (Items ?? []).filter(item => item.pk?.S?.startsWith(`${kind}/`)).map(item => item.entry?.S ?? '')
}

const askedToken = (emulator: RunningEmulator) =>
  eventually('the token', async () => (await diaryOf(emulator, 'asked'))[0])

const startExecution = async (emulator: RunningEmulator, machine: string) => {
  const stateMachineArn = emulator.ids[`Service/${machine}`]
  const states = new SFNClient(settings(emulator))
  return (await states.send(new StartExecutionCommand({ stateMachineArn, name: 'one', input: '{}' })))
    .executionArn
}

describe('an emulator that was killed', () => {
  test('goes on waiting under the same task token, and calls no finished task again', async () => {
    const data = `${folder.path}/token`
    const before = await startProcess(data)
    const arn = await startExecution(before, 'Patient')
    const taskToken = await askedToken(before)
    // The function has written its diary; its answer may still be on its way, and it would be asked again.
    await new Promise(resolve => setTimeout(resolve, 500))
    await before.kill()

    const after = await startProcess(data)
    expect(await startExecution(after, 'Patient')).toBe(arn)
    expect(await diaryOf(after, 'last')).toEqual([])
    await new SFNClient(settings(after)).send(new SendTaskSuccessCommand({ taskToken, output: '{}' }))
    await eventually('the end', async () => (await diaryOf(after, 'last'))[0])
    expect(await diaryOf(after, 'first')).toHaveLength(1)
    expect(await diaryOf(after, 'asked')).toHaveLength(1)
  })

  test('counts a task’s timeout from when it began', async () => {
    const data = `${folder.path}/timeout`
    const before = await startProcess(data)
    await startExecution(before, 'Impatient')
    const begun = Date.now()
    await askedToken(before)
    await before.kill()
    await new Promise(resolve => setTimeout(resolve, Math.max(0, begun + 10_000 - Date.now())))
    const after = await startProcess(data)
    await eventually('the timeout', async () => (await diaryOf(after, 'late'))[0], 9)
  })

  test('keeps items, messages, objects and secrets', async () => {
    const data = `${folder.path}/kept`
    const before = await startProcess(data)
    const ids = before.ids
    await new DynamoDBClient(settings(before)).send(
      new PutItemCommand({ TableName: ids['Service/Table'], Item: { pk: { S: 'kept' } } }),
    )
    await new SQSClient(settings(before)).send(
      new SendMessageCommand({ QueueUrl: ids['Service/Queue'], MessageBody: 'kept', MessageGroupId: 'g' }),
    )
    await new S3Client(settings(before)).send(
      new PutObjectCommand({ Bucket: ids['Service/Bucket'], Key: 'kept', Body: 'kept' }),
    )
    const secretOf = async (emulator: RunningEmulator) =>
      (
        await new SecretsManagerClient(settings(emulator)).send(
          new GetSecretValueCommand({ SecretId: ids['Service/Secret'] }),
        )
      ).SecretString
    const secret = await secretOf(before)
    await before.kill()

    const after = await startProcess(data)
    const item = await new DynamoDBClient(settings(after)).send(
      new GetItemCommand({ TableName: ids['Service/Table'], Key: { pk: { S: 'kept' } } }),
    )
    expect(item.Item?.pk?.S).toBe('kept')
    const received = await new SQSClient(settings(after)).send(
      new ReceiveMessageCommand({
        QueueUrl: after.ids['Service/Queue'],
        MessageSystemAttributeNames: ['All'],
      }),
    )
    expect(received.Messages?.[0]).toMatchObject({ Body: 'kept', Attributes: { MessageGroupId: 'g' } })
    const object = await new S3Client(settings(after)).send(
      new GetObjectCommand({ Bucket: ids['Service/Bucket'], Key: 'kept' }),
    )
    expect(await object.Body?.transformToString()).toBe('kept')
    expect(secret).toMatch(/.{32}/)
    expect(await secretOf(after)).toBe(secret)
  })

  test('loses no record of a stream', async () => {
    const data = `${folder.path}/stream`
    const before = await startProcess(data)
    const write = (emulator: RunningEmulator, pk: string) =>
      new DynamoDBClient(settings(emulator)).send(
        new PutItemCommand({ TableName: emulator.ids['Service/Table'], Item: { pk: { S: pk } } }),
      )
    for (let index = 0; index < 20; index++) await write(before, `write-${index}`)
    await before.kill()
    const after = await startProcess(data)
    await write(after, 'write-last')
    const expected = [...Array.from({ length: 20 }, (_, index) => `write-${index}`), 'write-last'].sort()
    await eventually('all records', async () => {
      const streamed = [...new Set(await diaryOf(after, 'streamed'))].sort()
      return JSON.stringify(streamed) === JSON.stringify(expected) ? true : undefined
    })
  })

  test('leaves no engine running', async () => {
    const data = `${folder.path}/orphan`
    const emulator = await startProcess(data)
    const engines = () =>
      execFileSync('ps', ['-eo', 'args'])
        .toString()
        .split('\n')
        .filter(line => line.includes(`${data}/tables.db`))
    expect(engines()).not.toHaveLength(0)
    await emulator.kill()
    await eventually('the end of the engine', async () => (engines().length === 0 ? true : undefined))
  })
})

test('a data directory in use is refused with a plain sentence', async () => {
  const data = `${folder.path}/shared`
  await startProcess(data)
  await expect(startEmulator({ assembly, dataDirectory: data })).rejects.toThrow(
    `The data directory ${data} is in use by another process`,
  )
})
