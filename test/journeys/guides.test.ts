import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { call } from '../support/api-client.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { isHere, run } from '../support/guide-programs.ts'

/* What the guides and the README print, done as an integrator does it: typed into a shell, saved and started. */

/** Below the project, so that a program finds its packages. */
const folder = join(import.meta.dirname, '../../.build/guides')

// The simulated agent takes its time, as it does in the local environment, so that the sandbox can come first.
const world = await startWorld({ settings: { verification: stages.local.verification } })
afterAll(() => world[Symbol.asyncDispose]())
const client = await world.client()
mkdirSync(folder, { recursive: true })
rmSync(join(folder, 'listen.json'), { force: true })

const guide = async (name: string): Promise<string> =>
  (await call(`${world.url}/v1/docs/${name}.md`, 'GET')).body

/** The blocks of a guide in a language, such as `sh` or `sh refused`. */
const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)]
    .filter(([, own]) => own === language)
    .map(block => block[2]!)

const signIn = async (): Promise<string> => blocksOf(await guide('first-verification'), 'sh')[0]!

/** Types commands into one shell. @throws where one of them fails */
const type = (commands: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('sh', ['-euc', commands], (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })

interface Program extends AsyncDisposable {
  readonly printed: () => string
}

/** Saves a program under a name and starts it; it is there when its port answers. */
const start = async (
  [command, name]: readonly [string, string],
  text: string,
  { port, secret = '' }: { port: number; secret?: string },
): Promise<Program> => {
  writeFileSync(join(folder, name), text)
  const child = spawn(command, [name], {
    cwd: folder,
    env: { ...process.env, PORT: `${port}`, WEBHOOK_SECRET: secret },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += chunk))
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await eventually(
    () =>
      fetch(`http://localhost:${port}/`).then(
        () => true,
        () => false,
      ),
    `${name}: ${printed}`,
  )
  return {
    printed: () => printed,
    [Symbol.asyncDispose]: () => {
      child.kill()
      return ended
    },
  }
}

describe('the commands of a guide', () => {
  it.each([
    'sandbox',
    'coding-agents',
    'from-qoreid',
    'verdicts',
    'name-matching',
    'webhooks',
    'duplicates',
    'limits',
    'errors',
    'orders',
    'disputes',
  ])('work as they are printed: %s', async name => {
    const text = await guide(name)
    const commands = blocksOf(text, 'sh')
    const refused = blocksOf(text, 'sh refused')
    expect(commands.length + refused.length).toBeGreaterThan(0)
    const printed = await type([await signIn(), ...commands].join('\n'))
    expect(printed).toMatch(/^authorization: Bearer \S{40,}\n/)
    expect(printed).not.toMatch(/urn:problem:/)
    for (const each of refused)
      expect(await type(`${await signIn()}\n${each}`)).toMatch(/"code":"invalid_request"/)
  })

  it('show what the guides say that they show', async () => {
    const show = async (name: string) =>
      (await type([await signIn(), ...blocksOf(await guide(name), 'sh')].join('\n'))).split('\n').slice(1)
    const repeated = await show('duplicates')
    expect(repeated.filter(line => /^20\d$/.test(line)).at(-1)).toBe('200')
    expect(repeated.at(-2)).toMatch(/^idempotency-replayed: true/)
    const matched = JSON.parse((await show('name-matching')).join(''))
    expect(matched.summary.nin_check).toMatchObject({
      status: 'EXACT_MATCH',
      matchDetails: { firstname: 'case', lastname: 'exact', middlename: 'initial' },
    })
    expect((await show('sandbox'))[0]).toMatch(/"subStatus":"FAILED - NOT IN RESIDENCE"/)
    expect((await show('limits')).filter(line => line !== '').sort()).toEqual([
      expect.stringMatching(/^ratelimit-policy: "requests";q=\d+;w=60/),
      expect.stringMatching(/^ratelimit: "requests";r=\d+;t=\d+/),
    ])
  })
})

describe('the first verification', () => {
  it('goes from nothing to a webhook by its own words alone', async () => {
    const text = await guide('first-verification')
    const port = await freePort()
    const here = (block: string): string => block.replaceAll('4000', `${port}`)
    const [program] = blocksOf(text, 'js')
    await using receiver = await start([process.execPath, 'receiver.mjs'], here(program!), { port })
    const printed = await type(blocksOf(text, 'sh').map(here).join('\n'))
    expect(printed).not.toMatch(/urn:problem:/)
    expect(printed).toMatch(/"secret":"whsec_/)
    const second = /"id":(\d+),"customerReference":"first-2"/.exec(printed)![1]
    await eventually(() => receiver.printed().includes(`evt_${second}_completed`), 'the event')
    expect(receiver.printed()).toContain('"event_type":"verification_completed"')
  })
})

const hasPython = await type('python3 -c "import standardwebhooks"').then(
  () => true,
  () => false,
)

describe('the receiver that checks signatures', () => {
  const receivers = [
    { language: 'js', run: [process.execPath, 'signed.mjs'], isHere: true },
    { language: 'python', run: ['python3', 'signed.py'], isHere: hasPython },
  ] as const

  it.for(receivers)('takes what the service signs, and nothing else: $language', async (given, { skip }) => {
    if (!given.isHere) skip('python3 has no package standardwebhooks')
    const [program] = blocksOf(await guide('signatures'), given.language)
    const port = await freePort()
    const url = `http://localhost:${port}/hook`
    const { body: endpoint } = await client.post('/v1/webhooks', { url })
    await using receiver = await start(given.run, program!, { port, secret: endpoint.secret })

    const { body: ping } = await client.post(`/v1/webhooks/${endpoint.id}/ping`)
    expect(ping).toMatchObject({ outcome: 'delivered', status: 204 })
    expect(receiver.printed()).toContain(`webhook ping ${endpoint.id}`)

    const headers = {
      'content-type': 'application/json',
      'webhook-id': ping.id,
      'webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    }
    const forged = await call(url, 'POST', { body: ping.bodyRaw, headers })
    expect(forged.status).toBe(401)
  })
})

/** Each answers `true` or `false` for what it is given as JSON: body, headers and secret. */
const byHand = [
  {
    language: 'js',
    name: 'by-hand.mjs',
    command: process.execPath,
    asking: `
const [body, headers, secret] = JSON.parse(process.argv[2])
console.log(isSigned(body, headers, secret))`,
  },
  {
    language: 'python',
    name: 'by_hand.py',
    command: 'python3',
    asking: `
import json, sys
body, headers, secret = json.loads(sys.argv[1])
print(str(is_signed(body.encode(), headers, secret)).lower())`,
  },
  {
    language: 'php',
    name: 'by-hand.php',
    command: 'php',
    asking: `
[$body, $headers, $secret] = json_decode($argv[1], true);
echo json_encode(isSigned($body, $headers, $secret));`,
  },
] as const

describe('a check of signatures by hand', () => {
  it.for(byHand)('takes what the service signs, and nothing else: $language', async (given, { skip }) => {
    const { language, name, command, asking } = given
    if (!(await isHere(command, '--version'))) skip(`${command} is not here`)
    const program = blocksOf(await guide('signatures'), language).at(-1)!
    const start = language === 'php' ? '<?php\n' : ''
    writeFileSync(join(folder, name), `${start}${program}${asking}`)
    const judge = async (...signed: readonly unknown[]) =>
      (await run(command, [join(folder, name), JSON.stringify(signed)])).stdout.trim()

    await using receiver = await world.receiver()
    const { id, secret } = (await client.post('/v1/webhooks', { url: receiver.url })).body
    await client.post(`/v1/webhooks/${id}/ping`)
    const { body, headers } = receiver.received[0]!
    const signature = headers['webhook-signature']!
    expect(await judge(body, headers, secret)).toBe('true')
    const earlier = { ...headers, 'webhook-signature': `v1,${'A'.repeat(43)}= ${signature}` }
    expect(await judge(body, earlier, secret)).toBe('true')
    expect(await judge(`${body} `, headers, secret)).toBe('false')
    expect(await judge(body, { ...headers, 'webhook-id': 'evt_1' }, secret)).toBe('false')
    expect(await judge(body, { ...headers, 'webhook-signature': signature.slice(3) }, secret)).toBe('false')
    expect(await judge(body, {}, secret)).toBe('false')
    const old = new Date(Date.now() - 6 * 60 * 1000)
    const late = {
      ...headers,
      'webhook-timestamp': `${Math.floor(old.getTime() / 1000)}`,
      'webhook-signature': new Webhook(secret).sign(headers['webhook-id']!, old, body),
    }
    expect(await judge(body, late, secret)).toBe('false')
  })
})

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const snippets = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)

/** A terminal: what is typed into it, but for where the service, the receiver and the state are here. */
const terminal = (text: string, receiverPort: number) => {
  const here = text
    .replaceAll('http://localhost:3000', world.url)
    .replaceAll('4000', `${receiverPort}`)
    .replace(
      'npm run listen --',
      `npm run listen -- --url ${world.url} --state ${join(folder, 'listen.json')}`,
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
    await eventually(() => receiver.printed().includes('whsec_'), 'listen that forwards')
    await using ordering = terminal(orders!, port)
    expect(await ordering.ended).toBe(0)
    expect(ordering.printed()).toContain('"status":"IN_PROGRESS"')
    await eventually(() => receiver.printed().includes('"event_type":"verification_completed"'), 'the event')
    expect(receiver.printed()).toMatch(/'webhook-signature': 'v1,/)
  })
})
