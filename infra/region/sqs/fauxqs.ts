/**
 * Runs fauxqs (SQS and S3) inside this process and without a port of its own: its public `startFauxqs` listens on
 * every network interface, and its stores, which alone can keep data without it, are not in its export map. Two
 * things of SQS it lacks: standard queues that are fair to message groups, and a move to the dead-letter queue that
 * a kill cannot interrupt. Everything of it that is not public is used in this file, and nowhere else.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from 'fauxqs'
import type { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js'
import type { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js'
import type { SqsQueue, SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js'
import type { ReceivedMessage } from '../../../node_modules/fauxqs/dist/sqs/sqsTypes.js'
import type { Answer, GatewayRequest } from '../service-call.ts'
import { fairOrder } from './fair-order.ts'
import { carryGroup, groupAttribute } from './message-group.ts'

const knownVersion = '2.4.1'

export interface Fauxqs {
  readonly buckets: Pick<S3Store, 'hasBucket' | 'createBucket'>
  /** Creates the queue, or brings the one in the data directory up to date with the attributes. */
  openQueue(name: string, url: string, arn: string, attributes: Record<string, string>): FauxqsQueue
  handle(request: GatewayRequest): Promise<Answer>
  stop(): Promise<void>
}

export interface FauxqsQueue {
  /** Takes up to ten messages; those of the groups to avoid stay where they are. */
  receive(maximum: number, groupsToAvoid?: Set<string>): QueueMessage[]
  /** Resolves when a message may be there, or after the given seconds. */
  arrival(seconds: number): Promise<void>
  /** Wakes every `arrival` that waits. */
  wake(): void
  delete(receiptHandle: string): void
  send(body: string): void
}

export interface QueueMessage extends ReceivedMessage {
  readonly group: string | undefined
  /** The system attributes that an event-source mapping passes on. */
  readonly system: Record<string, string>
}

/** Opens the stores; with a folder, what they hold survives the process being killed. */
export const startFauxqs = async (folder: string | undefined): Promise<Fauxqs> => {
  const modules = await loadModules()
  const { SqsStore, SnsStore, S3Store } = modules
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() }
  const persistence = folder === undefined ? undefined : openPersistence(folder, modules)
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
    buckets: stores.s3Store,
    openQueue: (...given) => {
      const queue = createQueue(stores.sqsStore, ...given)
      keepGroups(queue, modules.md5OfMessageAttributes)
      dequeueFairly(queue, persistence)
      return operate(queue, stores.sqsStore, SqsStore.createMessage)
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

/** Loaded after the version is known: another one may not have these files. */
const loadModules = async () => {
  const manifest = join(import.meta.dirname, '../../../node_modules/fauxqs/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  if (version !== knownVersion)
    throw new Error(
      `infra/region/sqs/fauxqs.ts uses internals of fauxqs ${knownVersion}, but ${version} is installed. Check them against the new version and change knownVersion there.`,
    )
  return {
    ...(await import('../../../node_modules/fauxqs/dist/persistence.js')),
    ...(await import('../../../node_modules/fauxqs/dist/s3/s3Store.js')),
    ...(await import('../../../node_modules/fauxqs/dist/sns/snsStore.js')),
    ...(await import('../../../node_modules/fauxqs/dist/sqs/sqsStore.js')),
    ...(await import('../../../node_modules/fauxqs/dist/common/md5.js')),
  }
}

type Modules = Awaited<ReturnType<typeof loadModules>>

// Whoever held a message died with the last process. SQS could not know; here nobody need wait for the timeout.
const returnHeldMessages = 'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL'

const openPersistence = (folder: string, modules: Modules): PersistenceManager => {
  mkdirSync(folder, { recursive: true })
  const persistence = new modules.PersistenceManager(folder)
  // Enough against a killed process; only a power cut could take the last writes.
  // biome-ignore lint/complexity/useLiteralKeys: the brackets are how TypeScript lets a private member be read
  persistence['db'].exec(`PRAGMA synchronous = NORMAL; ${returnHeldMessages}`)
  return persistence
}

const createQueue = (
  store: SqsStore,
  name: string,
  url: string,
  arn: string,
  attributes: Record<string, string>,
): SqsQueue => {
  const existing = store.getQueueByName(name)
  if (existing === undefined) return store.createQueue(name, url, arn, attributes)
  existing.setAttributes(attributes)
  // Its port is another one after a restart.
  return Object.assign(existing, { url })
}

const keepGroups = (queue: SqsQueue, md5: Modules['md5OfMessageAttributes']): void => {
  const enqueue = queue.enqueue.bind(queue)
  queue.enqueue = message => {
    const { [groupAttribute]: group, ...others } = message.messageAttributes
    if (group?.StringValue !== undefined) {
      message.messageGroupId = group.StringValue
      message.messageAttributes = others
      message.md5OfMessageAttributes = md5(others)
    }
    enqueue(message)
  }
}

/** In fair order, and as one SQLite transaction: a kill in the middle leaves all of it or nothing. */
const dequeueFairly = (queue: SqsQueue, persistence: PersistenceManager | undefined): void => {
  const dequeue = queue.dequeue.bind(queue)
  queue.dequeue = (...given) => {
    let received: ReceivedMessage[] = []
    const work = () => {
      queue.processTimers()
      const inFlight = [...queue.inflightMessages.values()].map(({ message }) => message)
      queue.messages = fairOrder(queue.messages, inFlight)
      received = dequeue(...given)
    }
    // biome-ignore lint/complexity/useLiteralKeys: as above
    if (persistence !== undefined) persistence['transaction'](work)
    else work()
    return received
  }
}

const operate = (
  queue: SqsQueue,
  store: SqsStore,
  createMessage: Modules['SqsStore']['createMessage'],
): FauxqsQueue => ({
  receive: (maximum, avoid = new Set()) => {
    const isAvoided = ({ messageGroupId }: { messageGroupId?: string }) => avoid.has(messageGroupId ?? '')
    queue.processTimers()
    const held = queue.messages.filter(isAvoided)
    if (held.length > 0) queue.messages = queue.messages.filter(message => !isAvoided(message))
    const received = queue.dequeue(maximum, undefined, arn => store.getQueueByArn(arn))
    queue.messages.push(...held)
    return received.map(message => withSystemAttributes(queue, message))
  },
  arrival: seconds => queue.waitForMessages(seconds),
  wake: () => queue.cancelWaiters(),
  delete: receiptHandle => void queue.deleteMessage(receiptHandle),
  send: body => queue.enqueue(createMessage(body)),
})

const withSystemAttributes = (queue: SqsQueue, received: ReceivedMessage): QueueMessage => {
  const message = queue.inflightMessages.get(received.ReceiptHandle)?.message
  const group = message?.messageGroupId
  const system = {
    ApproximateReceiveCount: String(message?.approximateReceiveCount ?? 1),
    SentTimestamp: String(message?.sentTimestamp ?? Date.now()),
    SenderId: 'AIDALOCALSENDER',
    ApproximateFirstReceiveTimestamp: String(message?.approximateFirstReceiveTimestamp ?? Date.now()),
    ...(group !== undefined && { MessageGroupId: group }),
  }
  return { ...received, group, system }
}

const readHeaders = (headers: NodeJS.Dict<string | string[] | number>): Record<string, string | string[]> => {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  )
}
