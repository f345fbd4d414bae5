/*
 * A contestant's process: a Lambda container around one handler, told by messages what to do. `arena.ts` bundles this
 * file, so that a fresh process spends nothing on TypeScript.
 */
import { createRequire } from 'node:module'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { writeJsonLogs } from '../../../infra/region/lambda/container-console.ts'
import { createEvent, readEvent } from './event.ts'

/** `file` is loaded with the first request that needs it. */
export interface Task {
  readonly kind: 'first' | 'create' | 'read'
  readonly file: string
  readonly token: string
  /** The start of every street, so that nobody's orders repeat another's. */
  readonly name: string
  readonly forMs: number
}

export interface Outcome {
  readonly requests: number
  readonly wallMs: number
  /** Of which the handler's import, if this was the first request. */
  readonly importMs: number
  /** Of this process, all threads. */
  readonly cpuMs: number
  readonly bodies: readonly string[]
}

/** What went wrong, in place of an outcome. */
export interface Failure {
  readonly failure: string
}

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>

const context = {
  callbackWaitsForEmptyEventLoop: true,
  awsRequestId: 'bench',
  getRemainingTimeInMillis: () => 25_000,
} as Context

const load = createRequire(__filename) as (file: string) => { handler: Handler }
const statusOf = { first: 201, create: 201, read: 200 } as const
// Lambda's own runtime has loaded it before any function's code, and 10 ms of what it exports with it:
// https://github.com/aws/aws-lambda-nodejs-runtime-interface-client (RAPIDClient). esbuild would drop a bare import.
load('node:http')
let count = 0
let lastId = 0

const request = async ({ kind, file, token, name }: Task): Promise<string> => {
  const { handler } = load(file)
  const event =
    kind === 'read'
      ? readEvent(token, lastId)
      : createEvent(token, `${name} Street ${process.pid} ${count++}`)
  const { statusCode, body = '' } = await handler(event, context)
  if (statusCode !== statusOf[kind]) throw new Error(`${name} answered ${statusCode}: ${body}`)
  if (kind !== 'read') lastId = JSON.parse(body).id
  return body
}

/** One request at a time, as in a container. */
const perform = async (task: Task): Promise<Outcome> => {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  load(task.file)
  const importMs = performance.now() - startedAt
  const bodies: string[] = []
  let requests = 0
  do {
    bodies[0] = await request(task)
    requests++
  } while (performance.now() - startedAt < task.forMs)
  const wallMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  return { requests, wallMs, importMs, cpuMs: (user + system) / 1000, bodies }
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
