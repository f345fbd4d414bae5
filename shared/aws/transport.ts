import * as http from 'node:http'
import * as https from 'node:https'

/** How long one attempt may take. */
export interface Limits {
  readonly connectMs: number
  readonly answerMs: number
}
/** The SDK's own for connecting, and answers twice within the 25 s that a caller's function has. */
const usualLimits: Limits = { connectMs: 3100, answerMs: 8000 }

/** A request, of which all that is not the same every time. */
export interface Posted {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answer {
  readonly statusCode: number
  readonly headers: Readonly<http.IncomingHttpHeaders>
  readonly body: Buffer
}

export interface SendOptions {
  readonly abortSignal?: unknown
}

/** An error that the SDK's retries know by its name. */
const timedOut = (what: string): Error =>
  Object.assign(new Error(`${what} took too long`), { name: 'TimeoutError' })

const limit = (call: http.ClientRequest, ms: number, what: string) => {
  const timer = setTimeout(() => call.destroy(timedOut(what)), ms)
  return () => clearTimeout(timer)
}

const limitTimes = (call: http.ClientRequest, { connectMs, answerMs }: Limits): void => {
  call.once('close', limit(call, answerMs, 'The answer'))
  call.once('socket', socket => {
    if (!socket.connecting) return
    const done = limit(call, connectMs, 'The connection')
    socket.once('connect', done).once('close', done)
  })
}

const wholeOf = (message: http.IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    message.on('data', chunk => chunks.push(chunk))
    message.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    message.on('error', reject)
  })

const answerOf = async (message: http.IncomingMessage): Promise<{ readonly response: Answer }> => {
  const { statusCode = 0, headers } = message
  return { response: { statusCode, headers, body: await wholeOf(message) } }
}

/**
 * The SDK's request handler for one endpoint that is sent POSTs and answers what fits into memory. A kept connection
 * that was closed while the container slept fails like any other, and the SDK tries again.
 */
export const openTransport = (endpoint: URL, limits: Limits = usualLimits) => {
  const { Agent, request } = endpoint.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const target = { agent, method: 'POST', host: endpoint.hostname, port: endpoint.port, path: '/' }
  const handle = ({ headers, body }: Posted, { abortSignal }: SendOptions = {}) =>
    new Promise<{ readonly response: Answer }>((resolve, reject) => {
      const signal = abortSignal as AbortSignal | undefined
      const call = request({ ...target, headers, ...(signal && { signal }) })
      call.on('response', message => answerOf(message).then(resolve, reject))
      call.on('error', reject)
      limitTimes(call, limits)
      call.end(body)
    })
  return { handle, destroy: () => agent.destroy(), metadata: { handlerProtocol: 'http/1.1' } }
}

export type Transport = ReturnType<typeof openTransport>
