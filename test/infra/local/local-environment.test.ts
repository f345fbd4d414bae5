import { execFileSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { apiClient } from '../../support/api-client.ts'
import { eventually } from '../../support/eventually.ts'
import { addressOrder } from '../../support/orders.ts'
import { interrupt, runService, runToEnd } from './local-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'verification-local-'))
const data = join(folder, 'a new', 'folder')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (args: readonly string[], options: Parameters<typeof runToEnd>[2] = {}) =>
  runToEnd('infra/local/main.ts', args, { ...options, env: { PORT: '0', ...options.env } })

const signIn = (url: string, clientId = 'local-test') => apiClient(url, clientId, `${clientId}-secret`)

const order = async (url: string, name: string): Promise<number | undefined> => {
  const client = await signIn(url)
  const { status, body } = await client.post('/v1/addresses', addressOrder({ street: `${name} Street` }))
  return status === 201 ? body.id : undefined
}

/** What was accepted before it ended. */
const accepted: number[] = []

const foundOf = async (url: string): Promise<number> => {
  const client = await signIn(url)
  const answers = await Promise.all(accepted.map(id => client.get(`/v1/addresses/${id}`)))
  return answers.filter(({ status }) => status === 200).length
}

it('says what it does, then how to go on, and no line a request; Ctrl-C lets what is under way finish', async () => {
  await using service = await runService(['--data', data])
  const { url, simulatorUrl } = service
  const lines = service.output().trimEnd().split('\n')
  expect(lines.slice(0, 5)).toEqual([
    `verification service on this machine, Node ${process.versions.node}`,
    `  data in ${data}`,
    '  building the functions and the templates',
    '  starting the emulator',
    `ready ${url}`,
  ])
  expect(lines.at(-1)).toContain('"applicant"')
  expect(service.output()).toContain('local-test / local-test-secret')

  accepted.push((await order(url, 'First'))!)
  expect(service.output().trimEnd().split('\n')).toHaveLength(lines.length)

  const port = new URL(url).port
  const taken = await start([], { env: { PORT: port } })
  expect(taken).toMatchObject({ code: 1, output: expect.stringContaining(`port ${port} is taken`) })
  expect(taken.output).not.toContain('building')
  const shared = await start(['--data', data])
  expect(shared).toMatchObject({ code: 1, output: expect.stringContaining(`${data} is in use by another`) })

  const client = await signIn(url, 'local-live')
  await fetch(`${simulatorUrl}/control`, { method: 'POST', body: '{"behaviour":"answer","latencyMs":1500}' })
  const lookUp = client.post('/v1/ng/identities/nin/12345678911', {
    firstname: 'Adaeze',
    lastname: 'Okonkwo',
  })
  await eventually(async () => {
    const { calls } = (await (await fetch(`${simulatorUrl}/control`)).json()) as { calls: object }
    return Object.values(calls).some(count => count > 0)
  }, 'the question at the registry')
  interrupt(service)
  expect((await lookUp).status).toBe(200)
  expect(await service.ended).toBe(0)
  await expect(fetch(`${url}/v1/health`)).rejects.toThrow()
}, 120_000)

/** A copy of the folder as a backup would hold it, its logs folded in, with something done to it. */
const spoiled = (name: string, spoil: (copy: string) => void): string => {
  const copy = join(folder, name)
  cpSync(data, copy, { recursive: true })
  for (const file of ['emulator.db', 'tables.db', 'queues/fauxqs.db']) {
    const database = new DatabaseSync(join(copy, file))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  }
  spoil(copy)
  return copy
}

const overwrite = (file: string): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(8192, 'damage'), 0, 8192, 4096)
  closeSync(handle)
}

const foreign = (copy: string): void => {
  for (const file of readdirSync(copy)) rmSync(join(copy, file), { recursive: true })
  writeFileSync(join(copy, 'thesis.tex'), 'mine')
}

it.each<[string, (copy: string) => void, RegExp]>([
  ['a table file that is gone', copy => rmSync(join(copy, 'tables.db')), /has lost tables\.db/],
  ['a damaged table file', copy => overwrite(join(copy, 'tables.db')), /has a damaged tables\.db/],
  ['a table file that is empty', copy => truncateSync(join(copy, 'tables.db')), /tables\.db: it is empty/],
  [
    'queues that are gone',
    copy => rmSync(join(copy, 'queues'), { recursive: true }),
    /has lost queues\/fauxqs/,
  ],
  ['a data file that is gone', copy => rmSync(join(copy, 'emulator.db')), /but no emulator\.db/],
  ['a data file that is empty', copy => truncateSync(join(copy, 'emulator.db')), /but no emulator\.db/],
  ['a damaged data file', copy => overwrite(join(copy, 'emulator.db')), /has a damaged emulator\.db/],
  ['things of somebody else', foreign, /holds other things \(thesis\.tex\)/],
])('refuses a folder with %s, in one line and before it builds', async (name, spoil, why) => {
  const copy = spoiled(name, spoil)
  const { code, output } = await start(['--data', copy])
  expect(code).toBe(1)
  const lines = output.trimEnd().split('\n').slice(1)
  expect(lines).toEqual([expect.stringMatching(why)])
  expect(lines[0]).toContain(`The data directory ${copy} `)
})

