import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Caller } from '../../shared/account/caller.ts'
import type { ActionResponse, Middleware, MiddlewareRequest } from '../../shared/http/action.ts'
import { idempotency } from '../../shared/http/idempotency.ts'
import {
  deleteInProgress,
  findHeldAnswer,
  saveInProgress,
  saveResponse,
} from '../../shared/http/idempotency-store.ts'
import { addressesRoutes } from '../../shared/verification/contract/address-routes.ts'
import { employmentsRoutes } from '../../shared/verification/contract/employment-routes.ts'
import type { VerificationType } from '../../shared/verification/contract/product.ts'
import { createVerification } from '../../shared/verification/place-order.ts'
import { address } from '../../shared/verification/product/address.ts'
import { employment } from '../../shared/verification/product/employment.ts'

/* What the middleware and the action of an order's function do with it, from its Idempotency-Key on. */

const ways = {
  address: { route: addressesRoutes.createAddress, path: '/v1/addresses', definition: address },
  employment: { route: employmentsRoutes.createEmployment, path: '/v1/employments', definition: employment },
} as const

/** The middleware of a container, which remembers what it has met. */
export const openContainer = (): Middleware =>
  idempotency({ saveInProgress, saveResponse, deleteInProgress, findHeldAnswer })

export interface OrderInput {
  readonly verificationType: VerificationType
  readonly caller: Caller
  readonly key: string
  readonly body: object
  readonly id: number
  readonly nowMs: number
  /** False before its answer was stored with the order. */
  readonly storesAnswer?: boolean
}

export const toOrderRequest = ({
  verificationType,
  caller,
  key,
  body,
  id,
  nowMs,
  storesAnswer = true,
}: OrderInput): MiddlewareRequest => {
  const { route, path } = ways[verificationType]
  const event = {
    rawPath: path,
    headers: { 'idempotency-key': key },
    body: JSON.stringify(body),
  } as unknown as APIGatewayProxyEventV2
  const internal = {
    requestId: `${id}`,
    startedAtMs: nowMs,
    route: { ...route, storesAnswer },
    caller,
    request: { caller, body, nowMs, id, isRepeat: false },
  }
  return { event, internal } as unknown as MiddlewareRequest
}

export const placeKeyed = async (container: Middleware, input: OrderInput): Promise<ActionResponse> => {
  const request = toOrderRequest(input)
  const replayed = await container.before!(request)
  if (replayed) {
    const { statusCode, headers, body } = replayed as APIGatewayProxyStructuredResultV2
    return { status: statusCode, headers, content: body } as ActionResponse
  }
  const { definition } = ways[input.verificationType]
  return (await createVerification(
    definition as typeof address,
    request.internal.request as never,
  )) as ActionResponse
}
