import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createTaskSessionFromClient } from '@modelcontextprotocol/ext-tasks/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll } from 'vitest'
import type { ApiClient } from './api-client.ts'

export const protocolVersion = '2026-07-28'
const clientInfo = { name: 'journey', version: '1' }
const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

const headersOf = ({ token }: Pick<ApiClient, 'token'>) => ({ authorization: `Bearer ${token}` })
const endpointOf = (url: string): URL => new URL('/v1/mcp', url)

/** The official client of this version of the protocol. @param mode `auto` asks the server what it knows */
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

/** The official client of the version before, which most programs have. */
export const connectOlder = async (url: string, caller: Pick<ApiClient, 'token'>): Promise<OlderClient> => {
  const client = new OlderClient(clientInfo)
  const requestInit = { headers: headersOf(caller) }
  // Its types do not hold with exactOptionalPropertyTypes.
  const transport = new OlderTransport(endpointOf(url), { requestInit })
  await client.connect(transport as unknown as Parameters<OlderClient['connect']>[0])
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
  { headers, capabilities = {}, meta }: { headers?: object; capabilities?: object; meta?: object } = {},
): Promise<RpcAnswer> => {
  const name = params.taskId ?? params.name
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: {
      ...params,
      _meta: meta ?? {
        'io.modelcontextprotocol/protocolVersion': protocolVersion,
        'io.modelcontextprotocol/clientInfo': clientInfo,
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      },
    },
    ...rest,
  }
  return send(url, caller, JSON.stringify(message), {
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': `${name}` }),
    ...headers,
  })
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The official client of tasks, above the one of the protocol, which passes no task. */
export const openTaskSession = async (url: string, caller: Pick<ApiClient, 'token'>) => {
  const client = await connect(url, caller)
  const session = createTaskSessionFromClient(client, {
    endpointId: url,
    v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities: {} },
    rawDispatch: async (request, options) => {
      const headers = lowerCased(options?.context?.headers ?? {})
      const { body } = await post(url, caller, request as unknown as Sent, { headers, capabilities: tasks })
      return body.error ? { kind: 'error', error: body.error } : { kind: 'result', result: body.result }
    },
  })
  afterAll(() => session.close())
  return session
}

/** A request about a task, by a client that takes tasks. */
export const askTask = async (
  url: string,
  caller: Pick<ApiClient, 'token'>,
  method: `tasks/${string}`,
  taskId: string,
) => (await post(url, caller, { method, params: { taskId } }, { capabilities: tasks })).body
