/** AWS::ApiGatewayV2::Api with its routes, integrations and stage, as an HTTP server on localhost. */

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LambdaFunction } from './function.ts'
import type { HostedResource } from './hosted-resource.ts'
import { gatewayAnswer, type HttpAnswer, internalServerError, readAnswer } from './http-api-answer.ts'
import { preflightHeaders, readCors } from './http-api-cors.ts'
import { type EventSource, httpApiEvent } from './http-api-event.ts'
import { matchRoutes } from './http-api-route.ts'
import { readThrottles } from './http-api-throttle.ts'
import { type JsonObject, number, text } from './json.ts'
import { readBody } from './request-body.ts'

export const httpApiProperties = {
  honoured: ['Name', 'ProtocolType', 'CorsConfiguration'],
  withoutEffect: ['Description', 'DisableExecuteApiEndpoint', 'IpAddressType', 'Tags', 'Version'],
}
export const routeProperties = {
  honoured: ['ApiId', 'RouteKey', 'Target', 'AuthorizationType'],
  withoutEffect: [],
}
export const integrationProperties = {
  honoured: ['ApiId', 'IntegrationType', 'IntegrationUri', 'PayloadFormatVersion', 'TimeoutInMillis'],
  withoutEffect: ['IntegrationMethod', 'Description', 'ConnectionType'],
}
export const stageProperties = {
  honoured: ['ApiId', 'StageName', 'AutoDeploy', 'DefaultRouteSettings', 'RouteSettings'],
  withoutEffect: ['AccessLogSettings', 'Description', 'Tags'],
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const maximumPayloadBytes = 10 * 1024 * 1024
/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maximumEventBytes = 6 * 1024 * 1024

interface Integration {
  invoke: LambdaFunction['invoke']
  timeoutMilliseconds: number
}

export type HandleHttp = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Everything of one API. Any request gets an answer; the promise does not reject. */
export function hostHttpApi(
  api: HostedResource,
  parts: HostedResource[],
  findFunction: (arn: string) => LambdaFunction | undefined,
): HandleHttp {
  const own = parts.filter(part => part.properties.ApiId === api.ref)
  const integrations = new Map(
    own.filter(isType('Integration')).map(part => [part.ref, integrate(part, findFunction)]),
  )
  const match = matchRoutes(
    own.filter(isType('Route')).map(route => ({
      key: text(route.properties.RouteKey) ?? '',
      target: integrations.get((text(route.properties.Target) ?? '').replace('integrations/', '')),
    })),
  )
  const stage = own.find(isType('Stage'))
  const admit = readThrottles(stage?.properties)
  const cors = readCors(api.properties)
  const source: EventSource = {
    account: api.stack.account,
    apiId: api.ref,
    stageName: stage?.ref ?? '$default',
  }

  const answer = async (message: IncomingMessage): Promise<HttpAnswer> => {
    const method = message.method ?? 'GET'
    const [rawPath = '/', query = ''] = splitOnce(message.url ?? '/', '?')
    if (cors !== undefined && isPreflight(message)) return preflight(preflightHeaders(cors, message))
    const path = decodePath(rawPath)
    const body = path === undefined ? undefined : await readBody(message, maximumPayloadBytes)
    if (path === undefined) return gatewayAnswer(400, 'Bad Request')
    if (body === undefined) return gatewayAnswer(413, 'Request Entity Too Large')
    const found = match(method, path)
    if (found?.route.target === undefined) return gatewayAnswer(404, 'Not Found')
    if (!admit(found.route.key)) return gatewayAnswer(429, 'Too Many Requests')
    const { pathParameters, route } = found
    const event = httpApiEvent(
      { message, method, path, query, body, routeKey: route.key, pathParameters },
      source,
    )
    return callIntegration(found.route.target, event)
  }

  return async (message, response) => {
    const given = await answer(message).catch(() => internalServerError)
    const corsHeaders = cors === undefined ? {} : preflightHeaders(cors, message)
    send(response, given, { ...corsHeaders, 'apigw-requestid': randomUUID() }, message.method === 'HEAD')
  }
}

const isType =
  (kind: string) =>
  ({ type }: HostedResource): boolean =>
    type === `AWS::ApiGatewayV2::${kind}`

function integrate(
  part: HostedResource,
  findFunction: (arn: string) => LambdaFunction | undefined,
): Integration {
  const uri = text(part.properties.IntegrationUri) ?? ''
  const target = findFunction(/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri)
  if (target === undefined)
    throw new Error(`${part.path} integrates ${uri}, which is no function of the assembly`)
  return { invoke: target.invoke, timeoutMilliseconds: number(part.properties.TimeoutInMillis) ?? 30_000 }
}

async function callIntegration(integration: Integration, event: JsonObject): Promise<HttpAnswer> {
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

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

const preflight = (headers: Record<string, string>): HttpAnswer => ({
  status: 204,
  headers,
  body: Buffer.alloc(0),
})

function splitOnce(value: string, separator: string): string[] {
  const at = value.indexOf(separator)
  return at < 0 ? [value] : [value.slice(0, at), value.slice(at + 1)]
}

/** HTTP APIs decode the path before anything else, and cut it at a `?` that appears by that. */
function decodePath(path: string): string | undefined {
  try {
    return splitOnce(decodeURIComponent(path), '?')[0]
  } catch {
    return undefined
  }
}

function send(
  response: ServerResponse,
  answer: HttpAnswer,
  more: Record<string, string>,
  isHead: boolean,
): void {
  if (response.destroyed) return
  response.writeHead(answer.status, { ...answer.headers, ...more, 'content-length': answer.body.length })
  response.end(isHead || answer.status === 204 || answer.status === 304 ? undefined : answer.body)
}

/** Problems of the API's parts that this region cannot honour. */
export function httpApiProblems({ type, properties }: HostedResource): string[] {
  const expect = (name: string, allowed: string[]): string[] => {
    const value = text(properties[name])
    return value === undefined || allowed.includes(value) ? [] : [`${name} ${value} is not supported`]
  }
  if (type.endsWith('Api')) return expect('ProtocolType', ['HTTP'])
  if (type.endsWith('Route')) return expect('AuthorizationType', ['NONE'])
  if (type.endsWith('Stage')) return expect('StageName', ['$default'])
  return [...expect('IntegrationType', ['AWS_PROXY']), ...expect('PayloadFormatVersion', ['2.0'])]
}
