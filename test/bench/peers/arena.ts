import type { ApiEntry } from '../../../infra/entries.ts'
import type { Scope } from '../../../shared/account/contract.ts'
import { generateSecret, sha256Digest } from '../../../shared/account/credential.ts'
import { issueAccessToken } from '../../../shared/account/sign-in.ts'
import { addClient } from '../../../shared/account/store.ts'
import { identityProducts } from '../../../shared/identity/products.ts'
import type { Mode } from '../../../shared/table/tenant.ts'
import { isShort } from '../options.ts'
import type { MeasuredFunction } from '../stage.ts'
import { bundlePeers, bundlePlainly } from './bundles.ts'
import { type Container, startContainer } from './container.ts'
import type { Outcome } from './contestant.ts'
import { requirePeers } from './installed.ts'
import { type Kind, requestOf } from './requests.ts'
import { openSurroundings, type Surroundings, type Transport } from './surroundings.ts'

export interface Contestant {
  readonly name:
    | 'ours'
    | 'unchanged'
    | `${'Express' | 'Hono'}${'' | ' tuned' | ', no token cache'}`
    | 'SDK alone'
  /** What answers a path; each bundle has containers of its own. */
  readonly bundleOf: (entry: ApiEntry) => MeasuredFunction
  readonly environment?: Readonly<Record<string, string>>
  /** Does less than the work: the part that nobody can do without. */
  readonly isFloor?: boolean
}

/** Containers of one contestant, one for each of its bundles. */
export interface Containers extends AsyncDisposable {
  run(kind: Kind, forMs?: number): Promise<Outcome>
}

export interface Arena extends AsyncDisposable {
  /** Ours comes first. */
  readonly contestants: readonly Contestant[]
  start(contestant: Contestant, transport: Transport): Containers
}

/** One bundle for all paths, with the variables of a function of ours. */
const peerOf = (name: Contestant['name'], file: string, own: MeasuredFunction): Contestant => ({
  name,
  bundleOf: () => ({ ...own, file, exported: 'handler' }),
})

const peersOf = ({ folder, functions }: Surroundings): readonly Contestant[] => {
  requirePeers()
  const own = functions.get('api/addresses')
  const tuned = bundlePeers(['express', 'hono', 'sdk-alone'], folder)
  const express = peerOf('Express', bundlePlainly('express', folder), own)
  return [
    express,
    peerOf('Hono', bundlePlainly('hono', folder), own),
    peerOf('Express tuned', tuned[0]!, own),
    peerOf('Hono tuned', tuned[1]!, own),
    { ...express, name: 'Express, no token cache', environment: { TOKEN_TRUST_MS: '0' } },
    { ...peerOf('SDK alone', tuned[2]!, own), isFloor: true },
  ]
}

/** A client of a mode, and its token. */
const signedIn = async (mode: Mode, scopes: readonly Scope[]): Promise<string> => {
  const secret = generateSecret()
  const createdAt = new Date().toISOString()
  const id = `bench-${mode}`
  const secrets = [{ digest: sha256Digest(secret), createdAt }]
  await addClient({ id, organisationId: 1, mode, scopes, secrets, createdAt, generation: 1 })
  return (await issueAccessToken({ clientId: id, secret }, Date.now()))!
}

/** Who orders is in test mode; who looks up is in live mode, in which a registry is asked. */
const signInBoth = async (): Promise<Readonly<Record<Mode, string>>> => ({
  test: await signedIn('test', ['addresses', 'employments']),
  live: await signedIn(
    'live',
    identityProducts.map(({ name }) => `identities.${name}` as const),
  ),
})

/**
 * The engine, the tokens of two clients, and every contestant bundled: peers as most teams do it, and with our flags
 * (`tuned`). A short form has no peers.
 */
export const openArena = async (): Promise<Arena> => {
  await using cleanup = new AsyncDisposableStack()
  const surroundings = cleanup.use(await openSurroundings('api/addresses'))
  const { folder, functions, unchanged } = surroundings
  const tokens = await signInBoth()
  const contestants = [
    { name: 'ours', bundleOf: functions.get } as const,
    ...(unchanged ? [{ name: 'unchanged', bundleOf: unchanged.get } as const] : []),
    ...(isShort ? [] : peersOf(surroundings)),
  ]
  const runtime = bundlePlainly('contestant', folder)
  const running = cleanup.move()
  let started = 0
  return {
    contestants,
    start: ({ name, bundleOf, environment }, transport) => {
      const containers = new Map<string, Container>()
      const unique = `${name} ${++started}`
      let lastId = 0
      const containerOf = (bundle: MeasuredFunction): Container => {
        const env = { ...surroundings.environmentFor(bundle, transport), ...environment }
        const container = containers.get(bundle.file) ?? startContainer(name, runtime, env)
        containers.set(bundle.file, container)
        return container
      }
      return {
        run: async (kind, forMs = 0) => {
          const { entry, mode, ...request } = requestOf(kind, unique, lastId)
          const bundle = bundleOf(entry)
          const { file, exported } = bundle
          const task = { kind: 'request', file, exported, token: tokens[mode], forMs, ...request } as const
          const outcome = await containerOf(bundle).run(task)
          if (kind === 'address') lastId = JSON.parse(outcome.body).id
          return outcome
        },
        [Symbol.asyncDispose]: async () => {
          for (const container of containers.values()) await container[Symbol.asyncDispose]()
        },
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

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
