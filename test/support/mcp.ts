import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll } from 'vitest'
import type { ApiClient } from './api-client.ts'

export const protocolVersion = '2026-07-28'
const clientInfo = { name: 'journey', version: '1' }

const headersOf = ({ token }: Pick<ApiClient, 'token'>) => ({ authorization: `Bearer ${token}` })
const endpointOf = (url: string): URL => new URL('/v1/mcp', url)

/** The official client. @param mode `auto` asks the server what it knows */
export const connect = async (
  url: string,
  caller: Pick<ApiClient, 'token'>,
  mode: 'auto' | 'legacy' | { pin: string } = { pin: protocolVersion },
): Promise<Client> => {
  const client = new Client(clientInfo, { versionNegotiation: { mode } })
  const requestInit = { headers: headersOf(caller) }
  await client.connect(new StreamableHTTPClientTransport(endpointOf(url), { requestInit }))
  afterAll(() => client.close())
  return client
}

interface Sent {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly [other: string]: unknown
}

export interface RpcAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  readonly body: any
}

/** Any bytes, with the headers of a client of this version unless others are given; `undefined` leaves one out. */
export const send = async (
  url: string,
  caller: Pick<ApiClient, 'token'>,
  body: string | undefined,
  headers: Readonly<Record<string, string | undefined>> = {},
  method = 'POST',
): Promise<RpcAnswer> => {
  const all = {
    ...headersOf(caller),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': protocolVersion,
    ...headers,
  }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const answer = await fetch(endpointOf(url), { method, headers: given, ...(body !== undefined && { body }) })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text && JSON.parse(text) }
}

/** One message as a client of this version sends it. */
export const post = (
  url: string,
  caller: Pick<ApiClient, 'token'>,
  { method, params = {}, ...rest }: Sent,
  { headers, meta }: { headers?: object; meta?: object } = {},
): Promise<RpcAnswer> => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...params,
      _meta: meta ?? {
        'io.modelcontextprotocol/protocolVersion': protocolVersion,
        'io.modelcontextprotocol/clientInfo': clientInfo,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
    ...rest,
  }
  return send(url, caller, JSON.stringify(message), {
    'mcp-method': method,
    ...(params.name !== undefined && { 'mcp-name': `${params.name}` }),
    ...headers,
  })
}
