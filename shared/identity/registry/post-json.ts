import { type ClientRequest, Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

/** A late response must fit into a DynamoDB item of 400 KB. */
const answerLimitBytes = 384 * 1024

export interface JsonExchange {
  readonly status: number
  readonly retryAfter?: string | undefined
  readonly text: string
}
/** `connection`: nothing of the request was processed. */
export type ExchangeFailure = 'connection' | 'reset' | 'timeout' | 'too-large'

const idleMs = 10_000
const kept = { keepAlive: true, timeout: idleMs, scheduling: 'lifo' } as const
const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent({ ...kept, minVersion: 'TLSv1.2' }) }

const open = (url: URL, headers: Record<string, string>): ClientRequest => {
  const options = { method: 'POST', headers }
  return url.protocol === 'https:'
    ? requestHttps(url, { ...options, agent: agents['https:'] })
    : requestHttp(url, { ...options, agent: agents['http:'] })
}

/**
 * Where a failed request stood. A kept connection that the other side closed while we slept (a frozen Lambda does)
 * resets before anything is worked on (https://nodejs.org/api/http.html#requestreusedsocket).
 */
const failureOf = (
  request: ClientRequest,
  wasConnected: boolean,
  code: string | undefined,
): ExchangeFailure =>
  !wasConnected || (request.reusedSocket && code === 'ECONNRESET') ? 'connection' : 'reset'

const isReady = (request: ClientRequest): (() => boolean) => {
  let wasConnected = false
  request.once('socket', socket => {
    const event = request.protocol === 'https:' ? 'secureConnect' : 'connect'
    if (request.reusedSocket) wasConnected = true
    else
      socket.once(event, () => {
        wasConnected = true
      })
  })
  return () => wasConnected
}

/** Does not follow redirects. Never rejects. */
export const postJson = (
  url: URL,
  { headers, body, timeoutMs }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<JsonExchange | ExchangeFailure> => {
  const { promise, resolve } = Promise.withResolvers<JsonExchange | ExchangeFailure>()
  const request = open(url, { ...headers, 'content-length': `${Buffer.byteLength(body)}` })
  const wasConnected = isReady(request)
  const stop = (failure: ExchangeFailure) => {
    resolve(failure)
    request.destroy()
  }
  const timer = setTimeout(() => stop('timeout'), Math.max(0, timeoutMs))
  request.on('error', (error: NodeJS.ErrnoException) => stop(failureOf(request, wasConnected(), error.code)))
  request.on('response', response => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > answerLimitBytes) stop('too-large')
    })
    response.on('error', () => stop('reset'))
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    )
  })
  request.end(body)
  return promise.finally(() => clearTimeout(timer))
}
