import { type ClientRequest, Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { parseRetryAfter } from '../../http/retry-after.ts'
import { type RequestAnswer, type SendResult, sendRequest } from '../../outbound/send-request.ts'
import { decodeAnswer } from './content-encoding.ts'
import { hostOf } from './destination.ts'
import {
  type Failure,
  isRedirect,
  maxInterimResponses,
  maxResponseBytes,
  safeText,
  toFailure,
  toUnansweredFailure,
} from './failure.ts'

interface PostInput {
  /** From `checkUrl`. */
  readonly url: URL
  /** From `resolveHost`; the connection goes to one of them and nowhere else. */
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
  readonly answer: string
  readonly retryAfterSeconds?: number
}

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
export const postTo = async (input: PostInput): Promise<PostResponse | { readonly failure: Failure }> => {
  const until = performance.now() + input.timeoutMs
  const result = await postToFirst(input, input.addresses.slice(0, maxAddresses), until)
  if (!result) return { failure: toFailure('connect') }
  return 'failure' in result ? { failure: toUnansweredFailure(result) } : toPostResponse(result, input.now)
}

/** Goes on to the next address only where no connection was made. */
const postToFirst = async (
  input: PostInput,
  [address, ...others]: readonly string[],
  until: number,
): Promise<SendResult | undefined> => {
  if (address === undefined) return undefined
  const result = await exchange(input, address, { until, mayTryNext: others.length > 0, age: 'kept' })
  const isOver = !('failure' in result) || result.phase !== 'connecting' || performance.now() >= until
  return isOver || others.length === 0 ? result : postToFirst(input, others, until)
}

const exchange = async (input: PostInput, address: string, limits: RequestLimits): Promise<SendResult> => {
  const first = await send(input, address, limits)
  // The receiver closed an idle connection while we wrote to it, or the function was frozen meanwhile.
  const wasStale = 'failure' in first && first.wasReused && toUnansweredFailure(first).kind === 'reset'
  return wasStale ? send(input, address, { ...limits, age: 'fresh' }) : first
}

const send = (input: PostInput, address: string, { until, mayTryNext, age }: RequestLimits) =>
  sendRequest(open(input, address, age), input.body, {
    timeoutMs: until - performance.now(),
    connectMs: mayTryNext ? connectMs : undefined,
    maxBytes: maxResponseBytes,
    maxInterimResponses,
  })

// Dialling the address itself leaves nothing to resolve; the name goes into SNI, the certificate check and
// Host. Node's own http: twice as fast as fetch; undici alone would bundle to 730 KB.
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

const toPostResponse = ({ response, chunks }: RequestAnswer, now: Date): PostResponse => {
  const { 'retry-after': retryAfter, 'content-encoding': encoding, location } = response.headers
  const status = response.statusCode ?? 0
  const retryAfterSeconds = parseRetryAfter(retryAfter, now)
  // It may hold what the body may, so it is stored as the body is. Node reads the bytes of headers as Latin-1.
  const where = isRedirect(status) && location ? [Buffer.from(`Location: ${location}\n\n`, 'latin1')] : []
  const answered = { status, answer: safeText([...where, ...decodeAnswer(chunks, encoding)]) }
  return retryAfterSeconds === undefined ? answered : { ...answered, retryAfterSeconds }
}

type SocketAge = 'kept' | 'fresh'

/** Open sockets, kept for the next request to the same host at the same address. */
export interface ConnectionPool {
  agentFor(protocol: string, age: SocketAge): HttpAgent
  close(): void
}

/** Plain agents of our own, never the global ones, so that no proxy setting of the environment applies. */
export const createConnectionPool = (): ConnectionPool => {
  const kept = { keepAlive: true, timeout: 10_000, maxFreeSockets: 32, scheduling: 'lifo' } as const
  const tls = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const
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
