import { describeRoutes, describeSchema, type SchemaText } from '../http/describe.ts'
import { ExplainErrorArguments, McpRequest, McpResponse, SearchDocsArguments } from './contract.ts'
import { mcpRoutes } from './routes.ts'

const jsonrpc = ['The version of JSON-RPC. Always `2.0`.', '2.0'] as const

export const mcpSchemaTexts: readonly SchemaText[] = [
  describeSchema(McpRequest, 'A message of the Model Context Protocol.', {
    jsonrpc,
    method: [
      'A method of the protocol. Beside it stand `params`, and `id`, a text or a whole number, which a notification lacks.',
      'tools/list',
    ],
  }),
  describeSchema(
    McpResponse,
    'The response to a message. Beside `jsonrpc` stand the request’s `id` and either `result` or `error`.',
    { jsonrpc },
  ),
  describeSchema(ExplainErrorArguments, 'Which problem to explain.', {
    code: ['The `code` of a problem that the API answered.', 'request_in_flight'],
  }),
  describeSchema(SearchDocsArguments, 'What to look for in the guides and the reference.', {
    query: ['Words to look for.', 'verify signature'],
  }),
]

export const mcpOperationTexts = describeRoutes(mcpRoutes, {
  callMcp: {
    does: 'Gives coding agents tools by the Model Context Protocol: order, read and look up in test mode, explain an error, search the guides.',
    costs:
      'Nothing: no tool orders or looks anybody up in live mode. A tool’s request to this API counts for the limits as a request of its own.',
    returns:
      'One JSON object for each message; 202 without a body for a notification. Errors are those of JSON-RPC.',
    events: [
      'address.verification_started',
      'address.verification_completed',
      'employment.verification_started',
      'employment.verification_completed',
    ],
    details:
      'The protocol’s version 2026-07-28: one JSON-RPC message in each request, no session. `tools/list` describes the tools and their arguments. A tool asks this API with the same token, so it may do what the client may.',
  },
})
