import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../support/api-client.ts'
import { startWorld, type World } from '../../support/environment.ts'
import { eventually } from '../../support/eventually.ts'
import { addressOrder } from '../../support/orders.ts'
import { openReceiver, type Receiver } from '../../support/receiver.ts'
import { temporaryFolder } from '../emulator/environment.ts'
import { interrupt, type Running, run, runCommand, runToEnd } from './local-process.ts'

const program = 'infra/local/listen/main.ts'
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const folder = temporaryFolder()
const running: Running[] = []

/** How a request to the stage is answered on its way: by the stage, or as a network or a busy stage would. */
type OnTheWay = (path: string, response: ServerResponse) => boolean
let onTheWay: OnTheWay = () => false
/** What becomes of a body that the stage answered. */
let rewrite = (_path: string, body: string): string => body
const asked: string[] = []

let world: World
let client: ApiClient
let delivered: Receiver
let ids: string[]
let url: string

const readAll = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** The real stage, behind a way on which everything may happen. */
const way = createServer(async (given, response) => {
  const path = given.url ?? ''
  asked.push(path)
  const body = await readAll(given)
  if (onTheWay(path, response)) return
  const { host: _host, connection: _connection, ...headers } = given.headers
  const onward = request(world.url + path, { method: given.method, headers }, async answer => {
    const { 'content-length': _length, ...others } = answer.headers
    response.writeHead(answer.statusCode!, others).end(rewrite(path, await readAll(answer)))
  })
  onward.end(body)
})

const listed = async (): Promise<string[]> => {
  const { body } = await client.get('/v1/events?order=oldest&limit=100')
  return body.data.map(({ id }: { id: string }) => id)
}

