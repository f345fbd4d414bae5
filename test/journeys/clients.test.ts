import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { npmFile, wheelFile } from '../../infra/clients/packages.ts'
import type * as Installed from '../../infra/clients/typescript/index.ts'
import { nin } from '../../shared/identity/product/nin.ts'
import { call } from '../support/api-client.ts'
import { builtClients, collect, programFolder, writeFiles } from '../support/client-packages.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { isHere } from '../support/guide-programs.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'
import { receivedEvent } from '../support/receiver.ts'

/* The clients as an integrator has them: installed from the URL of the stage, and run against it. */

const world = await joinWorld()
const api = await world.client()
const hasPip = await isHere('python3', '-m', 'pip', '--version')
const run = promisify(execFile)
const folder = programFolder('clients')
afterAll(folder.remove)

const clients = `${world.url}/v1/docs/clients`
const environment = {
  ...process.env,
  // Nothing is asked of a registry: at this port is nobody.
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_cache: join(folder.path, 'cache'),
  npm_config_update_notifier: 'false',
  PIP_NO_INDEX: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PYTHONPATH: join(folder.path, 'python'),
}
const options = { cwd: folder.path, env: environment }

const guide: string = (await call(`${world.url}/v1/docs/install-a-client.md`, 'GET')).body
/** The blocks of the guide in a language, such as `sh` or `sh background`. */
const blocksOf = (language: string): string[] =>
  [...guide.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)]
    .filter(([, own]) => own!.replace(/ tab=\w+$/, '') === language)
    .map(each => each[2]!)

const [install, sets] = blocksOf('sh')
const [installForPython] = blocksOf('sh python')
const type = async (commands: string): Promise<string> =>
  (await run('sh', ['-euc', commands], options)).stdout

let client: Installed.Client
let installed: typeof Installed

beforeAll(async () => {
  writeFiles(folder.path, [['package.json', '{"type":"module"}']])
  await type(install!)
  if (hasPip) await type(`${installForPython!.trim()} --target python`)
  installed = await import(join(folder.path, 'node_modules/verification-client/index.js'))
  client = installed.createClient({ url: world.url, clientId: 'local-test', secret: 'local-test-secret' })
}, 600_000)

describe('the stage', () => {
  it.each([
    [npmFile, 'application/gzip'],
    [wheelFile, 'application/zip'],
  ])('serves %s as it was built', async (name, mediaType) => {
    const response = await fetch(`${clients}/${name}`)
    const { status, headers } = response
    expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
      200,
      mediaType,
      null,
    ])
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(builtClients.get(name)!))).toBe(true)
  })

  it('serves nothing else there', async () => {
    for (const name of ['index.html', 'verification-client-2.tgz', '..%2Findex.cjs'])
      expect([400, 404]).toContain((await fetch(`${clients}/${name}`)).status)
  })
})

