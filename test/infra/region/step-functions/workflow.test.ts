import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { Duration } from 'aws-cdk-lib'
import {
  DefinitionBody,
  IntegrationPattern,
  JsonPath,
  Pass,
  StateMachine,
  TaskInput,
  Timeout,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientSettings, type Define, eventually, startWorld, type World } from '../world.ts'

/** Remembers the tokens that it is given, by the execution's name. */
const asker = `
const tokens = {}
export const handler = async event => {
  if (event.kind === 'tokens') return tokens
  tokens[event.name] = event.token
}`
const finisher = `
const attempts = {}
export const handler = async event => {
  attempts[event.name] = (attempts[event.name] ?? 0) + 1
  if (event.flaky && attempts[event.name] < 2) throw Object.assign(new Error('again'), { name: 'Flaky' })
  if (event.broken) throw Object.assign(new Error('never'), { name: 'Broken' })
  return { done: event.name, attempts: attempts[event.name] }
}`

const define: Define = (stack, lambda) => {
  const ask = new LambdaInvoke(stack, 'Ask', {
    lambdaFunction: lambda('Asker', asker, { reservedConcurrentExecutions: 1 }),
    integrationPattern: IntegrationPattern.WAIT_FOR_TASK_TOKEN,
    payload: TaskInput.fromObject({
      token: JsonPath.taskToken,
      name: JsonPath.stringAt('$$.Execution.Name'),
    }),
    taskTimeout: Timeout.at('$.patience'),
    resultPath: '$.answer',
    retryOnServiceExceptions: false,
  })
  const finish = new LambdaInvoke(stack, 'Finish', {
    lambdaFunction: lambda('Finisher', finisher, { reservedConcurrentExecutions: 1 }),
    payload: TaskInput.fromObject({
      name: JsonPath.stringAt('$$.Execution.Name'),
      flaky: JsonPath.stringAt('$.flaky'),
      broken: JsonPath.stringAt('$.broken'),
    }),
    outputPath: '$.Payload',
    retryOnServiceExceptions: false,
  }).addRetry({ errors: ['Flaky'], interval: Duration.seconds(1), maxAttempts: 3 })
  const late = new Pass(stack, 'Late', { parameters: { late: true, 'why.$': '$.error.Error' } })
  ask.addCatch(late, { errors: ['States.Timeout'], resultPath: '$.error' })
  ask.addCatch(new Pass(stack, 'Refused', { parameters: { refused: true, 'error.$': '$.error' } }), {
    errors: ['States.TaskFailed'],
    resultPath: '$.error',
  })
  const machine = new StateMachine(stack, 'Machine', {
    definitionBody: DefinitionBody.fromChainable(ask.next(finish)),
  })
  const pause = new Wait(stack, 'Pause', { time: WaitTime.secondsPath('$.seconds') })
  new StateMachine(stack, 'Pausing', {
    definitionBody: DefinitionBody.fromChainable(pause),
    timeout: Duration.seconds(2),
  })
  machine.grantStartExecution(lambda('Starter', 'export const handler = async () => 1'))
}

let world: World
let states: SFNClient

beforeAll(async () => {
  world = await startWorld(define, { record: true })
  states = new SFNClient(clientSettings(world.region))
})
afterAll(() => world?.stop())

const normal = { patience: 600, flaky: false, broken: false }
const start = async (name: string, input: object = normal, machine = 'Service/Machine') =>
  (
    await states.send(
      new StartExecutionCommand({
        stateMachineArn: world.region.physicalId(machine),
        name,
        input: JSON.stringify(input),
      }),
    )
  ).executionArn
const tokenOf = (name: string) =>
  eventually(
    `the token of ${name}`,
    async () =>
      ((await world.region.invoke('Service/Asker', { kind: 'tokens' })) as Record<string, string>)[name],
  )
const ended = (executionArn: string | undefined) =>
  eventually('the end', async () => {
    const execution = await states.send(new DescribeExecutionCommand({ executionArn }))
    return execution.status === 'RUNNING' ? undefined : execution
  })
const succeed = (taskToken: string, output: unknown = {}) =>
  states.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }))

