import * as z from 'zod/mini'
import type { ActionRequest, ActionResponse } from '../http/action.ts'
import { type Problem, type ProblemCode, problems } from '../http/contract/problem.ts'
import { problemGuides } from '../http/contract/problem-guide.ts'
import { fieldErrors } from '../http/parse-input.ts'
import {
  commonHeaders,
  problemGuidePath,
  type ProblemResponder,
  toProblemResponse,
} from '../http/problem-response.ts'
import { readSiteFile } from '../http/site.ts'
import { type ApiRequest, type ApiResponse, callApi } from './api.ts'
import { ExplainErrorArguments, SearchDocsArguments } from './contract.ts'
import {
  completeResult,
  fieldsIn,
  initializeResult,
  type McpMessage,
  parseMessage,
  protocolVersion,
  RpcError,
  rpcCodes,
  tasksExtension,
} from './message.ts'
import { refuse, type ToolResult, toProblemResult, toToolResult } from './result.ts'
import type { mcpRoutes } from './routes.ts'
import { type GuideSection, searchSections } from './search.ts'
import { noTask, parseTaskId, toCreatedTask, toTask } from './task.ts'
import { readTools, type McpTool } from './tool.ts'

type CallRequest = ActionRequest<typeof mcpRoutes.callMcp>
type CallResponse = ActionResponse<typeof mcpRoutes.callMcp>
type ToolArguments = Readonly<Record<string, unknown>>

const instructions =
  'Tools for building an integration of this service, in test mode. createAddress and createEmployment order a verification that a simulated agent visits within seconds or a minute; a client that takes tasks is answered with a task, any other reads the record again with getAddress or getEmployment. completeTestVerification ends one at once. No tool orders or looks anybody up in live mode. explainError says what to do about a problem’s code, searchDocs finds guides.'

/** The list is the same for every caller, and changes with a deploy alone. */
const caching = { ttlMs: 3_600_000, cacheScope: 'public' }

const testModeOnly =
  'This tool works in test mode alone, and this token is of a live client. Nothing was done. Use a token of a test client; live orders and look-ups are for your own program, by the API.'

const tooSlow =
  'The API did not answer within 20 seconds. What was asked may have been done: look with a tool that reads, then try again.'

const ask = ({ header, id }: CallRequest, request: ApiRequest): Promise<ApiResponse | undefined> =>
  callApi(request, { authorization: header('authorization')!, idempotencyKey: `mcp-${id}` })

/** A segment of a path: nothing that leads to another one. */
const isSegment = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && /^[\w-]{1,100}$/.test(`${value}`)

const toApiRequest = (
  { method, path, pathArguments }: NonNullable<McpTool['route']>,
  given: ToolArguments,
) => {
  const others = Object.entries(given).filter(([name]) => !pathArguments.includes(name))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `${given[name]}`)
  if (method === 'POST') return { method, path: filled, body: Object.fromEntries(others) }
  const query = new URLSearchParams(Object.fromEntries(others.map(([name, value]) => [name, `${value}`])))
  return { method, path: others.length === 0 ? filled : `${filled}?${query}` }
}

interface CallOutcome {
  readonly result: object
  /** One word for the log; a caller's own words never. */
  readonly word: string
}

const askRoute = async (
  tool: McpTool,
  given: ToolArguments,
  message: McpMessage,
  request: CallRequest,
): Promise<CallOutcome> => {
  const { definition, route, reader } = tool
  const { name } = definition
  if (route!.method !== 'GET' && request.caller.mode !== 'test')
    return { result: refuse(testModeOnly), word: `${name}:live` }
  const wrong = route!.pathArguments.find(each => !isSegment(given[each]))
  if (wrong !== undefined)
    return {
      result: refuse(`${wrong}: Expected letters, digits, "-" and "_" alone.`),
      word: `${name}:arguments`,
    }
  const answer = await ask(request, toApiRequest(route!, given))
  if (!answer) return { result: refuse(tooSlow), word: `${name}:timeout` }
  if (answer.status >= 400)
    return { result: toProblemResult(answer), word: `${name}:${(answer.body as { code: string }).code}` }
  const task = reader !== undefined && message.takesTasks ? toCreatedTask(reader, answer) : undefined
  return { result: task ?? toToolResult(answer.body as object), word: name }
}

const explainError = ({ code }: { readonly code: ProblemCode }, { origin }: CallRequest): ToolResult =>
  toToolResult({
    code,
    ...problems[code],
    ...problemGuides[code],
    guide: `${origin}${problemGuidePath(code)}`,
  })

/** What a model reads of one section. */
const shownCharacters = 3000

const searchDocs = ({ query }: { readonly query: string }, { origin }: CallRequest): ToolResult => {
  const sections = JSON.parse(
    readSiteFile('sections.json').replaceAll('{{origin}}', origin),
  ) as GuideSection[]
  const found = searchSections(sections, query, 5)
  return toToolResult({
    sections: found.map(({ text, ...rest }) => ({ ...rest, text: text.slice(0, shownCharacters) })),
  })
}

