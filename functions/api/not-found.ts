import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { problemAnswer } from '../../shared/http/answer-problems.ts'
import { Problem } from '../../shared/http/contract/problem.ts'

const nothingHere = new Problem('not_found', 'No path of this API matches; see /v1/openapi.json.')

/** Answers every request that no route matches, in the shape of all our errors. */
export const handler = async (event: APIGatewayProxyEventV2) =>
  problemAnswer(nothingHere, event.requestContext.requestId)
