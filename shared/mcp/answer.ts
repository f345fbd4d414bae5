import type { ActionResponse } from '../http/action.ts'
import type { Problem } from '../http/contract/problem.ts'
import { commonHeaders, type ProblemResponder, toProblemResponse } from '../http/problem-response.ts'
import type { CallRequest } from './ask.ts'
import { type CallOutcome, callTool } from './call-tool.ts'
import {
  completeResult,
  initializeResult,
  type McpMessage,
  parseMessage,
  protocolVersion,
  RpcError,
  rpcCodes,
  tasksExtension,
} from './message.ts'
import type { mcpRoutes } from './routes.ts'
import { cancelTask, readTask, updateTask } from './task.ts'
import { readTools } from './tool.ts'

type CallResponse = ActionResponse<typeof mcpRoutes.callMcp>
type MethodHandler = (message: McpMessage, request: CallRequest) => Promise<CallOutcome>

const instructions =
  'Tools for building an integration of this service, in test mode. createAddress and createEmployment order a verification that a simulated agent visits within seconds or a minute; a client that takes tasks is answered with a task, any other reads the record again with getAddress or getEmployment. completeTestVerification ends one at once. No tool orders or looks anybody up in live mode. explainError says what to do about a problem’s code, searchDocs finds guides.'

const listTools = () => ({ tools: [...readTools().values()].map(({ definition }) => definition) })

/** Both are the same for every caller, and change with a deploy alone. */
const caching = { ttlMs: 3_600_000, cacheScope: 'public' }

const discovered = {
  supportedVersions: [protocolVersion],
  capabilities: { tools: {}, extensions: { [tasksExtension]: {} } },
  instructions,
  ...caching,
}

const answering =
  (word: string, answer: (message: McpMessage, request: CallRequest) => object): MethodHandler =>
  async (message, request) => ({ result: await answer(message, request), word })

const methods: Readonly<Record<string, MethodHandler>> = {
  'server/discover': answering('server/discover', () => discovered),
  'tools/list': answering('tools/list', () => ({ ...listTools(), ...caching })),
  'tools/call': callTool,
  'tasks/get': answering('tasks/get', readTask),
  'tasks/update': answering('tasks/update', updateTask),
  'tasks/cancel': answering('tasks/cancel', cancelTask),
}

/** Of clients that begin with `initialize`. */
const handshakeMethods: typeof methods = {
  initialize: answering('initialize', message => initializeResult(message, instructions)),
  ping: answering('ping', () => ({})),
  'tools/list': answering('tools/list', listTools),
  'tools/call': callTool,
}

const rpcBody = (id: string | number | undefined, rest: object) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  ...rest,
})

const run = async (message: McpMessage, request: CallRequest): Promise<CallResponse> => {
  const { id, method, isHandshake } = message
  if (id === undefined) return { status: 202, result: 'notification' }
  const known = isHandshake ? handshakeMethods : methods
  // An older client takes an answer for its own only if the status is 200.
  if (!Object.hasOwn(known, method))
    throw new RpcError('methodNotFound', 'Method not found', isHandshake ? 200 : 404)
  const { result, word } = await known[method]!(message, request)
  const body = rpcBody(id, { result: isHandshake ? result : completeResult(result) })
  return { status: 200, body, result: word }
}

const readId = ({ body }: CallRequest): string | number | undefined => {
  const { id } = body as { readonly id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

/** @throws what is neither the protocol's nor the API's to say */
export const answerMessage = async (request: CallRequest): Promise<CallResponse> => {
  try {
    return await run(parseMessage(request.body, request.header), request)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const { code, message, status, data } = error
    const body = rpcBody(readId(request), { error: { code, message, ...(data && { data }) } })
    return { status, body, result: `error:${code}` }
  }
}

const isMalformed = ({ errors }: Problem): boolean => errors.some(({ code }) => code === 'invalid_json')

/** A body that is no message is answered in JSON-RPC's words; whatever else the chain refuses, as on every path. */
export const respondWithRpcError: ProblemResponder = (problem, requestId) => {
  if (problem.code !== 'invalid_request') return toProblemResponse(problem, requestId)
  const code = isMalformed(problem) ? rpcCodes.parseError : rpcCodes.invalidRequest
  const body = rpcBody(undefined, { error: { code, message: problem.message } })
  return { statusCode: 400, headers: commonHeaders(requestId), body: JSON.stringify(body) }
}