describe('the client of TypeScript', () => {
  const order = () => ({ ...addressOrder({ street: 'Client Street' }), allowRevisit: true })
  const unvisited = { ...applicant, phone: '08000001010' }

  it('orders with a key, waits for the record, and verifies its event', async () => {
    await using receiver = await world.receiver()
    const endpoint = (await client.call('POST /v1/webhooks', { body: { url: receiver.url } })) as {
      id: number
      secret: string
    }
    const request = { body: order(), idempotencyKey: 'clients-1' }
    const [first, again] = [
      (await client.call('POST /v1/addresses', request)) as { id: number },
      (await client.call('POST /v1/addresses', request)) as { id: number },
    ]
    expect(again.id).toBe(first.id)
    expect(await client.waitFor(first.id)).toMatchObject({ id: first.id, status: { status: 'VERIFIED' } })
    const { body, headers } = await receivedEvent(receiver, `evt_${first.id}_completed`)
    const event = installed.webhooks.verify(body, headers, endpoint.secret)
    expect(event).toMatchObject({ event_type: 'verification_completed', data: { id: first.id } })
    const forge = () =>
      installed.webhooks.verify(body.replace('VERIFIED', 'CANCELLED'), headers, endpoint.secret)
    expect(forge).toThrow(installed.WebhookVerificationError)
    const deleted = await client.call('DELETE /v1/webhooks/{id}', { params: { id: endpoint.id } })
    expect(deleted).toBeUndefined()
  })

  it('orders anew without a key of its own', async () => {
    const [one, other] = [
      (await client.call('POST /v1/addresses', { body: order() })) as { id: number },
      (await client.call('POST /v1/addresses', { body: order() })) as { id: number },
    ]
    expect(other.id).not.toBe(one.id)
  })

  it('waits for an employment and a look-up too, whatever its id is of', async () => {
    const employment = (await client.call('POST /v1/employments', {
      body: { ...employmentOrder({ applicant: unvisited }), allowRevisit: true },
    })) as { id: number }
    await client.call('DELETE /v1/employments/{id}', { params: { id: employment.id } })
    const lookup = await api.post(
      `/v1/ng/identities/nin/${nin.sandbox.numbers.late}`,
      { firstname: 'Musa', lastname: 'Bello' },
      { prefer: 'respond-async' },
    )
    expect(await client.waitFor(employment.id)).toMatchObject({ status: { status: 'CANCELLED' } })
    expect(await client.waitFor(lookup.body.id)).toMatchObject({ status: { status: 'id_mismatch' } })
    const nowhere = client.waitFor(1)
    await expect(nowhere).rejects.toMatchObject({ name: 'ApiProblem', code: 'not_found', status: 404 })
  })

  it('gives up waiting where nobody comes', async () => {
    const body = addressOrder({ street: 'Nobody Street', applicant: unvisited })
    const { id } = (await client.call('POST /v1/addresses', { body })) as { id: number }
    await expect(client.waitFor(id, { timeoutSeconds: 0 })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('lists all pages', async () => {
    const customerReference = 'clients-pages'
    for (let count = 0; count < 3; count++)
      await client.call('POST /v1/addresses', { body: { ...order(), customerReference } })
    const request = { query: { customerReference, limit: 1 } }
    const lines = await collect(client.list('GET /v1/addresses' as never, request as never))
    expect(lines.map(line => (line as { customerReference: string }).customerReference)).toEqual([
      customerReference,
      customerReference,
      customerReference,
    ])
  })

  it('throws what the API refuses, with its code and its fields', async () => {
    const refused = client.call('POST /v1/addresses', { body: { customerReference: 'clients-refused' } })
    const problem = await refused.catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(installed.ApiProblem)
    expect(problem).toMatchObject({ code: 'invalid_request', status: 400, problem: { retryable: false } })
    const { errors } = (problem as Installed.ApiProblem).problem
    expect(errors!.map(({ pointer }) => pointer)).toContain('/street')
    const wrong = installed.createClient({ url: world.url, clientId: 'local-test', secret: 'wrong' })
    await expect(wrong.call('GET /v1/addresses')).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('`listen` of the npm package', () => {
  it('forwards events without a clone and without an installation', async () => {
    const listed = async (): Promise<string[]> => {
      const { body } = await api.get('/v1/events?order=oldest&limit=100')
      return body.data.map(({ id }: { id: string }) => id)
    }
    // Oldest first, an event is listed when no earlier one can come any more.
    await eventually(async () => (await listed()).length > 0, 'an event')
    await using receiver = await world.receiver()
    const words = ['--yes', `${clients}/${npmFile}`, 'listen', '--forward-to', receiver.url]
    const more = ['--from', 'beginning', '--until-idle', '0', '--state', join(folder.path, 'listen.json')]
    const env = { ...environment, VERIFICATION_URL: world.url }
    const { stdout } = await run('npx', [...words, ...more], { ...options, env })
    expect(stdout).toContain(`events of local-test at ${world.url} go to ${receiver.url}`)
    const [, secret] = /signed with (whsec_\S+)/.exec(stdout)!
    expect(receiver.received.length).toBeGreaterThan(0)
    const ids = (await listed()).slice(0, receiver.received.length)
    expect(receiver.received.map(({ id }) => id)).toEqual(ids)
    for (const { body, headers } of receiver.received)
      expect(installed.webhooks.verify(body, headers, secret!)).toEqual(JSON.parse(body))
  })

  it('says what it does', async () => {
    const [help] = blocksOf('sh help')
    expect(await type(help!.replace('npx', 'npx --yes'))).toContain(
      'npx verification-client listen --forward-to URL',
    )
    expect(await type('npx verification-client --help')).toContain('npx verification-client listen')
    await expect(type('npx verification-client lisen')).rejects.toMatchObject({ code: 2 })
  })
})

/** A shell with the variables of the guide in which the receiver has a port of its own, until it has printed all of this. */
const typeUntil = async (commands: string, expected: readonly RegExp[]): Promise<string> => {
  const child = spawn('sh', ['-euc', commands], { ...options, detached: true })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += chunk))
  const ended = new Promise(resolve => child.once('close', resolve))
  try {
    await eventually(() => child.exitCode !== null || expected.every(each => each.test(printed)), commands)
    return printed
  } finally {
    try {
      process.kill(-child.pid!, 'SIGTERM')
    } catch {
      // All of it has ended.
    }
    await ended
  }
}

describe('the guide, as it is printed', () => {
  const programs = [
    { language: 'ts', files: ['first-webhook.ts', 'client.ts'], run: 'node', isHere: true },
    { language: 'python', files: ['receiver.py', 'client.py'], run: 'python3', isHere: hasPip },
  ] as const
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const here = (text: string, port: number) => text.replaceAll('4000', `${port}`)

  it.for(programs)(
    'leads to a verified webhook: $language',
    async ({ language, files, run, isHere }, { skip }) => {
      if (!isHere) skip('python3 has no pip')
      const port = await freePort()
      writeFiles(folder.path, [[files[0], here(blocksOf(language)[0]!, port)]])
      const listens = here(blocksOf('sh background')[0]!, port)
      const state = join(folder.path, `${language}-state`)
      // The guide waits for `listen` before it starts the program.
      const commands = `${sets}
      export WEBHOOK_SECRET=${secret} XDG_STATE_HOME=${state}
      ${listens.trim().replace(/&$/, `> ${language}.log &`)}
      until grep -q 'how far it got' ${language}.log; do sleep 0.1; done
      ${run} ${files[0]}`
      const printed = await typeUntil(commands, [/ordered: \d+/, /verified: verification_completed \d+/])
      const [, ordered] = /ordered: (\d+)/.exec(printed) ?? []
      expect(printed).toContain(`verified: verification_completed ${ordered}`)
    },
  )

  it.for(programs)(
    'calls, waits, lists and is refused: $language',
    async ({ language, files, run, isHere }, { skip }) => {
      if (!isHere) skip('python3 has no pip')
      writeFiles(folder.path, [[files[1], blocksOf(language)[1]!]])
      const lines = (await type(`${sets}\n${run} ${files[1]}`)).trimEnd().split('\n')
      expect(lines.map(line => line.replace(/\d+$/, 'ID'))).toEqual([
        'look-up: complete',
        'record: VERIFIED',
        'listed: ID',
        'refused: invalid_request /street',
      ])
    },
  )
})
