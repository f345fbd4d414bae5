/** AWS::ApiGatewayV2::Api with its routes and stage, as an HTTP server on localhost. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { text } from '../json.ts'
import type { LambdaFunction } from '../lambda/function.ts'
import { readBody } from '../request-body.ts'
import { gatewayAnswer, type HttpAnswer, internalServerError } from './answer.ts'
import { type Cors, readCors } from './cors.ts'
import { type EventSource, httpApiEvent } from './event.ts'
import { callIntegration, type Integration, integrate } from './integration.ts'
import { type MatchRoute, matchRoutes } from './route.ts'
import { readThrottle } from './throttle.ts'

export const httpApiProperties = {
  honoured: ['Name', 'ProtocolType', 'CorsConfiguration'],
  withoutEffect: ['Tags'],
}
export const routeProperties = {
  honoured: ['ApiId', 'RouteKey', 'Target'],
  withoutEffect: [],
}
export const stageProperties = {
  honoured: ['ApiId', 'StageName', 'AutoDeploy', 'DefaultRouteSettings'],
  withoutEffect: ['AccessLogSettings', 'Tags'],
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const maximumPayloadBytes = 10 * 1024 * 1024

export type HandleHttp = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface HttpApi {
  readonly match: MatchRoute<Integration | undefined>
  /** False if the route's throttle is exhausted. */
  admit(routeKey: string): boolean
  readonly cors: Cors
  readonly source: EventSource
}

/** Everything of one API. Any request gets an answer; the promise does not reject. */
export const hostHttpApi = (
  resource: HostedResource,
  all: HostedResource[],
  findFunction: (arn: string) => LambdaFunction | undefined,
): HandleHttp => {
  const api = openHttpApi(resource, all, findFunction)
  return async (message, response) => {
    const preflight = api.cors.preflight(message.method ?? 'GET', message.headers)
    const given = preflight ?? (await answer(api, message).catch(() => internalServerError))
    const completed = preflight ? given.headers : api.cors.complete(given.headers, message.headers)
    const headers = { ...completed, 'apigw-requestid': randomUUID() }
    send(response, { ...given, headers }, message.method === 'HEAD')
  }
}

const openHttpApi = (
  resource: HostedResource,
  all: HostedResource[],
  findFunction: (arn: string) => LambdaFunction | undefined,
): HttpApi => {
  const parts = (kind: string): HostedResource[] =>
    all.filter(
      ({ type, properties }) => type === `AWS::ApiGatewayV2::${kind}` && properties.ApiId === resource.ref,
    )
  const integrations = new Map(parts('Integration').map(part => [part.ref, integrate(part, findFunction)]))
  const [stage] = parts('Stage')
  const routes = parts('Route').map(({ properties }) => ({
    key: text(properties.RouteKey) ?? '',
    target: integrations.get((text(properties.Target) ?? '').replace('integrations/', '')),
  }))
  return {
    match: matchRoutes(routes),
    admit: readThrottle(stage?.properties),
    cors: readCors(resource.properties.CorsConfiguration),
    source: { account: resource.stack.account, apiId: resource.ref },
  }
}

const answer = async ({ match, admit, source }: HttpApi, message: IncomingMessage): Promise<HttpAnswer> => {
  const method = message.method ?? 'GET'
  const [rawPath, query] = splitAtQuestionMark(message.url ?? '/')
  const path = decodePath(rawPath)
  const body = await readBody(message, maximumPayloadBytes)
  if (path === undefined) return gatewayAnswer(400, 'Bad Request')
  if (body === undefined) return gatewayAnswer(413, 'Request Entity Too Large')
  const found = match(method, path)
  if (found?.route.target === undefined) return gatewayAnswer(404, 'Not Found')
  const { pathParameters, route } = found
  if (!admit(route.key)) return gatewayAnswer(429, 'Too Many Requests')
  const event = httpApiEvent(
    { message, method, path, query, body, routeKey: route.key, pathParameters },
    source,
  )
  return callIntegration(found.route.target, event)
}

const splitAtQuestionMark = (value: string): [string, string] => {
  const at = value.indexOf('?')
  return at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
}

/** HTTP APIs decode the path before anything else, and cut it at a `?` that appears by that. */
const decodePath = (path: string): string | undefined => {
  try {
    return splitAtQuestionMark(decodeURIComponent(path))[0]
  } catch {
    return undefined
  }
}

const send = (response: ServerResponse, { status, headers, body }: HttpAnswer, isHead: boolean): void => {
  if (response.destroyed) return
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.end(isHead || status === 204 || status === 304 ? undefined : body)
}
