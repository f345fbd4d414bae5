import { dispatcher, type Send, timeoutMs } from './dispatcher.ts'

export const send: Send = async ({ url, headers, body }) => {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { method: 'POST', redirect: 'manual', signal, headers, body })
  await response.text()
  return response.status
}

export const handler = dispatcher(send)
