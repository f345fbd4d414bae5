import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi } from '../../../shared/mcp/api.ts'

const seen: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers'] }[] =
  []
let respond: (response: ServerResponse, request: IncomingMessage) => void

const server = createServer((request, response) => {
  seen.push({ method: request.method, url: request.url, headers: request.headers })
  request.resume().on('end', () => respond(response, request))
})
const answer =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"id":7}')

const before = process.env.API_URL
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, resolve))
  process.env.API_URL = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  if (before === undefined) delete process.env.API_URL
  else process.env.API_URL = before
  server.closeAllConnections()
  server.close()
})
beforeEach(() => seen.splice(0))

const credentials = { authorization: 'Bearer token', idempotencyKey: 'mcp-1' }
const order = { method: 'POST', path: '/v1/addresses', body: { city: 'Ikeja' } } as const

it('asks with the caller’s token, and a POST with a key', async () => {
  respond = answer(429, { 'retry-after': '3' })
  expect(await callApi(order, credentials)).toEqual({ status: 429, retryAfter: '3', body: { id: 7 } })
  await callApi({ method: 'GET', path: '/v1/addresses/7' }, credentials)
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/v1/addresses',
      headers: {
        authorization: 'Bearer token',
        'idempotency-key': 'mcp-1',
        'content-type': 'application/json',
      },
    },
    { method: 'GET', url: '/v1/addresses/7', headers: { authorization: 'Bearer token' } },
  ])
  expect(seen[1]!.headers).not.toHaveProperty('idempotency-key')
})

it('says with what status a gateway refused in other words than JSON', async () => {
  respond = response => response.writeHead(431).end()
  const body = { message: 'The gateway answered 431.' }
  expect(await callApi(order, credentials)).toEqual({ status: 431, retryAfter: null, body })
})

it('asks once more, with the same key, where the connection was cut', async () => {
  respond = (response, request) => (seen.length === 1 ? request.socket.destroy() : answer(201)(response))
  expect((await callApi(order, credentials))!.status).toBe(201)
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mcp-1', 'mcp-1'])
})

it('throws where it is cut again', async () => {
  respond = (_, request) => request.socket.destroy()
  await expect(callApi(order, credentials)).rejects.toThrow(TypeError)
  expect(seen).toHaveLength(2)
})

it('follows no redirect with the token', async () => {
  respond = answer(302, { location: '/elsewhere' })
  await expect(callApi(order, credentials)).rejects.toThrow(TypeError)
  expect(seen.map(({ url }) => url)).toEqual(['/v1/addresses', '/v1/addresses'])
})

it('waits no longer than it may, and asks nothing more', async () => {
  respond = () => {}
  expect(await callApi(order, credentials, 1)).toBeUndefined()
  expect(seen.length).toBeLessThanOrEqual(1)
})