it('ends when its engine is gone, and has lost nothing', async () => {
  await using service = await runService(['--data', data])
  expect(await foundOf(service.url)).toBe(1)
  accepted.push((await order(service.url, 'Second'))!)
  const engines = execFileSync('ps', ['-eo', 'pid,args']).toString().split('\n')
  const engine = engines.find(
    line =>
      line.includes(`dynoxide --port`) && line.includes(`${data}/tables.db`) && !line.includes('/bin/sh'),
  )
  process.kill(Number.parseInt(engine!, 10), 'SIGKILL')
  expect(await service.ended).toBe(1)
  expect(service.output()).toContain("The table's engine ended (signal 9)")
  expect(service.output()).toContain(`the next start with --data ${data} goes on with it`)
}, 120_000)

it('ends when its files can grow no more, and has lost nothing that it accepted', async () => {
  // Blocks of 512 bytes: the image library's 5 MB still have to be laid down.
  await using service = await runService(['--data', data], { limits: 'ulimit -f 12288' })
  const isOver = () => service.child.exitCode !== null
  for (let count = 0; !isOver() && count < 2000; count++) {
    const id = await order(service.url, `Filling ${count}`).catch(() => undefined)
    if (id !== undefined) accepted.push(id)
  }
  expect(await service.ended).toBe(1)
  expect(service.output()).toMatch(/The table's engine cannot keep anything: .*disk/)
  expect(accepted.length).toBeGreaterThan(2)
}, 240_000)

it('says that a folder is from later than now; ends when it is out of file handles', async () => {
  const database = new DatabaseSync(join(data, 'emulator.db'))
  database.prepare('UPDATE beat SET at = ?').run(Date.now() + 3 * 3_600_000)
  database.close()
  await using service = await runService(['--data', data, '--verbose'], { limits: 'ulimit -n 1024' })
  expect(service.output()).toContain(
    'The folder was last in use 3 h later than now. The clock went back by 3 h',
  )
  expect(await foundOf(service.url)).toBe(accepted.length)
  expect(service.output()).toContain('"level":"INFO"')
  const { port } = new URL(service.url)
  const connections = Array.from({ length: 1024 }, () =>
    connect(Number(port), '127.0.0.1').on('error', () => {}),
  )
  expect(await service.ended).toBe(1)
  expect(service.output()).toMatch(/Out of file handles: \d+ of 1024 are open/)
  for (const connection of connections) connection.destroy()
}, 120_000)

it.each([
  ['/proc/nope', /\/proc\/nope cannot be used: ENOENT/],
  [join(folder, 'a new', 'folder', 'emulator.db'), /emulator\.db cannot be used: it is not a folder/],
  ['', /has no name/],
])('refuses the folder %j in one line', async (given, why) => {
  const { code, output } = await start(['--data', given])
  expect(code).toBe(1)
  expect(output.trimEnd().split('\n').slice(1)).toEqual([expect.stringMatching(why)])
})

it('refuses to start with too few file handles, and says how many it needs', async () => {
  const { code, output } = await start([], { limits: 'ulimit -n 256' })
  expect(code).toBe(1)
  expect(output).toContain('Too few file handles: 256 may be open, 1024 are needed.')
})

it.each([
  [['--dta', 'x'], "Unknown option '--dta'"],
  [['--data'], "Option '--data <value>' argument missing"],
  [['folder'], "Unexpected argument 'folder'"],
])('does not understand %j', async (args, why) => {
  expect(await start(args)).toEqual({
    code: 2,
    output: `${why}\nnpm start -- --help lists what is understood.\n`,
  })
})

it('explains itself', async () => {
  const { code, output } = await start(['--help'])
  expect(code).toBe(0)
  for (const option of ['--data', '--verbose', '--watch', 'PORT=']) expect(output).toContain(option)
})

it('installs without a warning on Node 20: no package asks npm for more', () => {
  const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'))
  const packages = Object.entries<{ engines?: { node?: string } }>(lock.packages)
  const admits20 = (range: string) =>
    range.split('||').some(part => /^(\*|[\^~]?20\b|>=?\s*([0-9]|1\d|20)\b)/.test(part.trim()))
  const wanting = packages.filter(([, { engines }]) => engines?.node !== undefined && !admits20(engines.node))
  // Everything here runs on the Node of the package `node`; npm compares with the machine's. Remove the line from the lock.
  expect(wanting.map(([name]) => name)).toEqual([])
})
