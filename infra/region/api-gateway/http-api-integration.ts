/** AWS::ApiGatewayV2::Integration: calls the function behind a route, within API Gateway's limits. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { type JsonObject, number, text } from '../json.ts'
import type { LambdaFunction } from '../lambda/function.ts'
import { gatewayAnswer, type HttpAnswer, internalServerError, readAnswer } from './http-api-answer.ts'

export const integrationProperties = {
  honoured: ['ApiId', 'IntegrationType', 'IntegrationUri', 'PayloadFormatVersion', 'TimeoutInMillis'],
  withoutEffect: ['IntegrationMethod', 'Description', 'ConnectionType'],
}

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maximumEventBytes = 6 * 1024 * 1024

export interface Integration {
  readonly invoke: LambdaFunction['invoke']
  readonly timeoutMilliseconds: number
}

export const integrate = (
  part: HostedResource,
  findFunction: (arn: string) => LambdaFunction | undefined,
): Integration => {
  const uri = text(part.properties.IntegrationUri) ?? ''
  const target = findFunction(/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri)
  if (target === undefined)
    throw new Error(`${part.path} integrates ${uri}, which is no function of the assembly`)
  return { invoke: target.invoke, timeoutMilliseconds: number(part.properties.TimeoutInMillis) ?? 30_000 }
}

/** Never rejects: lateness is 503, a failing function 500. */
export const callIntegration = async (integration: Integration, event: JsonObject): Promise<HttpAnswer> => {
  const payload = JSON.stringify(event)
  if (Buffer.byteLength(payload) > maximumEventBytes) return gatewayAnswer(413, 'Request Entity Too Large')
  let timer: NodeJS.Timeout | undefined
  const lateness = new Promise<HttpAnswer>(resolve => {
    timer = setTimeout(
      () => resolve(gatewayAnswer(503, 'Service Unavailable')),
      integration.timeoutMilliseconds,
    )
  })
  const result = integration
    .invoke(payload)
    .then(outcome =>
      outcome.ok && outcome.payload.length <= maximumEventBytes
        ? readAnswer(outcome.payload)
        : internalServerError,
    )
  return Promise.race([result, lateness]).finally(() => clearTimeout(timer))
}
