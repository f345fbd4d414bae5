import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { integratorRoutes } from '../../../infra/clients/declarations.ts'
import { npmFile } from '../../../infra/clients/packages.ts'
import { referenceSamples } from '../../support/reference-samples.ts'
import {
  builtClients,
  npmBytes,
  programFolder,
  unpackTarball,
  wheelBytes,
  writeFiles,
} from '../../support/client-packages.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const npm = unpackTarball(npmBytes)
const wheel = Object.entries(unzipSync(wheelBytes)).map(
  ([path, bytes]) => [path, Buffer.from(bytes)] as const,
)
const textOf = (path: string): string => wheel.find(([name]) => name === path)![1].toString()
const folder = programFolder('client-types')
afterAll(folder.remove)

const guide = readFileSync(join(root, 'functions/pages/docs/install-a-client.md'), 'utf8')
const programs = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)

it('are the same bytes when they are built again elsewhere, so that lock files agree', async () => {
  const packages = new URL('../../../infra/clients/packages.ts', import.meta.url).href
  const program = `import { buildClients } from '${packages}'
    for (const [name, bytes] of buildClients()) console.log(name, bytes.toString('base64'))`
  const env = { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' }
  const maxBuffer = 2 ** 24
  const words = ['--input-type=module', '-e', program]
  const { stdout } = await run(process.execPath, words, { env, maxBuffer })
  expect(stdout).toBe(
    [...builtClients].map(([name, bytes]) => `${name} ${Buffer.from(bytes).toString('base64')}\n`).join(''),
  )
})

it('are short enough to be read: at most 720 lines of ours, empty ones aside', () => {
  const sources = globSync('infra/clients/{typescript,python}/**/*.{ts,py}', {
    cwd: root,
    exclude: ['infra/clients/typescript/openapi.ts'],
  })
  const lines = sources.flatMap(file => readFileSync(join(root, file), 'utf8').split('\n'))
  expect(lines.filter(line => line.trim() !== '').length).toBeLessThanOrEqual(720)
})

describe('the npm package', () => {
  it('has code, types and licence, and needs nothing', () => {
    expect([...npm.keys()]).toEqual(
      [
        'package.json',
        'LICENSE',
        'README.md',
        'index.js',
        'cli.js',
        'client.d.ts',
        'index.d.ts',
        'operations.d.ts',
        'retry.d.ts',
        'webhooks.d.ts',
        'openapi.d.ts',
      ].map(name => `package/${name}`),
    )
    expect(Object.keys(JSON.parse(npm.get('package/package.json')!)).toSorted()).toEqual([
      'bin',
      'description',
      'engines',
      'exports',
      'license',
      'name',
      'sideEffects',
      'type',
      'version',
    ])
    for (const name of ['index.js', 'cli.js']) {
      const code = npm.get(`package/${name}`)!
      const imported = [...code.matchAll(/^(?:import|\} from)\b.*?"([^"]+)";$/gm)].map(([, from]) => from!)
      expect(imported.length).toBeGreaterThan(1)
      expect(imported.filter(from => !from.startsWith('node:'))).toEqual([])
      expect(code).not.toMatch(/\brequire\(|import\(/)
    }
  })

  it('is small: at most 45 KB', () => {
    expect(npmBytes.length).toBeLessThan(45 * 1024)
  })

  it('knows every operation of an integrator, and none of the operator', () => {
    const [operations] = npm.get('package/openapi.d.ts')!.split(/^}/m)
    const named = [...operations!.matchAll(/^ {4}readonly "(.+?)":/gm)].map(([, name]) => name!)
    expect(named.toSorted()).toEqual(
      integratorRoutes()
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    )
    expect(named).toContain('POST /v1/addresses')
    expect(named.filter(name => name.includes('/operations/'))).toEqual([])
  })

  const wrong = `import { createClient, webhooks } from 'verification-client'
import type { CreatedEmployment, CreateEmployment, Operations, Problem, RequestOf, WebhookEvent } from 'verification-client'
const client = createClient({ url: 'https://api.example', clientId: 'a', secret: 'b' })
const body: CreateEmployment = {
  customerReference: 'a', employerName: 'b', employerEmail: 'c', employerPhone: 'd', currentlyEmployed: 'yes',
  applicant: { firstname: 'e', lastname: 'f', phone: 'g' },
}
const request: RequestOf<'POST /v1/employments'> = { body, idempotencyKey: 'h' }
const order: CreatedEmployment = await client.call('POST /v1/employments', request)
const same: Operations['POST /v1/employments']['response'] = order
const id: number = order.id
const state: 'IN_PROGRESS' | 'COMPLETE' = order.status.state
await client.call('GET /v1/locations/states')
const gone: undefined = await client.call('DELETE /v1/webhooks/{id}', { params: { id } })
const receipt: string = await client.call('GET /v1/addresses/{id}/receipt', { params: { id } })
for await (const line of client.list('GET /v1/events', { query: { order: 'oldest' } })) line.sequence.toFixed()
const event: WebhookEvent = webhooks.verify('', new Headers(), [])
const statusOf = ({ code, status }: Problem): number | undefined => (code === 'not_found' ? status : undefined)
if (event.event === 'address' && 'address' in event.data) event.data.address.agentComment
// @ts-expect-error there is no such operation
await client.call('GET /v1/address/{id}', { params: { id } })
// @ts-expect-error the id is missing
await client.call('GET /v1/addresses/{id}')
// @ts-expect-error fields of the body are missing
await client.call('POST /v1/addresses', { body: { customerReference: 'a' } })
// @ts-expect-error it is no list
client.list('GET /v1/addresses/{id}', { params: { id } })
// @ts-expect-error there is no such order
client.list('GET /v1/events', { query: { order: 'latest' } })
// @ts-expect-error the answer has no such field
order.nothing
// @ts-expect-error the answer stays as it came
order.id = 1
// @ts-expect-error the operation takes no query
await client.call('GET /v1/locations/states', { query: {} })
// @ts-expect-error people's work is no integrator's
await client.call('GET /v1/operations/assignments')
console.log(state, gone, receipt, same, statusOf)
`

  it('lets compile what is right alone, under the strictest options, the guide’s programs and the reference’s samples among it', async () => {
    writeFiles(folder.path, [
      ...[...npm].map(
        ([path, text]) => [path.replace('package', 'node_modules/verification-client'), text] as const,
      ),
      ...programs.map((text, index) => [`guide-${index}.ts`, text] as const),
      ...referenceSamples('ts').map((text, index) => [`sample-${index}.ts`, text] as const),
      ['wrong.ts', wrong],
      ['package.json', '{"type":"module"}'],
      [
        'tsconfig.json',
        JSON.stringify({
          compilerOptions: {
            target: 'es2023',
            lib: ['es2023'],
            module: 'nodenext',
            types: ['node'],
            strict: true,
            noUncheckedIndexedAccess: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: false,
            noEmit: true,
          },
        }),
      ],
    ])
    expect(programs).toHaveLength(2)
    const compile = run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], {
      cwd: folder.path,
    })
    const said = await compile.then(
      ({ stdout }) => stdout,
      ({ stdout, message }) => stdout || message,
    )
    expect(said).toBe('')
  })
})

