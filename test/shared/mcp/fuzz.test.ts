import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildTools } from '../../../infra/docs/tools.ts'
import { serveAuthenticated } from '../../../shared/http/api.ts'
import { authenticate } from '../../../shared/http/authenticate.ts'
import { answerMessage, respondWithRpcError } from '../../../shared/mcp/answer.ts'
import { protocolVersion } from '../../../shared/mcp/message.ts'
import { mcpRoutes } from '../../../shared/mcp/routes.ts'
import { sectionsFile } from '../../../shared/mcp/tool.ts'
import { texts, wrongTypes } from '../../hostile/values.ts'
import { openWorld, request, send } from '../http/chain.ts'

/* Any JSON at the tools of coding agents is answered in the protocol's words. */

const section = { title: 'Limits', url: '/v1/docs/limits', text: 'A client may send so many requests.' }
const siteFiles = () => ({ tools: JSON.stringify(buildTools()), sections: JSON.stringify([section]) })

vi.mock('../../../shared/http/site.ts', () => ({
  readSiteFile: (name: string) => (name === sectionsFile ? siteFiles().sections : siteFiles().tools),
}))

const record = {
  id: 7,
  status: { status: 'IN_PROGRESS', subStatus: 'IN PROGRESS', state: 'IN_PROGRESS' },
  address: { requestedAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:00:00.000Z' },
}

beforeAll(() => {
  vi.stubEnv('API_URL', 'https://api.example.com')
  // Whatever is asked of the API can be asked.
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    new Request(url, init)
    return Response.json(record)
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

const methods = [
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'tasks/get',
  'tasks/cancel',
]
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
const metas = [
  '{}',
  `{"io.modelcontextprotocol/protocolVersion":"${protocolVersion}","io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}`,
]
const taskIds = quoted(['getAddress.7', 'getEmployment.7', 'getAddress.0', 'toString.7'])
const params = fc
  .tuple(nowAndThen(quoted(toolNames)), given, nowAndThen(fc.constantFrom(...metas)), nowAndThen(taskIds))
  .map(
    ([name, tool, meta, taskId]) => `{"name":${name},"arguments":${tool},"_meta":${meta},"taskId":${taskId}}`,
  )
const message = fc
  .tuple(nowAndThen(quoted(methods)), nowAndThen(params), nowAndThen(fc.constantFrom('1', '"one"')))
  .map(([method, inner, id]) => `{"jsonrpc":"2.0","id":${id},"method":${method},"params":${inner}}`)
const body = fc.oneof({ arbitrary: message, weight: 9 }, { arbitrary: anything, weight: 1 })

/** As a client of this version repeats in headers what the body says, and as an older one, which has none of them. */
const headersFor = (sent: string, isOlder: boolean): Record<string, string> => {
  if (isOlder) return {}
  const { method, params: inner } = (JSON.parse(sent) ?? {}) as { method?: unknown; params?: unknown }
  const { name, taskId } = (inner ?? {}) as { name?: unknown; taskId?: unknown }
  const repeated = method === 'tools/call' ? name : taskId
  return {
    'mcp-protocol-version': protocolVersion,
    ...(typeof method === 'string' && { 'mcp-method': method }),
    ...(typeof repeated === 'string' && { 'mcp-name': repeated }),
  }
}

it('twenty thousand bodies', async () => {
  const answers = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (sent, isOlder) => {
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
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${name},"arguments":${args}}}`
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`

it.each([
  [call('{"toString":1}', '{}'), '400 2.0 error -32602'],
  [call('"listAddresses"', '{"cursor":{"toString":1}}'), '400 2.0 error -32602'],
  [call('"listAddresses"', '{"cursor":["a"]}'), '400 2.0 error -32602'],
  [call('"listAddresses"', '{"limit":1}'), '200 2.0 result'],
])('%s is answered %s', async (sent, answer) => {
  expect(await answerTo(sent, {})).toBe(answer)
})

it.each([
  ['[', ']', 95, '200 2.0 result'],
  ['[', ']', 101, '400 2.0 error -32600'],
  ['[', ']', 60_000, '400 2.0 error -32600'],
  ['[', ']', 100_000, '400 2.0 error -32600'],
  ['{"a":', '}', 95, '200 2.0 result'],
  ['{"a":', '}', 40_000, '400 2.0 error -32600'],
])('what nests %s%s %i times is answered %s', async (open, close, depth, answer) => {
  expect(await answerTo(call('"createAddress"', `{"applicant":${nested(depth, open, close)}}`), {})).toBe(
    answer,
  )
})