const parsed =
  <Schema extends z.ZodMiniType>(
    schema: Schema,
    run: (given: z.infer<Schema>, request: CallRequest) => ToolResult,
  ) =>
  (given: ToolArguments, request: CallRequest): ToolResult => {
    const { success, data, error } = z.safeParse(schema, given)
    if (success) return run(data, request)
    return refuse(
      fieldErrors(error.issues, given, '')
        .map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`)
        .join(' '),
    )
  }

/** Tools that ask no route. */
const ownTools: Readonly<Record<string, (given: ToolArguments, request: CallRequest) => ToolResult>> = {
  explainError: parsed(ExplainErrorArguments, explainError),
  searchDocs: parsed(SearchDocsArguments, searchDocs),
}

const callTool = async (message: McpMessage, request: CallRequest): Promise<CallOutcome> => {
  const { name } = message.params
  const tool = readTools().get(`${name}`)
  if (!tool)
    throw new RpcError('invalidParams', 'Unknown tool: `tools/list` names those that there are.', 200)
  const given = fieldsIn(message.params, 'arguments')
  if (tool.route) return askRoute(tool, given, message, request)
  return { result: ownTools[tool.definition.name]!(given, request), word: tool.definition.name }
}

const withTask = async (
  { method, params, takesTasks }: McpMessage,
  request: CallRequest,
  apiMethod: 'GET' | 'DELETE',
): Promise<{ readonly name: string; readonly answer: ApiResponse }> => {
  if (!takesTasks)
    throw new RpcError('missingCapability', 'Missing required client capability', 400, {
      requiredCapabilities: { extensions: { [tasksExtension]: {} } },
    })
  const { reader, id } = parseTaskId(params.taskId)
  if (apiMethod !== 'GET' && request.caller.mode !== 'test')
    throw new RpcError('invalidParams', testModeOnly, 200)
  const path = reader.route!.path.replace('{id}', id)
  const answer = await ask(request, { method: apiMethod, path })
  if (!answer) throw new RpcError('internal', tooSlow, 200)
  if (answer.status === 404) throw noTask
  // Who cancels says what they wish; that it is too late shows in the task.
  if (answer.status >= 400 && !(method === 'tasks/cancel' && answer.status === 409)) {
    const { structuredContent } = toProblemResult(answer)
    throw new RpcError('internal', (answer.body as { detail: string }).detail, 200, structuredContent)
  }
  return { name: reader.definition.name, answer }
}

const methods: Readonly<
  Record<string, (message: McpMessage, request: CallRequest) => Promise<CallOutcome> | CallOutcome>
> = {
  'server/discover': () => ({
    result: {
      supportedVersions: [protocolVersion],
      capabilities: { tools: {}, extensions: { [tasksExtension]: {} } },
      instructions,
      ...caching,
    },
    word: 'server/discover',
  }),
  'tools/list': () => ({
    result: { tools: [...readTools().values()].map(({ definition }) => definition), ...caching },
    word: 'tools/list',
  }),
  'tools/call': callTool,
  'tasks/get': async (message, request) => {
    const { name, answer } = await withTask(message, request, 'GET')
    return { result: toTask(name, answer.body as object), word: 'tasks/get' }
  },
  // No task of ours asks for anything: what is sent is not waited for.
  'tasks/update': async (message, request) => {
    await withTask(message, request, 'GET')
    return { result: {}, word: 'tasks/update' }
  },
  'tasks/cancel': async (message, request) => {
    await withTask(message, request, 'DELETE')
    return { result: {}, word: 'tasks/cancel' }
  },
}

/** Of clients that begin with `initialize`. */
const handshakeMethods: typeof methods = {
  initialize: message => ({ result: initializeResult(message, instructions), word: 'initialize' }),
  ping: () => ({ result: {}, word: 'ping' }),
  'tools/list': async (message, request) => {
    const { tools } = (await methods['tools/list']!(message, request)).result as { tools: object }
    return { result: { tools }, word: 'tools/list' }
  },
  'tools/call': callTool,
}

const rpcAnswer = (id: string | number | undefined, rest: object) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  ...rest,
})

const toErrorResponse = (id: string | number | undefined, error: unknown): CallResponse => {
  if (!(error instanceof RpcError)) throw error
  const { code, message, status, data } = error
  const body = rpcAnswer(id, { error: { code, message, ...(data && { data }) } })
  return { status, body, result: `error:${code}` }
}

const run = async (message: McpMessage, request: CallRequest): Promise<CallResponse> => {
  const { id, method, isHandshake } = message
  if (id === undefined) return { status: 202, result: 'notification' }
  const known = isHandshake ? handshakeMethods : methods
  // An older client takes an answer for its own only if the status is 200.
  if (!Object.hasOwn(known, method))
    throw new RpcError('methodNotFound', 'Method not found', isHandshake ? 200 : 404)
  const { result, word } = await known[method]!(message, request)
  return {
    status: 200,
    body: rpcAnswer(id, { result: isHandshake ? result : completeResult(result) }),
    result: word,
  }
}

/** @throws what is neither the protocol's nor the API's to say */
export const answerMessage = async (request: CallRequest): Promise<CallResponse> => {
  const { id } = request.body as { readonly id?: unknown }
  const given = typeof id === 'string' || typeof id === 'number' ? id : undefined
  try {
    return await run(parseMessage(request.body, request.header), request)
  } catch (error) {
    return toErrorResponse(given, error)
  }
}

const isMalformed = ({ errors }: Problem): boolean => errors.some(({ code }) => code === 'invalid_json')

/** A body that is no message is answered in JSON-RPC's words; whatever else the chain refuses, as on every path. */
export const respondWithRpcError: ProblemResponder = (problem, requestId) => {
  if (problem.code !== 'invalid_request') return toProblemResponse(problem, requestId)
  const code = isMalformed(problem) ? rpcCodes.parseError : rpcCodes.invalidRequest
  const body = rpcAnswer(undefined, { error: { code, message: problem.message } })
  return { statusCode: 400, headers: commonHeaders(requestId), body: JSON.stringify(body) }
}
