import type { Route } from '../http/contract/route.ts'
import { customerScopes } from '../portal/routes.ts'
import { McpRequest, McpResponse } from './contract.ts'

export const mcpRoutes = {
  /**
   * Gives coding agents tools by the Model Context Protocol: order, read and look up in test mode, explain an
   * error, search the guides.
   *
   * The protocol’s version 2026-07-28: one JSON-RPC message in each request, no session. `tools/list`
   * describes the tools and their arguments. A tool asks this API with the same token, so it may do what the
   * client may.
   * @costs Nothing: no tool orders or looks anybody up in live mode. A tool’s request to this API counts for
   * the limits as a request of its own.
   * @returns One JSON object for each message; 202 without a body for a notification. Errors are those of
   * JSON-RPC.
   * @events address.verification_started, address.verification_completed, employment.verification_started,
   * employment.verification_completed
   */
  callMcp: {
    method: 'POST',
    path: '/v1/mcp',
    tag: 'Service',
    summary: 'Tools for coding agents, by the Model Context Protocol',
    access: customerScopes,
    answerIsPrivate: true,
    isJsonRpc: true,
    body: McpRequest,
    answers: { 200: McpResponse, 202: null, 400: McpResponse, 404: McpResponse },
    problems: ['foreign_origin'],
  },
} as const satisfies Record<string, Route>
