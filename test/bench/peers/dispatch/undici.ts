import { request } from 'undici'
import { dispatcher, type Send, timeoutMs } from './dispatcher.ts'

export const send: Send = async ({ url, headers, body }) => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await request(url, { method: 'POST', signal, headers, body })
  await response.body.text()
  return response.statusCode
}

export const handler = dispatcher(send)
