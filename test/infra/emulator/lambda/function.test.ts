import { join } from 'node:path'
import { Duration } from 'aws-cdk-lib'
import { LoggingFormat } from 'aws-cdk-lib/aws-lambda'
import { afterAll, describe, expect, test } from 'vitest'
import { startWorld, temporaryFolder, writeCode } from '../environment.ts'

const probe = `
let calls = 0
export const handler = async (event, context) => {
  calls += 1
  if (event.kind === 'environment') return process.env
  if (event.kind === 'context') return { ...context, remaining: context.getRemainingTimeInMillis() }
  if (event.kind === 'throw') throw new TypeError('wrong')
  if (event.kind === 'unhandled') { Promise.reject(new Error('nobody')); await new Promise(() => {}) }
  if (event.kind === 'log') { console.log('one\\ntwo'); console.error('{"level":"INFO"}') }
  if (event.kind === 'sleep') await new Promise(resolve => setTimeout(resolve, event.milliseconds))
  if (event.kind === 'spin') for (;;) {}
  return { calls }
}`

/** One event waits for what another one does. */
const meeting = `
import { existsSync, writeFileSync } from 'node:fs'
export const handler = async ({ file, comes }) => {
  if (comes) writeFileSync(file, '')
  while (!existsSync(file)) await new Promise(resolve => setTimeout(resolve, 10))
  return 'met'
}`

const versioned = (version: number) =>
  `export const handler = ({ milliseconds }) => new Promise(resolve => setTimeout(resolve, milliseconds, ${version}))`

const folder = temporaryFolder()

process.env.PARENT_SECRET = 'must not be seen'
const world = await startWorld((_stack, lambda) => {
  lambda('Probe', probe, { environment: { GIVEN: 'yes' }, memorySize: 256 })
  lambda(
    'Structured',
    `export const handler = async () => {
    console.log({ event: 'seen' })
    console.debug('unseen')
    console.warn('two %s', 'words')
  }`,
    { loggingFormat: LoggingFormat.JSON },
  )
  lambda('Replaced', versioned(1))
  lambda('Meeting', meeting, { timeout: Duration.seconds(25) })
  lambda('Reserved', probe, { reservedConcurrentExecutions: 1 })
  lambda('Short', probe, { timeout: Duration.seconds(1) })
  lambda('Broken', 'export const handler = (')
  lambda('Common', 'export const handler = async () => 1', { handler: 'index.missing' })
})
afterAll(async () => {
  await world?.stop()
  folder.remove()
})

