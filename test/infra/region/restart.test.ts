import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import {
  DescribeExecutionCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn'
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { AttributeType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import {
  DefinitionBody,
  IntegrationPattern,
  JsonPath,
  StateMachine,
  TaskInput,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startRegion } from '../../../infra/region/region.ts'
import { clientSettings, type Define, eventually, synthesise, temporaryFolder } from './world.ts'

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
  const table = new TableV2(stack, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    dynamoStream: StreamViewType.NEW_IMAGE,
  })
  const keeper = (kind: string) => {
    const created = lambda(kind, diary(kind), { environment: { TABLE: table.tableName } })
    table.grantWriteData(created)
    return created
  }
  const first = new LambdaInvoke(stack, 'First', {
    lambdaFunction: keeper('first'),
    payload: TaskInput.fromObject({}),
    resultPath: '$.first',
  })
  const wait = new LambdaInvoke(stack, 'Wait', {
    lambdaFunction: keeper('asked'),
    integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
    payload: TaskInput.fromObject({ token: JsonPath.taskToken }),
    taskTimeout: Timeout.at('$.patience'),
  })
  new StateMachine(stack, 'Machine', { definitionBody: DefinitionBody.fromChainable(first.next(wait)) })
  keeper('streamed').addEventSource(
    new DynamoEventSource(table, { startingPosition: StartingPosition.LATEST }),
  )
  new Queue(stack, 'Queue')
  new Bucket(stack, 'Bucket')
  new Secret(stack, 'Secret')
}

const paths = ['Service/Table', 'Service/Machine', 'Service/Queue', 'Service/Bucket', 'Service/Secret']
const folder = temporaryFolder()
let assembly: string

beforeAll(() => {
  assembly = synthesise(folder.path, define)
  return () => folder.remove()
})

interface RunningRegion {
  environment: Record<string, string>
  ids: Record<string, string>
  child: ChildProcess
  kill(): Promise<void>
}

const running: RunningRegion[] = []
afterEach(async () => {
  for (const region of running.splice(0)) await region.kill()
})

const startProcess = async (dataDirectory: string): Promise<RunningRegion> => {
  const script = new URL('./region-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, assembly, dataDirectory, ...paths], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const region = { ...JSON.parse(line), child, kill }
  running.push(region)
  return region
}

const settings = (region: RunningRegion) =>
  clientSettings(region as unknown as Parameters<typeof clientSettings>[0])

const diaryOf = async (region: RunningRegion, kind: string): Promise<string[]> => {
  const { Items } = await new DynamoDBClient(settings(region)).send(
    new ScanCommand({ TableName: region.ids['Service/Table'] }),
  )
  return (Items ?? []).filter(item => item.pk?.S?.startsWith(`${kind}/`)).map(item => item.entry?.S ?? '')
}

const askedToken = (region: RunningRegion) =>
  eventually('the token', async () => (await diaryOf(region, 'asked'))[0])

const startExecution = async (region: RunningRegion, patience: number): Promise<string> => {
  const states = new SFNClient(settings(region))
  const { executionArn = '' } = await states.send(
    new StartExecutionCommand({
      stateMachineArn: region.ids['Service/Machine'],
      name: 'one',
      input: JSON.stringify({ patience }),
    }),
  )
  return executionArn
}

const describeExecution = (region: RunningRegion, executionArn: string) =>
  new SFNClient(settings(region)).send(new DescribeExecutionCommand({ executionArn }))

describe('a region that was killed', () => {
  test('goes on waiting under the same task token, and calls no finished task again', async () => {
    const data = `${folder.path}/token`
    const before = await startProcess(data)
    const arn = await startExecution(before, 600)
    const taskToken = await askedToken(before)
    await before.kill()

    const after = await startProcess(data)
    expect((await describeExecution(after, arn)).status).toBe('RUNNING')
    expect(await startExecution(after, 600)).toBe(arn)
    await new SFNClient(settings(after)).send(
      new SendTaskSuccessCommand({ taskToken, output: '{"verdict":"yes"}' }),
    )
    const ended = await eventually('the end', async () => {
      const execution = await describeExecution(after, arn)
      return execution.status === 'RUNNING' ? undefined : execution
    })
    expect([ended.status, ended.output]).toEqual(['SUCCEEDED', '{"verdict":"yes"}'])
    expect(await diaryOf(after, 'first')).toHaveLength(1)
    expect(await diaryOf(after, 'asked')).toHaveLength(1)
  })

  test('counts a task’s timeout from when it began', async () => {
    const data = `${folder.path}/timeout`
    const before = await startProcess(data)
    const arn = await startExecution(before, 4)
    const begun = Date.now()
    await askedToken(before)
    await before.kill()
    await new Promise(resolve => setTimeout(resolve, Math.max(0, begun + 4000 - Date.now())))
    const after = await startProcess(data)
    const execution = await eventually(
      'the timeout',
      async () => {
        const described = await describeExecution(after, arn)
        return described.status === 'RUNNING' ? undefined : described
      },
      3,
    )
    expect(execution).toMatchObject({ status: 'FAILED', error: 'States.Timeout' })
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
    const secretOf = async (region: RunningRegion) =>
      (
        await new SecretsManagerClient(settings(region)).send(
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
    const write = (region: RunningRegion, pk: string) =>
      new DynamoDBClient(settings(region)).send(
        new PutItemCommand({ TableName: region.ids['Service/Table'], Item: { pk: { S: pk } } }),
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
    const region = await startProcess(data)
    const engines = () =>
      execFileSync('ps', ['-eo', 'args'])
        .toString()
        .split('\n')
        .filter(line => line.includes(`${data}/tables.db`))
    expect(engines()).not.toHaveLength(0)
    await region.kill()
    await eventually('the end of the engine', async () => (engines().length === 0 ? true : undefined))
  })
})

test('a data directory in use is refused with a plain sentence', async () => {
  const data = `${folder.path}/shared`
  await startProcess(data)
  await expect(startRegion({ assembly, dataDirectory: data })).rejects.toThrow(
    `The data directory ${data} is in use by another process`,
  )
})
