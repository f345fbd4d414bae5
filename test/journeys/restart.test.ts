import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { openReceiver } from '../support/receiver.ts'

const folder = mkdtempSync(join(tmpdir(), 'verification-restart-'))
const port = 20_000 + (process.pid % 20_000)
const url = `http://localhost:${port}`
const running: ChildProcess[] = []

afterEach(() => Promise.all(running.splice(0).map(kill)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** `npm start -- --data DIR` as a user runs it, up to its ready line. */
const start = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['infra/local/main.ts', '--data', join(folder, 'data')], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  child.stdout!.on('data', chunk => {
    output += chunk
  })
  child.stderr!.on('data', chunk => {
    output += chunk
  })
  await eventually(
    () => output.includes(`ready ${url}\n`) || (child.exitCode !== null && `ended: ${output}`),
    output,
  )
  if (child.exitCode !== null) throw new Error(`The region ended: ${output}`)
  return child
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const signIn = (clientId = 'local-test') => apiClient(url, clientId, `${clientId}-secret`)

it('loses no accepted verification and sends its event, whenever the process is killed', async () => {
  await using receiver = await openReceiver()
  let child = await start()
  await (await signIn()).post('/v1/webhooks', { url: receiver.url })
  const accepted: number[] = []
  // Killed at other moments each time: before the workflow starts, while it waits, while the agent visits, after.
  for (const moment of [0, 150, 900, 4800, 5300, 5700]) {
    const client: ApiClient = await signIn()
    const orders = [
      await client.post('/v1/addresses', addressOrder({ street: `${moment} Crash Street` })),
      await client.post('/v1/employments', employmentOrder({ employerName: `Crash ${moment} Limited` })),
    ]
    for (const { status, body } of orders) {
      expect(status).toBe(201)
      accepted.push(body.id)
    }
    await pause(moment)
    await kill(child)
    child = await start()
  }
  const told = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id))
  await eventually(
    () => accepted.every(id => told().has(id)),
    'the events of all accepted verifications',
    120,
  )
  const bodies = Map.groupBy(receiver.received, ({ id }) => id)
  for (const [, deliveries] of bodies) expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1)
}, 300_000)

it('ends cleanly on Ctrl-C and leaves no process behind', async () => {
  const child = await start()
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  await expect(fetch(`${url}/v1/health`)).rejects.toThrow()
}, 60_000)

it('says plainly when the port is taken', async () => {
  await start()
  const second = start()
  await expect(second).rejects.toThrow(/port/i)
}, 60_000)
