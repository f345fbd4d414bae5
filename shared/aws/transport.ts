import * as http from 'node:http'
import * as https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TimeoutOptions {
  readonly connectMs: number
  readonly answerMs: number
}
/** The SDK's own for connecting, and answers twice within the 25 s that a caller's function has. */
const usualLimits: TimeoutOptions = { connectMs: 3100, answerMs: 8000 }

export interface HttpRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number | string | undefined
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

export interface HttpResponse {
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

const limit = (request: http.ClientRequest, ms: number, what: string) => {
  const timer = setTimeout(() => request.destroy(timedOut(what)), ms)
  return () => clearTimeout(timer)
}

const limitTimes = (request: http.ClientRequest, { connectMs, answerMs }: TimeoutOptions): void => {
  request.once('close', limit(request, answerMs, 'The answer'))
  request.once('socket', socket => {
    if (!socket.connecting) return
    const done = limit(request, connectMs, 'The connection')
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

const answerOf = async (message: http.IncomingMessage): Promise<{ readonly response: HttpResponse }> => {
  const { statusCode = 0, headers } = message
  return { response: { statusCode, headers, body: await wholeOf(message) } }
}

/**
 * Whether a request may be sent twice, which everyone who calls states. Between two invocations Lambda freezes a container;
 * the far end closes what was kept meanwhile, and the next request on it is reset before a byte of its answer. Nobody can
 * tell that from an answer that got lost, so HTTP leaves it to who knows what the request does (RFC 9110, section 9.2.2;
 * RFC 9112, section 9.3.1). Chromium sends anything again, Go's and Node's clients no POST.
 */
export type RepeatSafety =
  /** Twice is as good as once: it is sent again at once, over a new connection. */
  | 'idempotent'
  /** The same, since the far end knows the second by a name, a token or a condition. */
  | 'token'
  /** Nobody would know the second, so no request goes over a connection that was kept: each is charged a handshake. */
  | 'unsafe'

export const isReset = ({ code }: NodeJS.ErrnoException): boolean => code === 'ECONNRESET' || code === 'EPIPE'

/** The request handler of all the SDK's clients, for bodies that fit into memory, which is all that is sent and answered here. */
export const createTransport = (repeat: RepeatSafety, limits: TimeoutOptions = usualLimits) => {
  const kept = { keepAlive: true, maxSockets: 50 }
  const agents = { plain: new http.Agent(kept), secure: new https.Agent(kept) }
  const open = (sent: HttpRequest, isKept: boolean, signal?: AbortSignal): http.ClientRequest => {
    const { protocol, hostname, port, method, path, headers } = sent
    const target = { method, hostname, port, path, headers, ...(signal && { signal }) }
    return protocol === 'http:'
      ? http.request({ ...target, agent: isKept && agents.plain })
      : https.request({ ...target, agent: isKept && agents.secure })
  }
  const attempt = (sent: HttpRequest, isKept: boolean, signal?: AbortSignal) =>
    new Promise<{ readonly response: HttpResponse }>((resolve, reject) => {
      const request = open(sent, isKept, signal)
      let isAnswered = false
      request.on('response', message => {
        isAnswered = true
        answerOf(message).then(resolve, reject)
      })
      request.on('error', error => {
        const wasStale = request.reusedSocket && !isAnswered && isReset(error)
        return wasStale ? resolve(attempt(sent, false, signal)) : reject(error)
      })
      limitTimes(request, limits)
      request.end(sent.body)
    })
  const handle = (sent: HttpRequest, { abortSignal }: SendOptions = {}) =>
    attempt(sent, repeat !== 'unsafe', abortSignal as AbortSignal | undefined)
  const destroy = () => {
    for (const agent of Object.values(agents)) agent.destroy()
  }
  return { handle, destroy, metadata: { handlerProtocol: 'http/1.1' } }
}

export type Transport = ReturnType<typeof createTransport>

interface Repeatable {
  readonly repeat: RepeatSafety
}

const known: Partial<Record<RepeatSafety, Transport>> = {}
/** The one that a container's clients of this kind share. */
export const transport = ({ repeat }: Repeatable): Transport => {
  known[repeat] ??= createTransport(repeat)
  return known[repeat]
}

/** The waits before an attempt is made again, in milliseconds, each spread by half. */
const waitsMs = [50, 200]

/** Undefined without an answer. */
export const sendOnce = (
  called: Repeatable,
  request: HttpRequest,
  options: SendOptions = {},
): Promise<HttpResponse | undefined> =>
  transport(called)
    .handle(request, options)
    .then(
      ({ response }) => response,
      () => undefined,
    )

/** Whether the same request can succeed a moment later: no answer, trouble at the other end, or too many calls. */
const isRetryable = (answer: HttpResponse | undefined): boolean => {
  if (!answer || answer.statusCode >= 500) return true
  return answer.statusCode >= 400 && /Throttling|TooManyRequests/.test(answer.body.toString())
}

/** Makes a request that bears being made again, up to three times. Undefined without an answer. */
export const sendWithRetry = async (
  called: Repeatable,
  signed: (nowMs: number) => HttpRequest,
): Promise<HttpResponse | undefined> => {
  for (const waitMs of waitsMs) {
    const answer = await sendOnce(called, signed(Date.now()))
    if (!isRetryable(answer)) return answer
    await sleep(waitMs * (0.5 + Math.random()))
  }
  return sendOnce(called, signed(Date.now()))
}