describe('a function', () => {
  test('has the variables of the template and of Lambda, and none of the parent’s', async () => {
    const byPath = (await world.emulator.invoke('Service/Probe', { kind: 'environment' })) as Record<
      string,
      string
    >
    expect(byPath).toMatchObject({
      GIVEN: 'yes',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_LAMBDA_FUNCTION_NAME: world.emulator.physicalId('Service/Probe'),
      AWS_ENDPOINT_URL: world.emulator.environment.AWS_ENDPOINT_URL,
    })
    expect(byPath).not.toHaveProperty('PARENT_SECRET')
    expect(byPath).not.toHaveProperty('NODE_COMPILE_CACHE')
    expect(byPath.AWS_ACCESS_KEY_ID).not.toBe(world.emulator.environment.AWS_ACCESS_KEY_ID)
  })

  test('runs in no more copies than are reserved for it', async () => {
    const calls = Array.from({ length: 3 }, () =>
      world.emulator.invoke('Service/Reserved', { kind: 'sleep', milliseconds: 50 }),
    )
    expect(await Promise.all(calls)).toEqual([{ calls: 1 }, { calls: 2 }, { calls: 3 }])
  })

  test('at work for a moment lets the next event wait for it', async () => {
    const { calls } = (await world.emulator.invoke('Service/Probe', {})) as { calls: number }
    const event = { kind: 'sleep', milliseconds: 20 }
    const both = [
      world.emulator.invoke('Service/Probe', event),
      world.emulator.invoke('Service/Probe', event),
    ]
    expect(await Promise.all(both)).toEqual([{ calls: calls + 1 }, { calls: calls + 2 }])
  })

  test('at work for longer is joined by another container', async () => {
    const file = join(folder.path, 'met')
    const both = [false, true].map(comes => world.emulator.invoke('Service/Meeting', { file, comes }))
    expect(await Promise.all(both)).toEqual(['met', 'met'])
  })

  test('gets Lambda’s context', async () => {
    const context = (await world.emulator.invoke('Service/Probe', { kind: 'context' })) as Record<
      string,
      unknown
    >
    expect(context).toMatchObject({
      functionName: world.emulator.physicalId('Service/Probe'),
      memoryLimitInMB: '256',
    })
    expect(context.invokedFunctionArn).toMatch(/^arn:aws:lambda:us-east-1:000000000000:function:/)
    expect(context.awsRequestId).toMatch(/^[\w-]{36}$/)
    expect(context.remaining).toBeGreaterThan(1000)
  })

  test('that throws is an error with its type and message, and stays warm', async () => {
    const before = (await world.emulator.invoke('Service/Probe', {})) as { calls: number }
    await expect(world.emulator.invoke('Service/Probe', { kind: 'throw' })).rejects.toMatchObject({
      name: 'TypeError',
      message: 'wrong',
    })
    expect(await world.emulator.invoke('Service/Probe', {})).toEqual({ calls: before.calls + 2 })
  })

  test('with an unhandled rejection is an error, and starts afresh', async () => {
    await expect(world.emulator.invoke('Service/Short', { kind: 'unhandled' })).rejects.toMatchObject({
      name: 'Runtime.UnhandledPromiseRejection',
      message: 'nobody',
    })
    expect(await world.emulator.invoke('Service/Short', {})).toEqual({ calls: 1 })
  })

  test('is ended at its timeout, even in an endless loop', async () => {
    for (const kind of ['sleep', 'spin'])
      await expect(
        world.emulator.invoke('Service/Short', { kind, milliseconds: 60_000 }),
      ).rejects.toMatchObject({
        name: 'Sandbox.Timedout',
        message: expect.stringContaining('Task timed out after 1.00 seconds'),
      })
    expect(await world.emulator.invoke('Service/Short', {})).toEqual({ calls: 1 })
  })

  test('that cannot be loaded says so at every call', async () => {
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(world.emulator.invoke('Service/Broken', {})).rejects.toMatchObject({ name: 'SyntaxError' })
    await expect(world.emulator.invoke('Service/Common', {})).rejects.toMatchObject({
      name: 'Runtime.HandlerNotFound',
    })
  })

  test('answers many callers at once in few containers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        world.emulator.invoke('Service/Short', { kind: 'sleep', milliseconds: 5 }),
      ),
    )
    expect(answers).toHaveLength(40)
    // Forty calls on at most four containers: one of them must have answered ten.
    expect(Math.max(...answers.map(answer => (answer as { calls: number }).calls))).toBeGreaterThanOrEqual(10)
  })

  test('runs new code from its next event on, and ends what is under way with the old', async () => {
    const call = (milliseconds: number) => world.emulator.invoke('Service/Replaced', { milliseconds })
    expect(await call(0)).toBe(1)
    const underWay = call(300)
    world.emulator.replaceCode('Service/Replaced', writeCode(folder.path, 'Replacement', versioned(2)))
    expect(await call(0)).toBe(2)
    expect(await underWay).toBe(1)
    expect(await Promise.all([call(50), call(50)])).toEqual([2, 2])
  })

  test('with the log format JSON writes one object per line', async () => {
    await world.emulator.invoke('Service/Structured', {})
    const written = () =>
      world.logs
        .filter(line => line.startsWith('Structured '))
        .map(line => JSON.parse(line.slice('Structured '.length)))
    await expect.poll(written).toEqual([
      {
        timestamp: expect.any(String),
        level: 'INFO',
        requestId: expect.any(String),
        message: { event: 'seen' },
      },
      { timestamp: expect.any(String), level: 'WARN', requestId: expect.any(String), message: 'two words' },
    ])
  })

  test('writes its output line by line under its own name', async () => {
    await world.emulator.invoke('Service/Probe', { kind: 'log' })
    await expect
      .poll(() => world.logs.filter(line => line.startsWith('Probe ')))
      .toEqual(expect.arrayContaining(['Probe one', 'Probe two', 'Probe {"level":"INFO"}']))
  })
})
