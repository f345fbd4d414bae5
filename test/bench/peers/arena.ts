import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { bundle } from '../../../infra/constructs/bundle.ts'
import { digestOf, drawSecret } from '../../../shared/account/credential.ts'
import { signIn } from '../../../shared/account/sign-in.ts'
import { addClient } from '../../../shared/account/store.ts'
import { startTable } from '../../support/table.ts'
import type { Failure, Outcome, Task } from './contestant.ts'

export interface Contestant {
  readonly name: string
  /** The bundle that answers this request. */
  readonly files: { readonly create: string; readonly read: string }
  readonly environment?: Readonly<Record<string, string>>
  /** Does less than the work: the part that nobody can do without. */
  readonly isFloor?: boolean
}

/** A container of one contestant. */
export interface Container extends AsyncDisposable {
  run(kind: Task['kind'], forMs?: number): Promise<Outcome>
}

export interface Arena extends AsyncDisposable {
  readonly contestants: readonly Contestant[]
  start(contestant: Contestant): Container
}

const here = import.meta.dirname
const functionsFolder = join(here, '../../../functions')

/** What most teams ship: esbuild with its defaults for Node. */
const bundlePlainly = (entry: string, outfile: string): string => {
  const source = join(here, `${entry}.ts`)
  buildSync({ bundle: true, platform: 'node', entryPoints: [source], outfile, logLevel: 'error' })
  return outfile
}

const one = (file: string) => ({ create: file, read: file })

const bundleAll = (folder: string): readonly Contestant[] => {
  const options = { functionsFolder, outputFolder: join(folder, 'ours') }
  const ours = bundle(['api/addresses', 'api/addresses/id'], options)
  const tuned = bundle(['hono', 'sdk-alone'], { functionsFolder: here, outputFolder: join(folder, 'tuned') })
  const fileIn = (bundles: ReadonlyMap<string, string>, entry: string) =>
    join(bundles.get(entry)!, 'index.cjs')
  const express = bundlePlainly('express', join(folder, 'express.cjs'))
  return [
    {
      name: 'ours',
      files: { create: fileIn(ours, 'api/addresses'), read: fileIn(ours, 'api/addresses/id') },
    },
    { name: 'Express', files: one(express) },
    { name: 'Hono', files: one(bundlePlainly('hono', join(folder, 'hono.cjs'))) },
    { name: 'Hono, our bundling', files: one(fileIn(tuned, 'hono')) },
    { name: 'Express, no token cache', files: one(express), environment: { TOKEN_TRUST_MS: '0' } },
    { name: 'SDK alone', files: one(fileIn(tuned, 'sdk-alone')), isFloor: true },
  ]
}

/** The secret that signs photo links, which a read of ours fetches once per container. */
const startSecrets = async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify({ SecretString: 'k'.repeat(64) }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

/** A function's environment in Lambda, and nothing of this machine's. */
const environmentOf = (secretsUrl: string): Record<string, string> => ({
  ...Object.fromEntries(
    [
      'AWS_ENDPOINT_URL_DYNAMODB',
      'AWS_REGION',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'TABLE_NAME',
    ].map(name => [name, process.env[name]!]),
  ),
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsUrl,
  FILE_TOKEN_SECRET: 'bench',
  REQUESTS_PER_MINUTE: '1000000000',
  SOURCE_ADDRESS_KEY: 'bench',
  MEDIA_URL: 'https://media.example.com',
  NODE_ENV: 'production',
  STAGE: 'bench',
  HOME: '/var/task/none',
})

const container = (child: ChildProcess, { name, files }: Contestant, token: string): Container => {
  const died = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended`)))
  died.catch(() => {})
  return {
    run: async (kind, forMs = 0) => {
      const outcome = once(child, 'message')
      const file = files[kind === 'read' ? 'read' : 'create']
      child.send({ kind, file, token, name, forMs } satisfies Task)
      const [given] = (await Promise.race([outcome, died])) as [Outcome | Failure]
      if ('failure' in given) throw new Error(`${name} failed: ${given.failure}`)
      return given
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await died.catch(() => {})
    },
  }
}

/** The engine with one client's token, and every contestant bundled. */
export const openArena = async (): Promise<Arena> => {
  await using cleanup = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'verification-bench-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  cleanup.use(await startTable())
  const secrets = await startSecrets()
  cleanup.defer(() => secrets.stop())
  const secret = drawSecret()
  const createdAt = new Date().toISOString()
  const client = { id: 'bench', organisationId: 1, mode: 'test', scopes: ['addresses'] } as const
  await addClient({
    ...client,
    secrets: [{ digest: digestOf(secret), createdAt }],
    createdAt,
    generation: 1,
  })
  const token = (await signIn({ clientId: client.id, secret }, Date.now()))!
  const contestants = bundleAll(folder)
  const runtime = bundlePlainly('contestant', join(folder, 'contestant.cjs'))
  const env = environmentOf(secrets.url)
  const running = cleanup.move()
  return {
    contestants,
    start: contestant => {
      const options = {
        env: { ...env, ...contestant.environment },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }
      return container(fork(runtime, options as ForkOptions), contestant, token)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export const kilobytesOf = (file: string): number => Math.round(statSync(file).size / 1000)

/** The names of all fields of an answer, at every depth. */
const fieldsOf = (value: unknown, path = ''): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, `${path}/${name}`))
    : [path]

/** @throws where a contestant's answer has other fields than the first's: then it did other work */
export const assertSameAnswers = (answers: readonly string[]): void => {
  const shapes = answers.map(answer => fieldsOf(JSON.parse(answer)).sort().join('\n'))
  if (shapes.some(shape => shape !== shapes[0])) throw new Error(`Answers differ:\n${answers.join('\n')}`)
}
