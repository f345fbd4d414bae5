import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempDisposableSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, apiClient } from '../../support/api-client.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import { addressOrder } from '../../support/orders.ts'

const root = join(import.meta.dirname, '../../..')
const port = await freePort()
const url = `http://localhost:${port}`
const state = mkdtempDisposableSync(join(tmpdir(), 'verification-state-'))
const env = { ...process.env, PORT: `${port}`, XDG_STATE_HOME: state.path }
const announcements = join(state.path, 'verification-service/local')
let service: ChildProcess
let live: ApiClient

beforeAll(async () => {
  service = spawn(process.execPath, ['infra/local/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  service.stdout!.on('data', chunk => {
    output += chunk
  })
  await eventually(() => output.includes(`ready ${url} `), 'the local environment', 110)
  live = await apiClient(url, 'local-live', 'local-live-secret')
})
afterAll(async () => {
  if (service.exitCode === null) {
    service.kill('SIGTERM')
    await new Promise(resolve => service.once('exit', resolve))
  }
  state.remove()
})

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** `npm run admin -- …` in another terminal. */
const admin = (words: string, on = port): Promise<Ended> =>
  new Promise(resolve => {
    const script = ['infra/admin/main.ts', ...words.split(' ')]
    const options = { cwd: root, env: { ...env, PORT: `${on}` } }
    execFile(process.execPath, script, options, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

it('decides a live order without AWS', async () => {
  const { body } = await live.post('/v1/addresses', addressOrder())
  const decide = `verifications decide --organisation 1 --mode live --verification ${body.id}`
  expect(await admin(`${decide} --outcome notInResidence --json`)).toEqual({
    code: 0,
    out: `${JSON.stringify({ verificationId: body.id, outcome: 'notInResidence' }, null, 2)}\n`,
    err: '',
  })
  expect((await live.get(`/v1/addresses/${body.id}`)).body.status.subStatus).toBe('FAILED - NOT IN RESIDENCE')
  expect(await admin(`${decide} --outcome verified`)).toEqual({
    code: 1,
    out: '',
    err: '--verification: too late. It is complete: FAILED - NOT IN RESIDENCE.\n',
  })
})

it('adds people who sign in there', async () => {
  expect(await admin('people add --person agent-3 --group agent')).toEqual({
    code: 0,
    out: 'personId  agent-3\ngroup     agent\n',
    err: '',
  })
  expect((await admin('people add --person agent-3 --group agent')).code).toBe(0)
})

it('ends with 3 where no local environment runs', async () => {
  expect(await admin('organisations list', 1)).toEqual({
    code: 3,
    out: '',
    err: 'no local environment runs on port 1: npm start, --port for another, or --stage for a stage\n',
  })
})

it('is for the user who started it alone, while it runs', async () => {
  const file = join(announcements, `${port}.json`)
  expect(statSync(file).mode & 0o077).toBe(0)
  service.kill('SIGTERM')
  await new Promise(resolve => service.once('exit', resolve))
  expect(readdirSync(announcements)).not.toContain(`${port}.json`)
  expect((await admin('organisations list')).code).toBe(3)
})
