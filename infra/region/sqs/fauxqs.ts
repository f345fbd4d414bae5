/**
 * Runs fauxqs (SQS and S3) inside this process and without a port of its own: its `startFauxqs` would
 * listen on every network interface. The stores it is built from are not part of its export map, so
 * they are imported by file; package.json pins the version exactly.
 */
import { mkdirSync } from 'node:fs'
import { buildApp } from 'fauxqs'
import { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js'
import { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js'
import { SnsStore } from '../../../node_modules/fauxqs/dist/sns/snsStore.js'
import { SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js'

export type FauxqsQueue = ReturnType<SqsStore['createQueue']>

export interface Fauxqs {
  readonly queues: SqsStore
  readonly buckets: S3Store
  /** Runs the work as one SQLite transaction, so that a kill in the middle leaves all of it or nothing. */
  atomically<T>(work: () => T): T
  handle(request: FauxqsRequest): Promise<FauxqsResponse>
  stop(): Promise<void>
}

export interface FauxqsRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

export interface FauxqsResponse {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: Buffer
}

/** Opens the stores; with a folder, what they hold survives the process being killed. */
export const startFauxqs = async (folder: string | undefined): Promise<Fauxqs> => {
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() }
  const persistence = folder === undefined ? undefined : openPersistence(folder)
  if (persistence !== undefined) {
    // Loading first: with persistence set, it would write back every row that it reads.
    persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store)
    stores.sqsStore.persistence = persistence
    stores.s3Store.persistence = persistence
    for (const queue of stores.sqsStore.allQueues()) queue.persistence = persistence
  }
  const app = buildApp({ logger: false, stores })
  await app.ready()
  return {
    queues: stores.sqsStore,
    buckets: stores.s3Store,
    atomically: work => (persistence === undefined ? work() : runAtomically(persistence, work)),
    handle: async ({ method, url, headers, body }) => {
      const answer = await app.inject({ method: method as 'GET', url, headers, payload: body })
      return { status: answer.statusCode, headers: readHeaders(answer.headers), body: answer.rawPayload }
    },
    stop: async () => {
      await app.close()
      persistence?.close()
    },
  }
}

// Whoever held a message died with the last process. SQS could not know; here nobody need wait for the timeout.
const returnHeldMessages = 'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL'

const openPersistence = (folder: string): PersistenceManager => {
  mkdirSync(folder, { recursive: true })
  const persistence = new PersistenceManager(folder)
  // Enough against a killed process; only a power cut could take the last writes.
  // biome-ignore lint/complexity/useLiteralKeys: the brackets are how TypeScript lets a private member be read
  persistence['db'].exec(`PRAGMA synchronous = NORMAL; ${returnHeldMessages}`)
  return persistence
}

const runAtomically = <T>(persistence: PersistenceManager, work: () => T): T => {
  let result: T | undefined
  // biome-ignore lint/complexity/useLiteralKeys: as above
  persistence['transaction'](() => {
    result = work()
  })
  return result as T
}

const readHeaders = (headers: NodeJS.Dict<string | string[] | number>): Record<string, string | string[]> => {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  )
}
