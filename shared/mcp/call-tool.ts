import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { askApi, type CallRequest, testModeOnly, tooSlow } from './ask.ts'
import { ownTools } from './own-tools.ts'
import { codeOf, refuse, toProblemResult, toToolResult } from './result.ts'
import { type McpTool, readTools } from './tool.ts'

type ToolArguments = Readonly<Record<string, unknown>>

export interface CallOutcome {
  readonly result: CallToolResult
  /** One word for the log; a caller's own words never. */
  readonly word: string
}

/** A segment of a path: nothing that leads to another one. */
const isSegment = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && /^[\w-]{1,100}$/.test(`${value}`)

const refusal = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** @throws ProtocolError */
const queryOf = (given: readonly (readonly [string, unknown])[]): URLSearchParams => {
  const written = given.map(([name, value]) => {
    if (typeof value === 'object') throw refusal(`Expected a text, a number or a truth value in "${name}".`)
    return [name, `${value}`]
  })
  return new URLSearchParams(written)
}

const toApiRequest = (
  { method, path, pathArguments }: NonNullable<McpTool['route']>,
  given: ToolArguments,
) => {
  const others = Object.entries(given).filter(([name]) => !pathArguments.includes(name))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `${given[name]}`)
  if (method === 'POST') return { method, path: filled, body: Object.fromEntries(others) }
  const query = queryOf(others)
  return { method, path: others.length === 0 ? filled : `${filled}?${query}` }
}

const askRoute = async (
  { definition: { name }, route }: McpTool,
  given: ToolArguments,
  request: CallRequest,
): Promise<CallOutcome> => {
  if (route!.method !== 'GET' && request.caller.mode !== 'test')
    return { result: refuse(testModeOnly), word: `${name}:live` }
  const wrong = route!.pathArguments.find(each => !isSegment(given[each]))
  if (wrong !== undefined)
    return {
      result: refuse(`${wrong}: Expected letters, digits, "-" and "_" alone.`),
      word: `${name}:arguments`,
    }
  const answer = await askApi(request, toApiRequest(route!, given))
  if (!answer) return { result: refuse(tooSlow), word: `${name}:timeout` }
  if (answer.status >= 400) return { result: toProblemResult(answer), word: `${name}:${codeOf(answer)}` }
  return { result: toToolResult(answer.body as object), word: name }
}

/** @throws ProtocolError for an unknown tool, and for an argument that no query can hold */
export const callTool = async (
  name: string,
  given: ToolArguments,
  request: CallRequest,
): Promise<CallOutcome> => {
  const tool = readTools().get(name)
  if (!tool) throw refusal('Unknown tool: `tools/list` names those that there are.')
  if (tool.route) return askRoute(tool, given, request)
  return { result: ownTools[name]!(given, request), word: name }
}
