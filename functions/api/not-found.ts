import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { Problem } from '../../shared/http/contract/problem.ts'
import { toProblemResponse } from '../../shared/http/problem-response.ts'

const nothingHere = new Problem('not_found', 'No path of this API matches; see /v1/openapi.json.')

/** Answers every request that no route matches, in the shape of all our errors. */
export const handler = async (event: APIGatewayProxyEventV2) =>
  toProblemResponse(nothingHere, event.requestContext.requestId)
