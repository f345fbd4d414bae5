import {
  ListExecutionsCommand,
  ListStateMachinesCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callOf,
  clientSettings,
  type Define,
  eventually,
  startWorld,
  type World,
  workflowOf,
} from '../environment.ts'

/** Prints what it is called with; the n-th call of a flaky name fails but the last. */
const worker = `
const calls = {}
export const handler = async event => {
  const count = calls[event.name] = (calls[event.name] ?? 0) + 1
  console.log(JSON.stringify({ ...event, count }))
  if (event.name.startsWith('flaky') && count < 3) throw Object.assign(new Error('again'), { name: 'Flaky' })
  if (event.name.startsWith('broken')) throw Object.assign(new Error('never'), { name: 'Broken' })
}`

const define: Define = (stack, lambda) => {
  const works = lambda('Worker', worker)
  const payload = (state: string) => ({ state, 'name.$': '$.name' })
  const states = (timeoutSeconds: number) => ({
    Ask: {
      ...callOf(works, { ...payload('Ask'), 'token.$': '$$.Task.Token' }, true),
      TimeoutSeconds: timeoutSeconds,
      Retry: [{ ErrorEquals: ['States.TaskFailed'], IntervalSeconds: 1, BackoffRate: 1, MaxAttempts: 3 }],
      Catch: [{ ErrorEquals: ['States.Timeout'], ResultPath: null, Next: 'Late' }],
      Next: 'Finish',
    },
    Late: { ...callOf(works, payload('Late')), End: true },
    Finish: { ...callOf(works, payload('Finish')), End: true },
  })
  workflowOf(stack, 'Patient', { StartAt: 'Ask', States: states(600) }, [works])
  workflowOf(stack, 'Impatient', { StartAt: 'Ask', States: states(1) }, [works])
  workflowOf(stack, 'Short', { StartAt: 'Ask', TimeoutSeconds: 1, States: states(600) }, [works])
  const only = { ...callOf(works, payload('Only')), End: true }
  workflowOf(stack, 'Careless', { StartAt: 'Only', States: { Only: only } }, [works])
}

let world: World
let states: SFNClient

beforeAll(async () => {
  world = await startWorld(define, { record: true, containersPerFunction: 1 })
  states = new SFNClient(clientSettings(world.emulator))
})
afterAll(() => world?.stop())

const start = async (name: string, machine = 'Patient', input: object = { name }) =>
  (
    await states.send(
      new StartExecutionCommand({
        stateMachineArn: world.emulator.physicalId(`Service/${machine}`),
        name,
        input: JSON.stringify(input),
      }),
    )
  ).executionArn
const calls = (name: string): { state: string; token?: string; count: number }[] =>
  world.logs
    .filter(line => line.startsWith('Worker {"state"'))
    .map(line => JSON.parse(line.slice('Worker '.length)))
    .filter(call => call.name === name)
const called = (name: string, state: string, count = 1) =>
  eventually(`${state} of ${name}`, async () =>
    calls(name).find(call => call.state === state && call.count >= count),
  )
const tokenOf = async (name: string, count = 1) => (await called(name, 'Ask', count)).token
const succeed = (taskToken: string | undefined, output = '{}') =>
  states.send(new SendTaskSuccessCommand({ taskToken, output }))
const logged = (line: string) => eventually(line, async () => world.logs.find(written => written === line))

describe('a workflow that waits for a task token', () => {
  test('goes on when the token’s holder says so', async () => {
    await start('happy')
    await succeed(await tokenOf('happy'))
    await called('happy', 'Finish')
    expect(calls('happy').map(({ state }) => state)).toEqual(['Ask', 'Finish'])
  })

  test('tries again as its definition says, under another token', async () => {
    await start('flaky')
    const token = await tokenOf('flaky', 3)
    expect(new Set(calls('flaky').map(call => call.token)).size).toBe(3)
    await expect(succeed(calls('flaky')[0]?.token)).rejects.toMatchObject({ name: 'TaskTimedOut' })
    await succeed(token)
    await called('flaky', 'Finish')
  })

  test('catches the timeout, and the token is then too late', async () => {
    await start('late', 'Impatient')
    const token = await tokenOf('late')
    await called('late', 'Late')
    await expect(succeed(token)).rejects.toMatchObject({ name: 'TaskTimedOut' })
  })

  test('accepts a token once, and none that it never issued', async () => {
    await start('once')
    const token = await tokenOf('once')
    await succeed(token)
    await expect(succeed(token)).rejects.toMatchObject({ name: 'TaskTimedOut' })
    await expect(succeed('nonsense')).rejects.toMatchObject({ name: 'InvalidToken' })
    await expect(succeed(`AQCA${'x'.repeat(64)}`)).rejects.toMatchObject({ name: 'TaskDoesNotExist' })
    await expect(succeed(token, 'no json')).rejects.toMatchObject({ name: 'InvalidOutput' })
  })
})

describe('an execution', () => {
  test('is started once under its name, and never again after it ended', async () => {
    const executionArn = await start('same')
    expect(await start('same')).toBe(executionArn)
    await expect(start('same', 'Patient', { name: 'other' })).rejects.toMatchObject({
      name: 'ExecutionAlreadyExists',
    })
    const token = await tokenOf('same')
    await states.send(new StopExecutionCommand({ executionArn, error: 'Enough' }))
    await expect(succeed(token)).rejects.toMatchObject({ name: 'TaskTimedOut' })
    await expect(start('same')).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' })
  })

  test('is listed as long as it runs, and nothing is listed that has ended', async () => {
    const { stateMachines = [] } = await states.send(new ListStateMachinesCommand({}))
    const stateMachineArn = world.emulator.physicalId('Service/Patient')
    expect(stateMachines.map(machine => machine.stateMachineArn)).toContain(stateMachineArn)
    expect(stateMachines.every(({ name, stateMachineArn: arn }) => arn!.endsWith(`:${name}`))).toBe(true)
    const list = async (statusFilter?: 'RUNNING' | 'ABORTED') => {
      const command = new ListExecutionsCommand({ stateMachineArn, ...(statusFilter && { statusFilter }) })
      return (await states.send(command)).executions!.map(({ executionArn }) => executionArn)
    }
    const executionArn = await start('listed')
    expect(await list('RUNNING')).toContain(executionArn)
    await states.send(new StopExecutionCommand({ executionArn }))
    expect(await list('RUNNING')).not.toContain(executionArn)
    for (const other of ['ABORTED', undefined] as const)
      await expect(list(other)).rejects.toMatchObject({ name: 'ValidationException' })
  })

  test('that fails or takes too long is a line of the log', async () => {
    await start('broken', 'Careless')
    await logged('Careless broken ended: FAILED Broken')
    await start('too-long', 'Short')
    await logged('Short too-long ended: TIMED_OUT')
    await start('without-name', 'Careless', {})
    await logged('Careless without-name ended: FAILED States.ParameterPathFailure')
  })

  test('that does not exist is named so', async () => {
    const executionArn = 'arn:aws:states:us-east-1:000000000000:execution:x:y'
    await expect(states.send(new StopExecutionCommand({ executionArn }))).rejects.toMatchObject({
      name: 'ExecutionDoesNotExist',
    })
  })
})

test('every input and output of a workflow can be searched', () => {
  const bodies = world.emulator.recorded
    .map(({ service, action, body }) => `${service} ${action} ${body}`)
    .join('\n')
  expect(bodies).toContain('states StartExecution')
  expect(bodies).toContain('states TaskInput {"state":"Finish","name":"happy"}')
  expect(bodies).toContain('states TaskOutput null')
})
