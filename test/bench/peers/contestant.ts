/*
 * A contestant's process: a Lambda container around one handler, told by messages what to do. `arena.ts` bundles this
 * file, so that a fresh process spends nothing on TypeScript.
 */
import { createRequire } from 'node:module'
import type { Context } from 'aws-lambda'
import { writeJsonLogs } from '../../../infra/emulator/lambda/container-console.ts'
import { deliveryEvent, eventsOf, type RequestShape } from './event.ts'

/** `file` is loaded with the first request that needs it; it exports the handler under a name. */
interface HandlerTask {
  readonly file: string
  readonly exported: string
  readonly forMs: number
}

/** The same request, again and again. */
export interface RequestsTask extends HandlerTask {
  readonly kind: 'request'
  readonly token: string
  readonly shape: RequestShape
  /** Requests with the same are counted together, so that none repeats another. */
  readonly counter: string
  /** Sends what was sent last, once more. */
  readonly isRepeat: boolean
}

/** Batches of messages for one endpoint. */
interface DeliveriesTask extends HandlerTask {
  readonly kind: 'deliver'
  readonly endpointId: number
  readonly batchSize: number
}

export type Task = RequestsTask | DeliveriesTask

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

const load = createRequire(__filename) as (
  file: string,
) => Readonly<Record<string, (event: object, context: Context) => Promise<Answer>>>
// Lambda's own runtime has loaded it before any function's code, and 10 ms of what it exports with it:
// https://github.com/aws/aws-lambda-nodejs-runtime-interface-client (RAPIDClient). esbuild would drop a bare import.
load('node:http')
const counts = new Map<string, number>()

const countOf = (counter: string, isRepeat: boolean): number => {
  const count = (counts.get(counter) ?? 0) + (isRepeat ? 0 : 1)
  counts.set(counter, count)
  return count
}

const openEvents = (task: Task): (() => object) => {
  if (task.kind === 'deliver')
    return () => deliveryEvent(task.endpointId, countOf('deliver', false), task.batchSize)
  const eventOf = eventsOf(task.shape, task.token)
  return () => eventOf(`${countOf(task.counter, task.isRepeat)}`)
}

const isAnswered = (task: Task, { statusCode, batchItemFailures }: Answer): boolean =>
  task.kind === 'deliver' ? batchItemFailures?.length === 0 : statusCode === task.shape.status

/** One request at a time, as in a container. */
const perform = async (task: Task): Promise<Outcome> => {
  const nextEvent = openEvents(task)
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const handler = load(task.file)[task.exported]!
  const importMs = performance.now() - startedAt
  let body = ''
  let requests = 0
  do {
    const answer = await handler(nextEvent(), context)
    if (!isAnswered(task, answer)) throw new Error(`answered ${JSON.stringify(answer)}`)
    ;({ body = '' } = answer)
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
