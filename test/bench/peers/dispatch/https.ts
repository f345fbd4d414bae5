import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { dispatcher, type Send, timeoutMs } from './dispatcher.ts'

const agent = new Agent({ keepAlive: true })

export const send: Send = async ({ url, headers, body }) => {
  const signal = AbortSignal.timeout(timeoutMs)
  const call = request(url, { method: 'POST', agent, signal, headers }).end(body)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  await response.toArray()
  return response.statusCode ?? 0
}

export const handler = dispatcher(send)
