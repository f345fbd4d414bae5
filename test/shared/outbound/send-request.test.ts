import { Agent, createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SendResult, sendRequest } from '../../../shared/outbound/send-request.ts'

/** Answers, but for `/reset`, where it ends the connection. */
const server = createServer((asked, response) => {
  if (asked.url === '/reset') asked.socket.resetAndDestroy()
  else response.end('well')
})
let port: number

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
})

/** Sends requests at once over one connection, so that all but the first wait for it. */
const sendOverOne = async (paths: readonly string[]) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<Socket>()
  const send = (path: string): Promise<SendResult> => {
    const opened = request({ host: '127.0.0.1', port, path, agent })
    opened.on('socket', socket => sockets.add(socket))
    return sendRequest(opened, undefined, { timeoutMs: 10_000 })
  }
  const results = await Promise.all(paths.map(send))
  const listeners = [...sockets].map(socket => socket.listenerCount('connect'))
  agent.destroy()
  return { results, listeners }
}

describe('requests that wait for a connection', () => {
  it('leave nothing on it', async () => {
    const { results, listeners } = await sendOverOne(Array.from({ length: 20 }, () => '/'))
    expect(results.map(result => 'response' in result && result.response.statusCode)).toEqual(
      Array.from({ length: 20 }, () => 200),
    )
    expect(listeners).toEqual([0])
  })

  it('are known to have been sent over one that was there, if it ends', async () => {
    const { results } = await sendOverOne(['/', '/reset'])
    expect(results[1]).toMatchObject({ failure: { code: 'ECONNRESET' }, phase: 'open', wasReused: true })
  })
})
