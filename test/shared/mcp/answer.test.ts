import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildTools } from '../../../infra/docs/tools.ts'
import { answerMessage } from '../../../shared/mcp/answer.ts'
import type { CallRequest } from '../../../shared/mcp/ask.ts'

vi.mock('../../../shared/http/site.ts', () => ({ readSiteFile: () => JSON.stringify(buildTools()) }))

beforeAll(() => vi.stubEnv('API_URL', 'https://api.example.com'))
afterEach(() => vi.unstubAllGlobals())

const version = '2026-07-28'
const envelope = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
}

const answerTo = (method: string, params: object = {}, headers: Readonly<Record<string, string>> = {}) => {
  const given: Readonly<Record<string, string>> = {
    authorization: 'Bearer token',
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...headers,
  }
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }
  const request = { body, id: 7, caller: { mode: 'test' }, header: (name: string) => given[name] }
  return answerMessage(request as unknown as CallRequest)
}

const read = { name: 'getAddress', arguments: { id: 1 } }

describe('a message of a coding agent', () => {
  it('has the answer of the API, and its tool’s name in the log', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ id: 1 }))
    const answer = await answerTo('tools/call', read, { 'mcp-name': 'getAddress' })
    expect([answer.status, answer.result]).toEqual([200, 'getAddress'])
    expect(answer.body).toMatchObject({ id: 1, result: { structuredContent: { id: 1 } } })
  })

  it('ends as a fault of ours where the API cannot be reached, and says nothing of it', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed')
    })
    await expect(answerTo('tools/call', read, { 'mcp-name': 'getAddress' })).rejects.toThrow(
      new TypeError('fetch failed'),
    )
  })

  it('is told in our words what an own tool lacks, whatever language the official server has chosen', async () => {
    const { body } = await answerTo('tools/call', { name: 'searchDocs' }, { 'mcp-name': 'searchDocs' })
    expect(body).toMatchObject({
      result: { isError: true, content: [{ text: 'query: This field is required.' }] },
    })
  })

  it('opens no stream', async () => {
    const answer = await answerTo('subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect(answer).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Subscription limit reached' } },
      result: 'error:-32603',
    })
  })

  it('is refused for a header that no protocol can carry', async () => {
    const answer = await answerTo('tools/call', read, { 'mcp-name': 'адрес' })
    expect([answer.status, answer.result]).toEqual([400, 'error:-32020'])
  })

  it('is told which version there is, if it begins with a handshake', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }
    const request = { body, header: () => undefined } as unknown as CallRequest
    const answer = await answerMessage(request)
    expect([answer.status, answer.result]).toEqual([400, 'error:-32022'])
    expect(answer.body).toMatchObject({
      error: { data: { supported: [version], requested: '2025-11-25' } },
    })
  })
})
