import { createServer, type ServerResponse } from 'node:http'
import type { DeliveryPorts } from '../../../../shared/webhook/delivery/ports.ts'
import { type CallRecord, callEndpoint } from '../../../../shared/webhook/transport/attempt.ts'
import { newSecret } from '../../../../shared/webhook/transport/signature.ts'
import { close, listen } from '../../../support/listen.ts'
import type { TurnedClock } from './clock.ts'

export const failures = ['500', 'hang', 'reset', '429', 'redirect', '410'] as const
export const successes = ['200', '204', 'slow', 'slow-body', 'endless-body'] as const
export type Behaviour = (typeof failures)[number] | (typeof successes)[number]

export const isSuccess = (behaviour: Behaviour): boolean =>
  (successes as readonly Behaviour[]).includes(behaviour)

/** What one request met: which receiver, when, with what, and how it was answered. */
export interface Receipt {
  readonly path: string
  readonly id: string
  readonly body: string
  readonly atMs: number
  readonly behaviour: Behaviour
}

export type Decide = (path: string, id: string) => Behaviour

export type Send = (
  input: Parameters<DeliveryPorts['attempt']>[0],
  behaviour: Behaviour,
) => Promise<{ made: Omit<CallRecord, 'at'>; seconds: number }>

const retryAfterSeconds = 7200
const status: Partial<Record<Behaviour, number>> = {
  '429': 429,
  '500': 500,
  '410': 410,
  '204': 204,
  redirect: 307,
}

/** How long a slow receiver takes over an event: 5 to 14 seconds. */
export const slowSeconds = (eventId: string): number => 5 + (Number(eventId.split('_')[1]) % 10)

const secondsOf = (behaviour: Behaviour, eventId: string): number => {
  if (behaviour === 'hang' || behaviour === 'slow-body') return 15
  return behaviour === 'slow' ? slowSeconds(eventId) : 0.04
}

const whatCame = (behaviour: Behaviour): Omit<CallRecord, 'at' | 'latencyMs'> => {
  if (behaviour === 'hang') return { failure: { kind: 'timeout', detail: 'hangs' } }
  if (behaviour === 'reset') return { failure: { kind: 'reset', detail: 'resets' } }
  const answered = { status: status[behaviour] ?? 200, answer: '' }
  if (isSuccess(behaviour)) return answered
  const failure = { kind: behaviour === 'redirect' ? 'redirect' : 'status', detail: behaviour } as const
  return { ...answered, failure, ...(behaviour === '429' && { retryAfterSeconds }) }
}

/** What a receiver's behaviour looks like to the dispatcher, without a network. */
const pretend: Send = async ({ id }, behaviour) => {
  const seconds = secondsOf(behaviour, id)
  return { made: { latencyMs: seconds * 1000, ...whatCame(behaviour) }, seconds }
}

const drip = (response: ServerResponse, chunk: Buffer, everyMs: number) => {
  const timer = setInterval(() => response.write(chunk), everyMs)
  response.on('close', () => clearInterval(timer))
}

const behave = (response: ServerResponse, behaviour: Behaviour) => {
  if (behaviour === 'hang') return
  if (behaviour === 'reset') return void response.destroy()
  response.writeHead(status[behaviour] ?? 200, {
    ...(behaviour === '429' && { 'retry-after': `${retryAfterSeconds}` }),
    ...(behaviour === 'redirect' && { location: 'http://localhost:1/elsewhere' }),
  })
  if (behaviour === 'slow') setTimeout(() => response.end(), 100)
  else if (behaviour === 'slow-body') drip(response, Buffer.from('.'), 20)
  else if (behaviour === 'endless-body') drip(response, Buffer.alloc(65_536, 46), 1)
  else response.end()
}

const secrets = [newSecret()]

/** The same behaviours as a web server on this machine shows them to the real request. */
export const openReceivers = async (): Promise<AsyncDisposable & { send: Send }> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => behave(response, request.url!.split('/').at(-1) as Behaviour))
  })
  const { port } = new URL(await listen(server))
  return {
    send: async (input, behaviour) => {
      const endpointUrl = `http://localhost:${port}/${behaviour}`
      const rules = { allowHttp: true, allowLoopback: true }
      const { id, body, now } = input
      const signed = { endpointUrl, id, body, now, secrets, rules, timeoutSeconds: 0.25 }
      const { at: _, ...made } = await callEndpoint(signed)
      return { made, seconds: made.latencyMs / 1000 }
    },
    [Symbol.asyncDispose]: () => close(server),
  }
}

/** The dispatcher's attempt against receivers that behave as decided; what each got is kept in `receipts`. */
export const attemptAt = (
  clock: TurnedClock,
  decide: Decide,
  receipts: Receipt[],
  send: Send = pretend,
): DeliveryPorts['attempt'] => {
  return async input => {
    const path = new URL(input.endpoint.url).pathname
    const behaviour = decide(path, input.id)
    receipts.push({ path, id: input.id, body: input.body, atMs: clock.now(), behaviour })
    const at = new Date(clock.now())
    const { made, seconds } = await send(input, behaviour)
    await clock.sleep(seconds)
    return { at, ...made }
  }
}
