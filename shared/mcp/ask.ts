import type { ActionRequest } from '../http/action.ts'
import { type ApiRequest, type ApiResponse, callApi } from './api.ts'
import type { mcpRoutes } from './routes.ts'

export type CallRequest = ActionRequest<typeof mcpRoutes.callMcp>

/** Said to a live client, of what orders, looks up, ends or cancels. */
export const testModeOnly =
  'This tool works in test mode alone, and this token is of a live client. Nothing was done. Use a token of a test client; live orders and look-ups are for your own program, by the API.'

export const tooSlow =
  'The API did not answer within 20 seconds. What was asked may have been done: look with a tool that reads, then try again.'

/** Asks the API as the caller. A repeat of this request, by its own Idempotency-Key, does nothing twice. @returns undefined if it is too slow */
export const askApi = ({ header, id }: CallRequest, request: ApiRequest): Promise<ApiResponse | undefined> =>
  callApi(request, { authorization: header('authorization')!, idempotencyKey: `mcp-${id}` })
