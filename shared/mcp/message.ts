import type { McpRequest } from './contract.ts'

/* Model Context Protocol: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http */

export const protocolVersion = '2026-07-28'

/** Versions whose clients begin with `initialize`. What they need without a session is answered as well. */
const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26']

const reserved = 'io.modelcontextprotocol/'
export const tasksExtension = `${reserved}tasks`

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const

/** An answer in JSON-RPC's words. `status` is 400 where the message itself is wrong, whatever it asks. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly status: 200 | 400 | 404
  readonly data: object | undefined

  constructor(code: keyof typeof rpcCodes, message: string, status: 200 | 400 | 404, data?: object) {
    super(message)
    this.code = rpcCodes[code]
    this.status = status
    this.data = data
  }
}

type JsonFields = Readonly<Record<string, unknown>>

export interface McpMessage {
  /** Undefined: a notification, which gets no answer. */
  readonly id: string | number | undefined
  readonly method: string
  readonly params: JsonFields
  /** The client began with `initialize`: it knows neither `resultType` nor tasks. */
  readonly isHandshake: boolean
  readonly takesTasks: boolean
}

export type HeaderReader = (name: string) => string | undefined

const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws RpcError */
export const fieldsIn = (params: JsonFields, name: string): JsonFields => {
  const value = params[name] ?? {}
  if (!isFields(value)) throw new RpcError('invalidParams', `Expected an object in "${name}".`, 400)
  return value
}

/** The field that the header `Mcp-Name` repeats. */
const nameFields: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** A name that is no plain ASCII travels as `=?base64?…?=`. */
const decodeHeader = (value: string | undefined): string | undefined => {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? []
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}

const mismatch = (header: string) =>
  new RpcError('headerMismatch', `Header mismatch: ${header} is missing, or says other than the body.`, 400)

const assertVersion = (stated: unknown, header: string | undefined): void => {
  if (stated === undefined && (header === undefined || header === protocolVersion))
    throw new RpcError('invalidParams', `Expected "${reserved}protocolVersion" in "_meta".`, 400)
  if (stated !== undefined && stated !== header) throw mismatch('MCP-Protocol-Version')
  if (header !== protocolVersion)
    throw new RpcError('unsupportedVersion', 'Unsupported protocol version', 400, {
      supported: [protocolVersion],
      requested: header,
    })
}

/** What stands in headers, for whoever routes by them, must be what the body says. */
const assertHeaders = ({ method, params }: Pick<McpMessage, 'method' | 'params'>, header: HeaderReader) => {
  if (header('mcp-method') !== method) throw mismatch('Mcp-Method')
  const name = nameFields[method]
  if (name !== undefined && decodeHeader(header('mcp-name')) !== params[name]) throw mismatch('Mcp-Name')
}

const idIn = ({ id }: JsonFields): string | number | undefined => {
  if (id === undefined || typeof id === 'string' || Number.isSafeInteger(id)) return id as string | number
  throw new RpcError('invalidRequest', 'Expected a text or a whole number in "id".', 400)
}

/** @throws RpcError */
export const parseMessage = (body: McpRequest, header: HeaderReader): McpMessage => {
  const { method } = body
  const id = idIn(body)
  const params = fieldsIn(body, 'params')
  const meta = fieldsIn(params, '_meta')
  const stated = meta[`${reserved}protocolVersion`]
  const version = header('mcp-protocol-version')
  const isHandshake =
    stated === undefined &&
    (method === 'initialize' || version === undefined || handshakeVersions.includes(version))
  if (isHandshake) return { id, method, params, isHandshake, takesTasks: false }
  assertVersion(stated, version)
  const capabilities = meta[`${reserved}clientCapabilities`]
  if (!isFields(capabilities))
    throw new RpcError('invalidParams', `Expected "${reserved}clientCapabilities" in "_meta".`, 400)
  assertHeaders({ method, params }, header)
  const takesTasks = isFields(capabilities.extensions) && tasksExtension in capabilities.extensions
  return { id, method, params, isHandshake, takesTasks }
}

const serverInfo = { name: 'verification-service', title: 'Verification service', version: '1' }

/** What a client of an older version begins with; without a session there is nothing to keep of it. */
export const initializeResult = ({ params }: McpMessage, instructions: string): object => ({
  protocolVersion:
    handshakeVersions.find(version => version === params.protocolVersion) ?? handshakeVersions[0],
  capabilities: { tools: {} },
  serverInfo,
  instructions,
})

/** JsonFields that every result of the protocol has; clients of older versions know none of them. */
export const completeResult = (result: object): object => ({
  resultType: 'complete',
  ...result,
  _meta: { [`${reserved}serverInfo`]: serverInfo },
})
