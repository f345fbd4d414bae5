import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../infra/emulator/server.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'

/* The README, done line by line as a newcomer does it. */

const root = new URL('../..', import.meta.url).pathname
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const snippets = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)

let world: World
let folder: string
beforeAll(async () => {
  world = await startWorld()
  folder = mkdtempSync(join(tmpdir(), 'verification-readme-'))
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** A terminal: what is typed into it, but for where the service, the receiver and the state are here. */
const terminal = (text: string, receiverPort: number) => {
  const here = text
    .replaceAll('http://localhost:3000', world.url)
    .replaceAll('4000', `${receiverPort}`)
    .replace(
      'npm run listen --',
      `npm run listen -- --url ${world.url} --state ${join(folder, 'state.json')}`,
    )
  const child = spawn('sh', ['-euc', here], { cwd: root, detached: true })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += chunk))
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  return {
    printed: () => printed,
    ended,
    [Symbol.asyncDispose]: async () => {
      try {
        process.kill(-child.pid!, 'SIGTERM')
      } catch {
        // All of it has ended.
      }
      await ended
    },
  }
}

describe('the README', () => {
  it('is read in a few minutes', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(200)
  })

  it('begins with two commands whose scripts are there, and has two more snippets', () => {
    const [first] = snippets
    expect(first!.match(/npm (ci|start|test)/g)).toEqual(['npm ci', 'npm start', 'npm ci', 'npm test'])
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']))
    expect(snippets).toHaveLength(3)
  })

  it('names scripts, files and folders that are there', () => {
    const commands = [...readme.matchAll(/npm\s+run\s+([\w:]+)/g)].map(([, name]) => name!)
    expect(commands.filter(name => !(name in scripts))).toEqual([])
    const files = [...readme.matchAll(/[`(]((?:shared|functions|infra|test)\/[\w./-]+)[`)]/g)].map(
      ([, file]) => file!,
    )
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter(file => !existsSync(join(root, file)))).toEqual([])
  })

  it('leads to a webhook', async () => {
    const port = await freePort()
    const [, receives, orders] = snippets
    await using receiver = terminal(receives!, port)
    await eventually(() => receiver.printed().includes('whsec_'), 'listen that forwards', 30)
    await using ordering = terminal(orders!, port)
    expect(await ordering.ended).toBe(0)
    expect(ordering.printed()).toContain('"status":"IN_PROGRESS"')
    await eventually(
      () => receiver.printed().includes('"event_type":"verification_completed"'),
      'the event',
      40,
    )
    expect(receiver.printed()).toMatch(/'webhook-signature': 'v1,/)
  }, 120_000)
})
