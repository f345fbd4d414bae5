import { statSync } from 'node:fs'
import { generateSecret, sha256Digest } from '../../../shared/account/credential.ts'
import { issueAccessToken } from '../../../shared/account/sign-in.ts'
import { addClient } from '../../../shared/account/store.ts'
import { bundleFunctions, bundlePeers, bundlePlainly } from './bundles.ts'
import { startContainer } from './container.ts'
import type { Outcome } from './contestant.ts'
import { requirePeers } from './installed.ts'
import { openSurroundings, type Transport } from './surroundings.ts'

export interface Contestant {
  readonly name: 'ours' | `${'Express' | 'Hono'}${'' | ' tuned' | ', no token cache'}` | 'SDK alone'
  /** The bundle that answers this request. */
  readonly files: { readonly create: string; readonly read: string }
  readonly environment?: Readonly<Record<string, string>>
  /** Does less than the work: the part that nobody can do without. */
  readonly isFloor?: boolean
}

/** A container of one contestant, which answers orders and reads. */
export interface OrdersContainer extends AsyncDisposable {
  run(kind: 'first' | 'create' | 'read' | 'createWithKey' | 'repeat', forMs?: number): Promise<Outcome>
}

export interface Arena extends AsyncDisposable {
  readonly contestants: readonly Contestant[]
  start(contestant: Contestant, transport: Transport): OrdersContainer
}

const one = (file: string) => ({ create: file, read: file })

const bundleAll = (folder: string): readonly Contestant[] => {
  requirePeers()
  const [create, read] = bundleFunctions(['api/addresses', 'api/addresses/id'], folder) as [string, string]
  const tuned = bundlePeers(['express', 'hono', 'sdk-alone'], folder).map(one)
  const express = one(bundlePlainly('express', folder))
  return [
    { name: 'ours', files: { create, read } },
    { name: 'Express', files: express },
    { name: 'Hono', files: one(bundlePlainly('hono', folder)) },
    { name: 'Express tuned', files: tuned[0]! },
    { name: 'Hono tuned', files: tuned[1]! },
    { name: 'Express, no token cache', files: express, environment: { TOKEN_TRUST_MS: '0' } },
    { name: 'SDK alone', files: tuned[2]!, isFloor: true },
  ]
}

/** A client that may order addresses, and its token. */
const signedIn = async (): Promise<string> => {
  const secret = generateSecret()
  const createdAt = new Date().toISOString()
  const client = { id: 'bench', organisationId: 1, mode: 'test', scopes: ['addresses'] } as const
  const secrets = [{ digest: sha256Digest(secret), createdAt }]
  await addClient({ ...client, secrets, createdAt, generation: 1 })
  return (await issueAccessToken({ clientId: client.id, secret }, Date.now()))!
}

/** The engine with one client's token, and every contestant bundled: as most teams do it, and with our flags (`tuned`). */
export const openArena = async (): Promise<Arena> => {
  await using cleanup = new AsyncDisposableStack()
  const surroundings = cleanup.use(await openSurroundings())
  const { folder } = surroundings
  const token = await signedIn()
  const contestants = bundleAll(folder)
  const runtime = bundlePlainly('contestant', folder)
  const running = cleanup.move()
  return {
    contestants,
    start: ({ name, files, environment }, transport) => {
      const env = { ...surroundings.environmentFor(transport), ...environment }
      const container = startContainer(name, runtime, env)
      return {
        run: (kind, forMs = 0) => {
          const file = files[kind === 'read' ? 'read' : 'create']
          return container.run({ kind, file, token, name, forMs })
        },
        [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
      }
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
