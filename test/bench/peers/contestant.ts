/*
 * A contestant's process: a Lambda container around one handler, told by messages what to do. `arena.ts` bundles this
 * file, so that a fresh process spends nothing on TypeScript.
 */
import { createRequire } from 'node:module'
import type { Context } from 'aws-lambda'
import { writeJsonLogs } from '../../../infra/emulator/lambda/container-console.ts'
import { createEvent, deliveryEvent, readEvent } from './event.ts'

/** `file` is loaded with the first request that needs it. */
export type Task = OrdersTask | DeliveriesTask

interface OrdersTask {
  readonly kind: 'first' | 'create' | 'read' | 'createWithKey' | 'repeat'
  readonly file: string
  readonly token: string
  /** The start of every street, so that nobody's orders repeat another's. */
  readonly name: string
  readonly forMs: number
}

/** Batches of ten messages for one endpoint. */
interface DeliveriesTask {
  readonly kind: 'deliver'
  readonly file: string
  readonly endpointId: number
  readonly forMs: number
}

export interface Outcome {
  readonly requests: number
  readonly wallMs: number
  /** Of which the handler's import, if this was the first request. */
  readonly importMs: number
  /** Of this process, all threads. */
  readonly cpuMs: number
  /** What the last request was answered. */
  readonly body: string
}

/** What went wrong, in place of an outcome. */
export interface Failure {
  readonly failure: string
}

interface Answer {
  readonly statusCode?: number
  readonly body?: string
  readonly batchItemFailures?: readonly object[]
}

const context = {
  callbackWaitsForEmptyEventLoop: true,
  awsRequestId: 'bench',
  getRemainingTimeInMillis: () => 25_000,
} as Context

const load = createRequire(__filename) as (file: string) => {
  handler: (event: object, context: Context) => Promise<Answer>
}
// Lambda's own runtime has loaded it before any function's code, and 10 ms of what it exports with it:
// https://github.com/aws/aws-lambda-nodejs-runtime-interface-client (RAPIDClient). esbuild would drop a bare import.
load('node:http')
let count = 0
let lastId = 0

const eventOf = (task: Task): object => {
  if (task.kind === 'deliver') return deliveryEvent(task.endpointId, ++count)
  if (task.kind === 'read') return readEvent(task.token, lastId)
  if (task.kind === 'createWithKey') count++
  // A repeat is the latest order with a key, once more.
  if (task.kind === 'createWithKey' || task.kind === 'repeat')
    return createEvent(
      task.token,
      `${task.name} Keyed ${process.pid} ${count}`,
      `key-${process.pid}-${count}`,
    )
  return createEvent(task.token, `${task.name} Street ${process.pid} ${count++}`)
}

const isAnswered = ({ kind }: Task, { statusCode, batchItemFailures }: Answer): boolean =>
  kind === 'deliver' ? batchItemFailures?.length === 0 : statusCode === (kind === 'read' ? 200 : 201)

const request = async (task: Task): Promise<string> => {
  const answer = await load(task.file).handler(eventOf(task), context)
  if (!isAnswered(task, answer)) throw new Error(`answered ${JSON.stringify(answer)}`)
  const { body = '' } = answer
  if (task.kind === 'first' || task.kind === 'create') lastId = JSON.parse(body).id
  return body
}

/** One request at a time, as in a container. */
const perform = async (task: Task): Promise<Outcome> => {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  load(task.file)
  const importMs = performance.now() - startedAt
  let body = ''
  let requests = 0
  do {
    body = await request(task)
    requests++
  } while (performance.now() - startedAt < task.forMs)
  const wallMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  return { requests, wallMs, importMs, cpuMs: (user + system) / 1000, body }
}

writeJsonLogs('INFO', () => 'bench')
const describe = (error: unknown): Failure => ({
  failure: error instanceof Error ? `${error.stack}` : `${error}`,
})

process.on('message', (task: Task) =>
  perform(task)
    .catch(describe)
    .then(outcome => process.send?.(outcome)),
)
