/** AWS::ApiGatewayV2::Integration: calls the function behind a route, within API Gateway's limits. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { type JsonObject, text } from '../json.ts'
import type { LambdaFunction } from '../lambda/function.ts'
import { gatewayAnswer, type HttpAnswer, internalServerError, readAnswer } from './answer.ts'

export const integrationProperties = {
  honoured: ['ApiId', 'IntegrationType', 'IntegrationUri', 'PayloadFormatVersion'],
  withoutEffect: [],
}

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maximumEventBytes = 6 * 1024 * 1024

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const longestMilliseconds = 30_000

export type Integration = LambdaFunction['invoke']

export const integrate = (
  { properties }: HostedResource,
  findFunction: (arn: string) => LambdaFunction | undefined,
): Integration | undefined => findFunction(text(properties.IntegrationUri) ?? '')?.invoke

/** Never rejects: lateness is 503, a failing function 500. */
export const callIntegration = async (
  integration: Integration,
  event: JsonObject,
  timeoutMilliseconds = longestMilliseconds,
): Promise<HttpAnswer> => {
  const payload = JSON.stringify(event)
  if (Buffer.byteLength(payload) > maximumEventBytes) return gatewayAnswer(413, 'Request Entity Too Large')
  let timer: NodeJS.Timeout | undefined
  const lateness = new Promise<HttpAnswer>(resolve => {
    timer = setTimeout(() => resolve(gatewayAnswer(503, 'Service Unavailable')), timeoutMilliseconds)
  })
  const result = integration(payload).then(outcome =>
    outcome.ok && outcome.payload.length <= maximumEventBytes
      ? readAnswer(outcome.payload)
      : internalServerError,
  )
  return Promise.race([result, lateness]).finally(() => clearTimeout(timer))
}
