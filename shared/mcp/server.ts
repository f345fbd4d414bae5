import { ProtocolError, Server } from '@modelcontextprotocol/server'
import type { CallRequest } from './ask.ts'
import { callTool } from './call-tool.ts'
import { readTools } from './tool.ts'

const serverInfo = { name: 'verification-service', title: 'Verification service', version: '1' }

const instructions =
  'Tools for building an integration of this service, in test mode. createAddress and createEmployment order a verification that a simulated agent visits within seconds or a minute: read the record again with getAddress or getEmployment. completeTestVerification ends one at once. No tool orders or looks anybody up in live mode. explainError says what to do about a problem’s code, searchDocs finds guides and operations.'

/** Both are the same for every caller, and change with a deploy alone. */
const caching = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** What became of a call, besides its answer. */
export interface CallNotes {
  /** For the log; a caller's own words never. */
  word: string
  /** Ours, which the protocol would put into an answer. */
  fault?: unknown
  error?: Error
}

/** Of one request, which is all that it hears of. */
export const createServer = (request: CallRequest, notes: CallNotes): Server => {
  const server = new Server(serverInfo, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'server/discover': caching, 'tools/list': caching },
  })
  server.setRequestHandler('tools/list', () => ({
    tools: [...readTools().values()].map(({ definition }) => definition),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    try {
      const { result, word } = await callTool(params.name, params.arguments ?? {}, request)
      notes.word = word
      return result
    } catch (error) {
      if (!(error instanceof ProtocolError)) notes.fault = error
      throw error
    }
  })
  return server
}