beforeAll(async () => {
  world = await startWorld()
  await new Promise<void>(resolve => way.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(way.address() as { port: number }).port}`
  client = await world.client()
  delivered = await world.receiver()
  await client.post('/v1/webhooks', { url: delivered.url })
  for (const name of ['One', 'Two', 'Three'])
    await client.post('/v1/addresses', addressOrder({ street: `${name} Street` }))
  // Oldest first, an event is listed when no earlier one can come any more.
  await eventually(async () => (await listed()).length === 3 && delivered.received.length === 3)
  ids = await listed()
})
afterEach(async () => {
  onTheWay = () => false
  rewrite = (_path, body) => body
  for (const one of running.splice(0)) await one[Symbol.asyncDispose]()
})
afterAll(async () => {
  way.close()
  way.closeAllConnections()
  await world?.[Symbol.asyncDispose]()
  folder.remove()
})

const argumentsOf = (receiver: Receiver, state: string, more: readonly string[] = []): string[] => {
  const file = join(folder.path, `${state}.json`)
  return ['--url', url, '--forward-to', receiver.url, '--state', file, '--from', 'beginning', ...more]
}

const untilIdle = (receiver: Receiver, state: string, more: readonly string[] = []) =>
  runToEnd(program, argumentsOf(receiver, state, ['--until-idle', '0', ...more]))

const idsAt = (receiver: Receiver): string[] => receiver.received.map(({ id }) => id)

it('forwards each event once and in order, with the bytes and the headers of a real delivery', async () => {
  await using receiver = await openReceiver()
  const { code, output } = await untilIdle(receiver, 'once', ['--secret', secret, '--body-signature'])
  expect(output).toContain('signed with the secret that was given')
  expect(code).toBe(0)
  expect(idsAt(receiver)).toEqual(ids)
  for (const { id, body, headers } of receiver.received) {
    const real = delivered.received.find(one => one.id === id)!
    expect(body).toBe(real.body)
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(headers).toMatchObject({
      'content-type': real.headers['content-type'],
      'user-agent': real.headers['user-agent'],
      'x-sequence': real.headers['x-sequence'],
      'x-occurred-at': real.headers['x-occurred-at'],
      'x-verifyme-signature': expect.stringMatching(/^[0-9a-f]{128}$/),
    })
  }
  // Ids, kinds and statuses alone.
  expect(output.match(/address\.verification_completed evt_\d+_completed 200 \d+ ms/g)).toHaveLength(3)
  expect(output).not.toMatch(/Street|Allen|Ada|0803\d{7}/)
  await untilIdle(receiver, 'once')
  expect(idsAt(receiver)).toEqual(ids)
})

it('tries a receiver that fails again, lets nothing overtake, and goes on where it was killed', async () => {
  await using receiver = await openReceiver((count, response) => {
    response.writeHead(count === 1 ? 500 : 200).end()
  })
  const first = run(program, argumentsOf(receiver, 'killed'))
  running.push(first)
  await eventually(() => receiver.received.length === 2)
  first.child.kill('SIGKILL')
  await first.ended
  const { code } = await untilIdle(receiver, 'killed')
  expect(code).toBe(0)
  // Tried again by whichever of the two came to it first.
  expect([...new Set(idsAt(receiver))]).toEqual(ids)
  expect(idsAt(receiver).slice(0, 3)).toEqual([ids[0], ids[1], ids[1]])
})

it('signs with a secret of its own that it prints, the same after a pause', async () => {
  await using receiver = await openReceiver()
  const own = async () => /signed with (whsec_\S+)/.exec((await untilIdle(receiver, 'own')).output)![1]!
  const made = await own()
  for (const { body, headers } of receiver.received) new Webhook(made).verify(body, headers)
  expect(receiver.received).toHaveLength(3)
  expect(await own()).toBe(made)
})

it('obeys Retry-After, survives resets, renews its token and signs in anew when that is refused', async () => {
  await using receiver = await openReceiver()
  const troubles: ((response: ServerResponse) => unknown)[] = [
    response => response.writeHead(429, { 'retry-after': '1' }).end(),
    response => response.destroy(),
    response => response.writeHead(401).end('{}'),
    response => response.writeHead(503).end(),
  ]
  onTheWay = (path, response) => {
    const trouble = path.startsWith('/v1/events') ? troubles.shift() : undefined
    trouble?.(response)
    return trouble !== undefined
  }
  rewrite = (path, body) => (path === '/v1/token' ? body.replace('7200', '61') : body)
  asked.length = 0
  const { code, output } = await untilIdle(receiver, 'troubles')
  expect(code).toBe(0)
  expect(output).toContain('answered 429, asked again in 1 s')
  expect(idsAt(receiver)).toEqual(ids)
  // 61 seconds, of which the last 60 are not used: one at the start, one after the 401, others when a second is over.
  expect(asked.filter(path => path === '/v1/token').length).toBeGreaterThan(2)
})

it('prints what a stage says as one plain line, and forwards its bytes as they are', async () => {
  await using receiver = await openReceiver()
  const hostile = '{"forged":"\\u001b[2J\u202e ünïcödé\r\nevent_type: forged"}'
  rewrite = (path, body) => {
    if (path.startsWith('/v1/events?'))
      return body.replaceAll('verification_completed', '\\u001b[31m\\nforged\\u202e')
    return path.startsWith('/v1/events/') ? JSON.stringify({ bodyRaw: hostile }) : body
  }
  const { code, output } = await untilIdle(receiver, 'hostile')
  expect(code).toBe(0)
  expect(receiver.received.map(({ body }) => body)).toEqual([hostile, hostile, hostile])
  expect(output).toContain(`address.\\u{1b}[31m\\u{a}forged\\u{202e} ${ids[0]} 200`)
  expect(output).toMatch(/^[\n\x20-\x7e]*$/)
})

it('ends well at Ctrl-C, and badly when it gives up on a receiver', async () => {
  await using receiver = await openReceiver((_count, response) => void response.writeHead(503).end())
  const asked = run(program, argumentsOf(receiver, 'asked'))
  running.push(asked)
  await eventually(() => receiver.received.length > 0)
  interrupt(asked)
  expect(await asked.ended).toBe(0)
  const gaveUp = await runToEnd(program, argumentsOf(receiver, 'gave-up', ['--timeout', '2']))
  expect(gaveUp).toMatchObject({ code: 1, output: expect.stringMatching(/Gave up after 2 s\n$/) })
  expect(new Set(idsAt(receiver))).toEqual(new Set([ids[0]]))
})

it('follows no redirect with its credentials', async () => {
  await using receiver = await openReceiver()
  onTheWay = (_path, response) => {
    response.writeHead(302, { location: receiver.url }).end()
    return true
  }
  const { code, output } = await untilIdle(receiver, 'redirected')
  expect({ code, output }).toEqual({ code: 1, output: `local-test cannot sign in at ${url}: 302\n` })
  expect(receiver.received).toEqual([])
})

it('ends when npm is asked to, and leaves nothing behind', async () => {
  await using receiver = await openReceiver()
  const npm = runCommand(['npm', 'run', 'listen', '--', ...argumentsOf(receiver, 'npm')])
  running.push(npm)
  await eventually(() => receiver.received.length === 3)
  npm.child.kill('SIGTERM')
  // What it started has its output, which is open until the last of them has ended.
  await npm.ended
  expect(npm.output()).not.toMatch(/warn.*(deprecat|engine)/i)
})

it.each([
  [[], 2, '--forward-to URL is missing'],
  [['--forward-to', 'ftp://localhost/'], 2, '--forward-to must be an http(s) URL'],
  [
    ['--forward-to', 'http://localhost/', '--url', 'http://api.example'],
    2,
    '--url must be https, but for this machine',
  ],
  [['--forward-to', 'http://localhost/', '--secret', 'whsec_short'], 2, '--secret must be whsec_'],
  [['--forward-to', 'http://localhost/', '--from', 'yesterday'], 2, '--from must be now, beginning'],
  [['--forwardto', 'http://localhost/'], 2, "Unknown option '--forwardto'"],
  [
    ['--forward-to', 'http://localhost/', '--state', '/proc/nope/x', '--url', 'STAGE'],
    1,
    'The state file /proc/nope/x cannot be written',
  ],
  [
    ['--forward-to', 'http://localhost/', '--client-secret', 'wrong', '--url', 'STAGE'],
    1,
    'local-test cannot sign in at',
  ],
])('refuses %j with one line', async (args, code, why) => {
  const given = args.map(argument => (argument === 'STAGE' ? url : argument))
  const answer = await runToEnd(program, given, { env: { XDG_STATE_HOME: folder.path } })
  expect(answer).toMatchObject({ code, output: expect.stringContaining(why) })
  // What is wrong; and where it is explained, if it was the words.
  expect(answer.output.trimEnd().split('\n')).toHaveLength(code)
})

it('explains itself', async () => {
  const { code, output } = await runToEnd(program, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--forward-to', '--from', '--until-idle', 'WEBHOOK_SECRET'])
    expect(output).toContain(option)
})
