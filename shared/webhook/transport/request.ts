import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, type RequestOptions, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { parseRetryAfter } from '../../http/retry-after.ts'
import { hostOf } from './destination.ts'
import {
  type Failure,
  maxInterimResponses,
  type Phase,
  toFailure,
  tooManyInterimFailure,
  toSocketFailure,
} from './failure.ts'
import { maxResponseBytes, safeText } from './response-text.ts'

export interface PostInput {
  /** A URL that `checkUrl` let through. */
  readonly url: URL
  /** The addresses that `resolve` let through; the connection goes to one of them and nowhere else. */
  readonly addresses: readonly string[]
  readonly headers: Record<string, string>
  readonly body: string
  /** For connecting, securing, sending and the whole answer together. */
  readonly timeoutMs: number
  readonly now: Date
  readonly connections?: ConnectionPool
}

export interface PostResponse {
  readonly status: number
  readonly latencyMs: number
  readonly answer: string
  readonly retryAfterSeconds?: number
}
export interface PostFailure {
  readonly failure: Failure
  readonly latencyMs: number
}

type RequestState = PostResponse | (PostFailure & { phase: Phase; wasReused: boolean })
interface RequestLimits {
  readonly until: number
  readonly mayTryNext: boolean
  readonly age: SocketAge
}

const maxAddresses = 4
const connectMs = 4000

let shared: ConnectionPool | undefined

/**
 * One POST to an address that was checked before: no redirect, no credentials, no proxy, no second look-up.
 * The status decides: a body that never ends is cut after 1 KB, one that only drips when the time is up.
 * It never rejects once the URL and headers are well-formed.
 */
export const postTo = async (input: PostInput): Promise<PostResponse | PostFailure> => {
  const startedAt = performance.now()
  const until = startedAt + input.timeoutMs
  const addresses = input.addresses.slice(0, maxAddresses)
  let result: PostResponse | PostFailure = { failure: toFailure('connect'), latencyMs: 0 }
  for (const [index, address] of addresses.entries()) {
    const mayTryNext = index < addresses.length - 1
    const last = await exchange(input, address, { until, mayTryNext, age: 'kept' })
    result = last
    if (!('failure' in last) || last.phase !== 'connecting' || performance.now() >= until) break
  }
  return { ...withoutPhase(result), latencyMs: Math.round(performance.now() - startedAt) }
}

const withoutPhase = (result: PostResponse | PostFailure): PostResponse | PostFailure =>
  'failure' in result ? { failure: result.failure, latencyMs: result.latencyMs } : result

const exchange = async (input: PostInput, address: string, limits: RequestLimits): Promise<RequestState> => {
  const first = await send(input, address, limits)
  // The receiver closed an idle connection while we wrote to it, or the function was frozen meanwhile.
  const wasStale = 'failure' in first && first.wasReused && first.failure.kind === 'reset'
  return wasStale ? send(input, address, { ...limits, age: 'fresh' }) : first
}

const send = (
  input: PostInput,
  address: string,
  { until, mayTryNext, age }: RequestLimits,
): Promise<RequestState> => {
  const { promise, resolve: done } = Promise.withResolvers<RequestState>()
  const request = open(input, address, age)
  const phaseOf = watch(request)
  let stop = (failure: Failure) => {
    done({ failure, latencyMs: 0, phase: phaseOf(), wasReused: request.reusedSocket })
    request.destroy()
  }
  const timers = [setTimeout(() => stop(toFailure('timeout')), Math.max(0, until - performance.now()))]
  const stopConnecting = () => phaseOf() === 'connecting' && stop(toFailure('connect'))
  if (mayTryNext) timers.push(setTimeout(stopConnecting, connectMs))
  request.on('error', (error: NodeJS.ErrnoException) => stop(toSocketFailure(error, phaseOf())))
  let interim = 0
  request.on('information', () => ++interim > maxInterimResponses && stop(tooManyInterimFailure))
  request.on('response', response => {
    stop = () => response.destroy()
    readHead(response, chunks => done(answerOf(response, chunks, input.now)))
  })
  request.end(input.body)
  return promise.finally(() => timers.forEach(clearTimeout))
}

const readHead = (response: IncomingMessage, done: (chunks: Buffer[]) => void): void => {
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > maxResponseBytes) response.destroy()
  })
  response.on('end', () => done(chunks))
  response.on('close', () => done(chunks))
}

// Dialling the address itself leaves nothing to resolve; the name goes into SNI, the certificate check and
// Host. Node's own http: twice as fast as fetch (test/bench/deliveries.ts); undici alone would bundle to 730 KB.
const open = (
  { url, headers, body, connections }: PostInput,
  address: string,
  age: SocketAge,
): ClientRequest => {
  const host = hostOf(url)
  const isSecure = url.protocol === 'https:'
  shared ??= createConnectionPool()
  const options: RequestOptions = {
    host: address,
    port: url.port || (isSecure ? 443 : 80),
    servername: isIP(host) ? '' : host,
    path: url.pathname + url.search,
    method: 'POST',
    headers: { host: url.host, ...headers, 'content-length': Buffer.byteLength(body) },
    agent: (connections ?? shared).agentFor(url.protocol, age),
    insecureHTTPParser: false,
  }
  return isSecure ? requestHttps(options) : requestHttp(options)
}

const watch = (request: ClientRequest): (() => Phase) => {
  const isSecure = request.protocol === 'https:'
  let phase: Phase = 'connecting'
  const reach = (next: Phase) => () => {
    phase = next
  }
  request.once('socket', socket => {
    if (request.reusedSocket) phase = 'open'
    else if (isSecure) socket.once('connect', reach('securing')).once('secureConnect', reach('open'))
    else socket.once('connect', reach('open'))
  })
  return () => phase
}

const answerOf = (response: IncomingMessage, chunks: readonly Buffer[], now: Date): PostResponse => {
  const retryAfterSeconds = parseRetryAfter(response.headers['retry-after'], now)
  const answered = { status: response.statusCode ?? 0, latencyMs: 0, answer: safeText(chunks) }
  return retryAfterSeconds === undefined ? answered : { ...answered, retryAfterSeconds }
}

export type SocketAge = 'kept' | 'fresh'

/** Open sockets, kept for the next request to the same host at the same address. */
export interface ConnectionPool {
  agentFor(protocol: string, age: SocketAge): HttpAgent
  close(): void
}

const idleMs = 10_000
const maxIdlePerDestination = 32

/**
 * Plain agents of our own, never the global ones, so that no proxy setting of the environment applies.
 * `authorities` (PEM) replaces the public certificate authorities; it is for tests.
 */
export const createConnectionPool = ({ authorities }: { authorities?: string } = {}): ConnectionPool => {
  const kept = {
    keepAlive: true,
    timeout: idleMs,
    maxFreeSockets: maxIdlePerDestination,
    scheduling: 'lifo',
  } as const
  const tls = {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(authorities && { ca: authorities }),
  } as const
  const agents = {
    'http:': { kept: new HttpAgent(kept), fresh: new HttpAgent() },
    'https:': { kept: new HttpsAgent({ ...kept, ...tls }), fresh: new HttpsAgent(tls) },
  }
  return {
    agentFor: (protocol, age) => agents[protocol === 'https:' ? 'https:' : 'http:'][age],
    close() {
      for (const pair of Object.values(agents)) for (const agent of Object.values(pair)) agent.destroy()
    },
  }
}
