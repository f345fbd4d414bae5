import type { ApiEntry } from '../../../infra/constructs/entries.ts'
import { generateSecret, sha256Digest } from '../../../shared/account/credential.ts'
import { issueAccessToken } from '../../../shared/account/sign-in.ts'
import { addClient } from '../../../shared/account/store.ts'
import type { Tenant } from '../../../shared/table/tenant.ts'
import { isShort } from '../options.ts'
import type { MeasuredFunction } from '../stage.ts'
import { bundlePlainly, bundleTuned } from './bundles.ts'
import { type Container, startContainer } from './container.ts'
import type { Outcome } from './contestant.ts'
import { requirePeers } from './installed.ts'
import { type Kind, requestOf } from './requests.ts'
import { openSurroundings, type Surroundings } from './surroundings.ts'

export interface Contestant {
  /** Express as most teams bundle it, Hono with our flags. */
  readonly name: 'ours' | 'unchanged' | 'Express' | 'Hono'
  /** What answers a path; each bundle has containers of its own. */
  readonly bundleOf: (entry: ApiEntry) => MeasuredFunction
}

/** Containers of one contestant, one for each of its bundles. */
export interface Containers extends AsyncDisposable {
  run(kind: Kind, forMs?: number): Promise<Outcome>
}

export interface Arena extends AsyncDisposable {
  /** Ours comes first. */
  readonly contestants: readonly Contestant[]
  start(contestant: Contestant): Containers
}

/** One bundle for all paths, with the variables of a function of ours. */
const peerOf = (name: Contestant['name'], file: string, own: MeasuredFunction): Contestant => ({
  name,
  bundleOf: () => ({ ...own, file, exported: 'handler' }),
})

const peersOf = ({ folder, functions }: Surroundings): readonly Contestant[] => {
  requirePeers()
  const own = functions.get('api/addresses')
  return [
    peerOf('Express', bundlePlainly('express', folder), own),
    peerOf('Hono', bundleTuned('hono', folder), own),
  ]
}

/** The token of a client that may read its addresses, employments and charges. */
export const signInTo = async ({ organisationId, mode }: Tenant): Promise<string> => {
  const secret = generateSecret()
  const createdAt = new Date().toISOString()
  const id = `bench-${organisationId}-${mode}`
  const secrets = [{ digest: sha256Digest(secret), createdAt }]
  const scopes = ['addresses', 'employments'] as const
  await addClient({ id, organisationId, mode, scopes, secrets, createdAt, generation: 1 })
  return (await issueAccessToken({ clientId: id, secret }, Date.now()))!.accessToken
}

/** The engine, the token of a client, and every contestant bundled. A short form has no peers. */
export const openArena = async (): Promise<Arena> => {
  await using cleanup = new AsyncDisposableStack()
  const surroundings = cleanup.use(await openSurroundings('api/addresses'))
  const { folder, functions, unchanged } = surroundings
  const token = await signInTo({ organisationId: 1, mode: 'test' })
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
    start: ({ name, bundleOf }) => {
      const containers = new Map<string, Container>()
      const unique = `${name} ${++started}`
      let lastId = 0
      const containerOf = (bundle: MeasuredFunction): Container => {
        const known = containers.get(bundle.file)
        const container = known ?? startContainer(name, runtime, surroundings.environmentFor(bundle))
        containers.set(bundle.file, container)
        return container
      }
      return {
        run: async (kind, forMs = 0) => {
          const { entry, ...request } = requestOf(kind, unique, lastId)
          const bundle = bundleOf(entry)
          const { file, exported } = bundle
          const task = { kind: 'request', file, exported, token, forMs, ...request } as const
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
