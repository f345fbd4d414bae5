import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, apiClient } from '../../support/api-client.ts'
import { eventually } from '../../support/eventually.ts'
import { addressOrder } from '../../support/orders.ts'

const root = new URL('../../..', import.meta.url).pathname
const port = 40_000 + (process.pid % 20_000)
const url = `http://localhost:${port}`
const announcements = join(root, 'node_modules/.cache/verification-local')
let laptop: ChildProcess
let live: ApiClient

beforeAll(async () => {
  laptop = spawn(process.execPath, ['infra/local/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  laptop.stdout!.on('data', chunk => {
    output += chunk
  })
  await eventually(() => output.includes(`ready ${url}\n`), 'the laptop', 110)
  live = await apiClient(url, 'local-live', 'local-live-secret')
})
afterAll(async () => {
  if (laptop.exitCode === null) {
    laptop.kill('SIGTERM')
    await new Promise(resolve => laptop.once('exit', resolve))
  }
})

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** `npm run administer -- …` in another terminal. */
const administer = (words: readonly string[], on = port): Promise<Ended> =>
  new Promise(resolve => {
    const env = { ...process.env, PORT: `${on}` }
    const script = ['infra/local/administer.ts', ...words]
    execFile(process.execPath, script, { cwd: root, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

const decide = (verificationId: number, outcome: string) =>
  administer([
    'decide',
    'organisationId=1',
    'mode=live',
    `verificationId=${verificationId}`,
    `outcome=${outcome}`,
  ])

it('decides a live order without AWS', async () => {
  const { body } = await live.post('/v1/addresses', addressOrder())
  const decided = await decide(body.id, 'notInResidence')
  expect([decided.code, JSON.parse(decided.out)]).toEqual([
    0,
    { verificationId: body.id, outcome: 'notInResidence' },
  ])
  expect((await live.get(`/v1/addresses/${body.id}`)).body.status.subStatus).toBe('FAILED - NOT IN RESIDENCE')
  expect(await decide(body.id, 'verified')).toEqual({
    code: 1,
    out: '',
    err: 'verificationId: too late. It is complete: FAILED - NOT IN RESIDENCE.\n',
  })
})

it('takes any command of the administer function, as JSON too', async () => {
  const listed = await administer(['{"command": "listOrganisations"}'])
  expect(JSON.parse(listed.out).organisations).toHaveLength(2)
  const made = await administer([
    'createClient',
    'organisationId=1',
    'mode=test',
    'clientId=made-here',
    'scopes=["addresses"]',
  ])
  const { secret } = JSON.parse(made.out)
  const client = await apiClient(url, 'made-here', secret)
  expect((await client.get('/v1/addresses')).status).toBe(200)
})

it('says in a line what is wrong', async () => {
  expect((await administer(['decide', 'organisationId=1'])).err).toMatch(/^mode: /)
  expect((await administer(['decide', 'organisationId'])).err).toBe('organisationId: expected name=value\n')
  expect((await administer(['listOrganisations'], 1)).err).toMatch(/^no laptop runs on port 1: /)
  expect((await administer([])).out).toMatch(/^npm run administer -- <command>/)
})

it('is for whoever started the laptop alone, while it runs', async () => {
  const file = join(announcements, `${port}.json`)
  expect(statSync(file).mode & 0o077).toBe(0)
  laptop.kill('SIGTERM')
  await new Promise(resolve => laptop.once('exit', resolve))
  expect(readdirSync(announcements)).not.toContain(`${port}.json`)
  expect((await administer(['listOrganisations'])).code).toBe(1)
})
