/**
 * Runs fauxqs (SQS and S3) inside this process without a port: its public `startFauxqs` listens on every
 * interface and cannot store data. Only this file and `fauxqs-queue.ts` use internals of fauxqs.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from 'fauxqs'
import type { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js'
import type { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js'
import type { HostedResource } from '../cloudformation/identity.ts'
import { isObject } from '../json.ts'
import type { Answer, GatewayRequest } from '../service-call.ts'
import { carryGroup, type FauxqsQueue, openQueue } from './fauxqs-queue.ts'

const knownVersion = '2.4.1'

export interface Fauxqs {
  readonly buckets: Pick<S3Store, 'hasBucket' | 'createBucket'>
  /** Creates the queue, or updates the attributes of an existing one. */
  openQueue(name: string, url: string, arn: string, attributes: Record<string, string>): FauxqsQueue
  handle(request: GatewayRequest): Promise<Answer>
  stop(): Promise<void>
}

export const startFauxqs = async (folder: string | undefined): Promise<Fauxqs> => {
  const modules = await loadModules()
  const { SqsStore, SnsStore, S3Store } = modules
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() }
  const persistence = folder === undefined ? undefined : openPersistence(folder, modules)
  if (persistence !== undefined) {
    // Load first: with persistence set, loading would write back every row.
    persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store)
    stores.sqsStore.persistence = persistence
    stores.s3Store.persistence = persistence
    for (const queue of stores.sqsStore.allQueues()) queue.persistence = persistence
  }
  const app = buildApp({ logger: false, stores })
  await app.ready()
  return {
    buckets: stores.s3Store,
    openQueue: (name, url, arn, attributes) => {
      const { sqsStore: store } = stores
      const existing = store.getQueueByName(name)
      existing?.setAttributes(attributes)
      // The port changes with each start.
      const queue = existing
        ? Object.assign(existing, { url })
        : store.createQueue(name, url, arn, attributes)
      const { createMessage } = SqsStore
      return openQueue(queue, { store, persistence, createMessage, md5: modules.md5OfMessageAttributes })
    },
    handle: async request => {
      const { method, url, headers, body: payload } = carryGroup(request)
      const answer = await app.inject({ method: method as 'GET', url, headers, payload })
      return { status: answer.statusCode, headers: readHeaders(answer.headers), body: answer.rawPayload }
    },
    stop: async () => {
      await app.close()
      persistence?.close()
    },
  }
}

/** Loaded after the version check: another version may not have these files. */
const loadModules = async () => {
  const manifest = join(import.meta.dirname, '../../../node_modules/fauxqs/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  if (version !== knownVersion)
    throw new Error(
      `infra/emulator/sqs/fauxqs.ts uses internals of fauxqs ${knownVersion}, but ${version} is installed. Check them against the new version and change knownVersion there.`,
    )
  return {
    ...(await import('../../../node_modules/fauxqs/dist/persistence.js')),
    ...(await import('../../../node_modules/fauxqs/dist/s3/s3Store.js')),
    ...(await import('../../../node_modules/fauxqs/dist/sns/snsStore.js')),
    ...(await import('../../../node_modules/fauxqs/dist/sqs/sqsStore.js')),
    ...(await import('../../../node_modules/fauxqs/dist/common/md5.js')),
  }
}

type FauxqsModules = Awaited<ReturnType<typeof loadModules>>

// The consumers of received messages died with the last process, so nobody needs to wait for the timeout.
const returnHeldMessages = 'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL'

const openPersistence = (folder: string, modules: FauxqsModules): PersistenceManager => {
  mkdirSync(folder, { recursive: true })
  const persistence = new modules.PersistenceManager(folder)
  // Survives a killed process; only a power cut could lose the last writes.
  // biome-ignore lint/complexity/useLiteralKeys: the brackets are how TypeScript lets a private member be read
  persistence['db'].exec(`PRAGMA synchronous = NORMAL; ${returnHeldMessages}`)
  return persistence
}

const readHeaders = (headers: NodeJS.Dict<string | string[] | number>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value : String(value)]],
    ),
  )

/** fauxqs implements these under the same names. */
const attributes = ['FifoQueue', 'RedrivePolicy', 'VisibilityTimeout']

export interface Queue extends FauxqsQueue {
  readonly name: string
  readonly arn: string
}

export const hostQueue = ({ ref: url, attribute, properties }: HostedResource, fauxqs: Fauxqs): Queue => {
  const [name, arn] = [attribute('QueueName'), attribute('Arn')]
  const given = attributes.flatMap(key => {
    const value = properties[key]
    return value === undefined ? [] : [[key, isObject(value) ? JSON.stringify(value) : String(value)]]
  })
  return { name, arn, ...fauxqs.openQueue(name, url, arn, Object.fromEntries(given)) }
}
