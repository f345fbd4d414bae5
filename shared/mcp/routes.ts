import type { Route } from '../http/contract/route.ts'
import { customerScopes } from '../portal/routes.ts'
import { McpRequest, McpResponse } from './contract.ts'

export const mcpRoutes = {
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
