import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildTools } from '../../../infra/docs/tools.ts'
import { serveAuthenticated } from '../../../shared/http/api.ts'
import { authenticate } from '../../../shared/http/authenticate.ts'
import { answerMessage, respondWithRpcError } from '../../../shared/mcp/answer.ts'
import { mcpRoutes } from '../../../shared/mcp/routes.ts'
import { searchFile } from '../../../shared/mcp/tool.ts'
import { texts, wrongTypes } from '../../hostile/values.ts'
import { openWorld, request, send } from '../http/chain.ts'

/* Any JSON at the tools of coding agents is answered in the protocol's words. */

const protocolVersion = '2026-07-28'
const section = ['Limits', 'Guide', '/v1/docs/limits', 'A client may send so many requests.']
const siteFiles = () => ({ tools: JSON.stringify(buildTools()), search: JSON.stringify([section]) })

vi.mock('../../../shared/http/site.ts', () => ({
  readSiteFile: (name: string) => (name === searchFile ? siteFiles().search : siteFiles().tools),
}))

beforeAll(() => {
  vi.stubEnv('API_URL', 'https://api.example.com')
  // Whatever is asked of the API can be asked.
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    new Request(url, init)
    return Response.json({ id: 7 })
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const world = openWorld()
const handler = serveAuthenticated(
  [authenticate(world.ports)],
  mcpRoutes,
  { callMcp: answerMessage },
  {},
  world.ports,
  respondWithRpcError,
)

/** The status, and in what words the body answers. */
const answerTo = async (body: string, headers: Record<string, string>) => {
  const answer = await send(handler, request({ body, headers, params: {} }))
  if (answer.body === '') return `${answer.statusCode} without a body`
  const { jsonrpc, result, error } = JSON.parse(answer.body!)
  const word = result === undefined ? `error ${error?.code}` : 'result'
  return `${answer.statusCode} ${jsonrpc} ${word}`
}

const bodies = 20_000
const inProtocolWords =
  /^(202 without a body|200 2\.0 (result|error -32\d{3})|(400|404) 2\.0 error -32\d{3})$/

const methods = ['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call', 'subscriptions/listen']
const toolNames = buildTools().map(({ definition }) => definition.name)
const words = [
  'cursor',
  'limit',
  'id',
  'status',
  'query',
  'code',
  'idNumber',
  'customerReference',
  'applicant',
  '__proto__',
  'toString',
]

/** An object whose method every conversion calls, and what cannot be converted. */
const unconvertible = ['{"toString":1}', '{"toString":1,"valueOf":1}', '{"toJSON":1}', '[{"toString":1}]']
const hostile = fc.constantFrom(
  ...wrongTypes,
  ...texts,
  ...unconvertible,
  '"7"',
  '7',
  '"limits"',
  '"internal"',
)
const anything = fc.oneof(
  { arbitrary: hostile, weight: 4 },
  { arbitrary: fc.json({ maxDepth: 4 }), weight: 2 },
)
const fields = (names: fc.Arbitrary<string>, values: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(names, values), { maxLength: 4 })
    .map(pairs => `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`)
const nowAndThen = (usual: fc.Arbitrary<string>) =>
  fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: anything, weight: 1 })
const quoted = (list: readonly string[]) => fc.constantFrom(...list.map(each => JSON.stringify(each)))

const given = nowAndThen(fields(fc.oneof(fc.constantFrom(...words), fc.string()), anything))
const envelope = `{"io.modelcontextprotocol/protocolVersion":"${protocolVersion}","io.modelcontextprotocol/clientCapabilities":{}}`
const params = fc
  .tuple(nowAndThen(quoted(toolNames)), given, nowAndThen(fc.constant(envelope)))
  .map(([name, tool, meta]) => `{"name":${name},"arguments":${tool},"_meta":${meta}}`)
const message = fc
  .tuple(nowAndThen(quoted(methods)), nowAndThen(params), nowAndThen(fc.constantFrom('1', '"one"')))
  .map(([method, inner, id]) => `{"jsonrpc":"2.0","id":${id},"method":${method},"params":${inner}}`)
const body = fc.oneof({ arbitrary: message, weight: 9 }, { arbitrary: anything, weight: 1 })

/** As a client repeats in headers what the body says, and as one of an older version, which has none of them. */
const headersFor = (sent: string, isOlder: boolean): Record<string, string> => {
  if (isOlder) return {}
  const { method, params: inner } = (JSON.parse(sent) ?? {}) as { method?: unknown; params?: unknown }
  const { name } = (inner ?? {}) as { name?: unknown }
  return {
    'mcp-protocol-version': protocolVersion,
    ...(typeof method === 'string' && { 'mcp-method': method }),
    ...(typeof name === 'string' && { 'mcp-name': name }),
  }
}

it('twenty thousand bodies', async () => {
  const answers = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(body, fc.integer({ max: 9, min: 0 }), async (sent, age) => {
      const isOlder = age === 9
      const answer = await answerTo(sent, headersFor(sent, isOlder))
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      expect(answer).toMatch(inProtocolWords)
    }),
    { numRuns: bodies },
  )
  // They come far enough to be worth something.
  expect(answers.get('200 2.0 result')).toBeGreaterThan(bodies / 20)
  expect(world.faults).toEqual([])
})

const call = (name: string, args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${name},"arguments":${args},"_meta":${envelope}}}`
const calling = { 'mcp-protocol-version': protocolVersion, 'mcp-method': 'tools/call' }
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`

it.each([
  ['{"toString":1}', '{}', '200 2.0 error -32602'],
  ['"listAddresses"', '{"cursor":{"toString":1}}', '200 2.0 error -32602'],
  ['"listAddresses"', '{"cursor":["a"]}', '200 2.0 error -32602'],
  ['"listAddresses"', '{"limit":1}', '200 2.0 result'],
])('a call of %s with %s is answered %s', async (name, args, answer) => {
  const sent = call(name, args)
  expect(await answerTo(sent, headersFor(sent, false))).toBe(answer)
})

it.each([
  ['[', ']', 95, '200 2.0 result'],
  ['[', ']', 101, '400 2.0 error -32600'],
  ['[', ']', 60_000, '400 2.0 error -32600'],
  ['[', ']', 100_000, '400 2.0 error -32600'],
  ['{"a":', '}', 95, '200 2.0 result'],
  ['{"a":', '}', 40_000, '400 2.0 error -32600'],
])('what nests %s%s %i times is answered %s', async (open, close, depth, answer) => {
  const headers = { ...calling, 'mcp-name': 'createAddress' }
  const sent = call('"createAddress"', `{"applicant":${nested(depth, open, close)}}`)
  expect(await answerTo(sent, headers)).toBe(answer)
})