describe('the wheel', () => {
  it('records every file with its digest and size', () => {
    const info = 'verification_client-1.dist-info'
    const record = textOf(`${info}/RECORD`).trimEnd().split('\n')
    expect(record.at(-1)).toBe(`${info}/RECORD,,`)
    expect(record.slice(0, -1)).toEqual(
      wheel
        .filter(([path]) => !path.endsWith('/RECORD'))
        .map(
          ([path, bytes]) =>
            `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`,
        ),
    )
    expect(wheel.map(([path]) => path)).toEqual([
      'verification_client/__init__.py',
      'verification_client/client.py',
      'verification_client/webhooks.py',
      'verification_client/operations.py',
      'verification_client/py.typed',
      `${info}/METADATA`,
      `${info}/licenses/LICENSE`,
      `${info}/WHEEL`,
      `${info}/RECORD`,
    ])
    expect(textOf(`${info}/METADATA`)).not.toContain('Requires-Dist')
  })

  it('imports nothing but the standard library and itself', () => {
    const imported = wheel
      .filter(([path]) => path.endsWith('.py'))
      .flatMap(([, bytes]) =>
        [...bytes.toString().matchAll(/^(?:import|from) ([\w.]+)/gm)].map(([, name]) => name!),
      )
    const known =
      '__future__ base64 hashlib hmac http json os random re threading time typing urllib uuid'.split(' ')
    expect(
      [...new Set(imported.map(name => name.split('.')[0]))].filter(name => name !== '').toSorted(),
    ).toEqual(known)
  })
})

describe('the guide', () => {
  it('leads to a verified webhook in at most 15 lines', () => {
    expect(programs[0]!.trimEnd().split('\n').length).toBeLessThanOrEqual(15)
    expect(guide).toContain('{{npmFile}}')
    expect(npmFile).toBe('verification-client.tgz')
  })
})
