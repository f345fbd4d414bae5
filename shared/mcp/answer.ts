import { createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ActionResponse } from '../http/action.ts'
import type { Problem } from '../http/contract/problem.ts'
import { commonHeaders, type ProblemResponder, toProblemResponse } from '../http/problem-response.ts'
import type { CallRequest } from './ask.ts'
import type { McpResponse } from './contract.ts'
import type { mcpRoutes } from './routes.ts'
import { type CallNotes, createServer } from './server.ts'

type CallResponse = ActionResponse<typeof mcpRoutes.callMcp>

/** What the protocol repeats of a message for whoever routes by it. */
const repeated = ['mcp-protocol-version', 'mcp-method', 'mcp-name']

/** Any other character travels in Base64; here it would be refused with an exception. */
const isHeaderText = (value: string): boolean => /^[\t -~\x80-\xff]*$/.test(value)

/** The body is parsed already, and where it was sent to is nothing to the protocol. */
const toWebRequest = ({ header }: CallRequest): Request => {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of repeated) {
    const value = header(name)
    if (value !== undefined && isHeaderText(value)) headers.set(name, value)
  }
  return new Request('http://localhost', { method: 'POST', headers })
}

/**
 * The official server, made for this one message: it keeps no session, and opens no stream, which a function could not
 * hold. @throws what is neither the protocol's nor the API's to say
 */
export const answerMessage = async (request: CallRequest): Promise<CallResponse> => {
  const notes: CallNotes = { word: request.body.method }
  const { fetch } = createMcpHandler(() => createServer(request, notes), {
    legacy: 'reject',
    maxSubscriptions: 0,
    // Told of every refusal, too.
    onerror: error => {
      notes.error = error
    },
  })
  const answer = await fetch(toWebRequest(request), { parsedBody: request.body })
  if (notes.fault !== undefined || answer.status >= 500) throw notes.fault ?? notes.error
  const status = answer.status as CallResponse['status']
  if (status === 202) return { status, result: 'notification' }
  const body = (await answer.json()) as McpResponse & { readonly error?: { readonly code: number } }
  return { status, body, result: body.error ? `error:${body.error.code}` : notes.word }
}

const isMalformed = ({ errors }: Problem): boolean => errors.some(({ code }) => code === 'invalid_json')

/** A body that is no message is answered in JSON-RPC's words; whatever else the chain refuses, as on every path. */
export const respondWithRpcError: ProblemResponder = (problem, requestId) => {
  if (problem.code !== 'invalid_request') return toProblemResponse(problem, requestId)
  const code = isMalformed(problem) ? ProtocolErrorCode.ParseError : ProtocolErrorCode.InvalidRequest
  const body = { jsonrpc: '2.0', id: null, error: { code, message: problem.message } }
  return { statusCode: 400, headers: commonHeaders(requestId), body: JSON.stringify(body) }
}
