/*
 * A function's container as a process of its own, so that its CPU time is exactly its own, whatever else the machine
 * does: loads the bundle beside it, answers one event at a time, and says what each took. `metering.ts` puts it there.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { join } from 'node:path'
import { writeJsonLogs } from '../../../infra/emulator/lambda/container-console.ts'
import type { waitMs } from './assumptions.ts'

/** Whom a function called: AWS, or a receiver or registry. */
export type Called = keyof typeof waitMs | 'upstream'

export interface Call {
  readonly to: Called
  readonly startMs: number
  readonly endMs: number
  /** Of a call to S3, by its price. */
  readonly kind?: 'get' | 'put' | 'free'
}

/** What one event took. */
export interface Spent {
  /** Of this process, all threads. */
  readonly cpuMs: number
  readonly calls: readonly Call[]
  /** What loading the bundle took, if this was the first event. */
  readonly importCpuMs?: number
}

export interface Work {
  readonly event: unknown
  readonly context: { readonly awsRequestId: string }
}

export type Answered = { readonly spent: Spent } & (
  | { readonly answer: unknown }
  | { readonly error: { readonly name: string; readonly message: string } }
)

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const services: readonly (readonly [RegExp, Called])[] = [
  [/^DynamoDB_.*\.TransactWriteItems$/, 'transaction'],
  [/^DynamoDB_/, 'DynamoDB'],
  [/^AmazonSQS\./, 'SQS'],
  [/^AWSStepFunctions\./, 'Step Functions'],
  [/^secretsmanager\./, 'Secrets Manager'],
  [/^PinpointSMSVoiceV2\./, 'messages'],
]

const calledBy = (request: ClientRequest): Called => {
  const target = `${request.getHeader('x-amz-target') ?? ''}`
  const [, service] = services.find(([pattern]) => pattern.test(target)) ?? []
  const isSigned = /AWS4|X-Amz-Signature/.test(`${request.getHeader('authorization') ?? ''}${request.path}`)
  if (service) return service
  if (!isSigned) return 'upstream'
  return request.path.endsWith('/invocations') ? 'Lambda' : 'S3'
}

/** Deleting costs nothing, listing as much as writing. */
const kindOfS3 = ({ method, path }: ClientRequest): Call['kind'] => {
  if (method === 'DELETE') return 'free'
  return method === 'GET' && !path.includes('list-type') ? 'get' : 'put'
}

let calls: Call[] = []
const startedMs = new WeakMap<ClientRequest, number>()
subscribe('http.client.request.start', message => {
  startedMs.set((message as { request: ClientRequest }).request, performance.now())
})
subscribe('http.client.response.finish', message => {
  const { request } = message as { request: ClientRequest }
  const [to, startMs, endMs] = [calledBy(request), startedMs.get(request) ?? 0, performance.now()]
  calls.push({ to, startMs, endMs, ...(to === 'S3' && { kind: kindOfS3(request) }) })
})

let requestId: string | undefined
writeJsonLogs('INFO', () => requestId)

type Handler = (event: unknown, context: object) => unknown
let handler: Handler | undefined
const load = (): number => {
  const before = cpuMs()
  // Not known to esbuild, which bundles this file without it.
  const file = join(__dirname, 'function.cjs')
  handler = (require(file) as { handler: Handler }).handler
  return cpuMs() - before
}

const perform = async ({ event, context }: Work): Promise<Answered> => {
  requestId = context.awsRequestId
  const importCpuMs = handler ? undefined : load()
  const before = cpuMs()
  calls = []
  const spent = (): Spent => ({
    cpuMs: cpuMs() - before,
    calls,
    ...(importCpuMs !== undefined && { importCpuMs }),
  })
  try {
    const answer = await handler!(event, { ...context, getRemainingTimeInMillis: () => 25_000 })
    return { answer, spent: spent() }
  } catch (error) {
    const { name, message } = error as Error
    return { error: { name, message }, spent: spent() }
  }
}

process.on('message', (work: Work) => void perform(work).then(answered => process.send?.(answered)))
process.on('disconnect', () => process.exit())
