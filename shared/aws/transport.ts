import * as http from 'node:http'
import * as https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { isStale, type RequestAnswer, type RequestFailure, sendRequest } from '../outbound/send-request.ts'

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

const errorOf = (failure: RequestFailure['failure'] | RequestAnswer['cut']): Error => {
  if (typeof failure === 'object') return failure
  return timedOut(failure === 'connect-timeout' ? 'The connection' : 'The answer')
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
  const limited = { connectMs: limits.connectMs, timeoutMs: limits.answerMs }
  const attempt = async (
    sent: HttpRequest,
    isKept: boolean,
    signal?: AbortSignal,
  ): Promise<{ readonly response: HttpResponse }> => {
    const result = await sendRequest(open(sent, isKept, signal), sent.body, limited)
    if ('failure' in result) {
      if (isStale(result)) return attempt(sent, false, signal)
      throw errorOf(result.failure)
    }
    const { response, chunks, cut } = result
    if (cut !== undefined) throw errorOf(cut)
    const { statusCode = 0, headers } = response
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    return { response: { statusCode, headers, body } }
  }
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
