import type { ClientRequest, IncomingMessage } from 'node:http'

/** How far a request had come when it failed. */
export type Phase = 'connecting' | 'securing' | 'open'

export interface SendLimits {
  /** For connecting, securing, sending and the whole answer together. */
  readonly timeoutMs: number
  readonly connectMs?: number | undefined
  /** What is read of an answer's body; it is cut behind the chunk that goes beyond. */
  readonly maxBytes?: number
  /** Interim answers (1xx) before the answer. */
  readonly maxInterimResponses?: number
}

type StopReason = 'timeout' | 'connect-timeout' | 'too-many-interim' | NodeJS.ErrnoException

export interface RequestAnswer {
  readonly response: IncomingMessage
  readonly chunks: readonly Buffer[]
  /** `undefined`: the body is whole. The status and the headers are there in any case. */
  readonly cut?: 'too-large' | StopReason
}

export interface RequestFailure {
  readonly failure: StopReason
  readonly phase: Phase
  readonly wasReused: boolean
}

export type SendResult = RequestAnswer | RequestFailure

export const isReset = ({ code }: NodeJS.ErrnoException): boolean => code === 'ECONNRESET' || code === 'EPIPE'

/**
 * The far end closed a kept connection while we wrote to it, or while a container was frozen: nothing was worked on
 * (https://nodejs.org/api/http.html#requestreusedsocket).
 */
export const isStale = ({ wasReused, failure }: RequestFailure): boolean =>
  wasReused && typeof failure === 'object' && isReset(failure)

interface ConnectionState {
  phase: Phase
  wasReused: boolean
}

/** Node names a connection as reused only to a request that did not wait for it, so that it is asked of the socket. */
const watchConnection = (request: ClientRequest, onConnecting: () => void): Readonly<ConnectionState> => {
  const isSecure = request.protocol === 'https:'
  const state: ConnectionState = { phase: 'connecting', wasReused: false }
  const reach = (next: Phase) => () => {
    state.phase = next
  }
  request.once('socket', socket => {
    if (!socket.connecting) {
      state.wasReused = true
      state.phase = 'open'
      return
    }
    if (isSecure) socket.once('connect', reach('securing')).once('secureConnect', reach('open'))
    else socket.once('connect', reach('open'))
    onConnecting()
  })
  return state
}

/**
 * Sends an opened request, whose agent, address and headers are the caller's, and reads the answer. It follows no
 * redirect, tries nothing twice and never rejects.
 */
export const sendRequest = (
  request: ClientRequest,
  body: string | Uint8Array | undefined,
  { timeoutMs, connectMs, maxBytes = Number.POSITIVE_INFINITY, maxInterimResponses }: SendLimits,
): Promise<SendResult> => {
  const { promise, resolve } = Promise.withResolvers<SendResult>()
  const timers: NodeJS.Timeout[] = []
  const connection = watchConnection(request, () => {
    if (connectMs === undefined) return
    timers.push(setTimeout(() => connection.phase === 'connecting' && stop('connect-timeout'), connectMs))
  })
  let stop = (failure: StopReason) => {
    resolve({ failure, phase: connection.phase, wasReused: connection.wasReused })
    request.destroy()
  }
  timers.push(setTimeout(() => stop('timeout'), Math.max(0, timeoutMs)))
  request.on('error', (error: NodeJS.ErrnoException) => stop(error))
  if (maxInterimResponses !== undefined) {
    let interim = 0
    request.on('information', () => ++interim > maxInterimResponses && stop('too-many-interim'))
  }
  request.on('response', response => {
    const chunks: Buffer[] = []
    let bytes = 0
    const cut = (reason: 'too-large' | StopReason) => {
      resolve({ response, chunks, cut: reason })
      response.destroy()
    }
    stop = cut
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > maxBytes) cut('too-large')
    })
    response.on('end', () => resolve({ response, chunks }))
    response.on('error', cut)
  })
  request.end(body)
  return promise.finally(() => timers.forEach(clearTimeout))
}