describe('a workflow that waits for a task token', () => {
  test('goes on with what the token’s holder sends', async () => {
    const arn = await start('happy')
    await succeed(await tokenOf('happy'), { verdict: 'yes' })
    const execution = await ended(arn)
    expect([execution.status, JSON.parse(execution.output ?? '')]).toEqual([
      'SUCCEEDED',
      { done: 'happy', attempts: 1 },
    ])
  })

  test('retries what its definition says', async () => {
    const arn = await start('flaky', { ...normal, flaky: true })
    await succeed(await tokenOf('flaky'))
    expect(JSON.parse((await ended(arn)).output ?? '')).toEqual({ done: 'flaky', attempts: 2 })
  })

  test('fails with the function’s error type', async () => {
    const arn = await start('broken', { ...normal, broken: true })
    await succeed(await tokenOf('broken'))
    expect(await ended(arn)).toMatchObject({
      status: 'FAILED',
      error: 'Broken',
      cause: expect.stringContaining('"errorMessage":"never"'),
    })
  })

  test('catches the timeout, and the token is then too late', async () => {
    const arn = await start('late', { ...normal, patience: 1 })
    const token = await tokenOf('late')
    expect(JSON.parse((await ended(arn)).output ?? '')).toEqual({ late: true, why: 'States.Timeout' })
    await expect(succeed(token)).rejects.toMatchObject({ name: 'TaskTimedOut' })
  })

  test('catches a failure that the holder sends', async () => {
    const arn = await start('refused')
    await states.send(new SendTaskHeartbeatCommand({ taskToken: await tokenOf('refused') }))
    await states.send(
      new SendTaskFailureCommand({ taskToken: await tokenOf('refused'), error: 'No', cause: 'because' }),
    )
    expect(JSON.parse((await ended(arn)).output ?? '')).toEqual({
      refused: true,
      error: { Error: 'No', Cause: 'because' },
    })
  })

  test('accepts a token once, and none that it never issued', async () => {
    const arn = await start('once')
    const token = await tokenOf('once')
    await succeed(token)
    await expect(succeed(token)).rejects.toMatchObject({ name: 'TaskTimedOut' })
    await expect(succeed('nonsense')).rejects.toMatchObject({ name: 'InvalidToken' })
    await expect(succeed(`AQCA${'x'.repeat(64)}`)).rejects.toMatchObject({ name: 'TaskDoesNotExist' })
    await ended(arn)
  })
})

describe('an execution', () => {
  test('is started once under its name', async () => {
    const arn = await start('same')
    expect(await start('same')).toBe(arn)
    await expect(start('same', { ...normal, patience: 601 })).rejects.toMatchObject({
      name: 'ExecutionAlreadyExists',
    })
    await states.send(new StopExecutionCommand({ executionArn: arn, error: 'Enough' }))
    expect(await ended(arn)).toMatchObject({ status: 'ABORTED', error: 'Enough' })
    await expect(start('same')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' })
  })

  test('waits as long as it is told, but not longer than the workflow may', async () => {
    expect((await ended(await start('short', { seconds: 0 }, 'Service/Pausing'))).status).toBe('SUCCEEDED')
    expect((await ended(await start('long', { seconds: 600 }, 'Service/Pausing'))).status).toBe('TIMED_OUT')
  })

  test('that does not exist is named so', async () => {
    await expect(
      states.send(
        new DescribeExecutionCommand({ executionArn: 'arn:aws:states:us-east-1:000000000000:execution:x:y' }),
      ),
    ).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' })
    const { executions } = await states.send(
      new ListExecutionsCommand({
        stateMachineArn: world.region.physicalId('Service/Machine'),
        statusFilter: 'ABORTED',
      }),
    )
    expect(executions?.map(({ name }) => name)).toEqual(['same'])
  })
})

test('every input and output of a workflow can be searched', () => {
  const bodies = world.region.recorded
    .map(({ service, action, body }) => `${service} ${action} ${body}`)
    .join('\n')
  expect(bodies).toContain('states StartExecution')
  expect(bodies).toContain('{\\"verdict\\":\\"yes\\"}')
  expect(bodies).toContain('states TaskOutput {"done":"happy","attempts":1}')
})
