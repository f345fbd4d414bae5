import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { matchesPattern } from '../../constructs/wildcard.ts'
import type { HostedResource } from '../cloudformation/identity.ts'
import { text } from '../json.ts'
import type { LambdaFunction } from '../lambda/function.ts'
import { readBody } from '../server.ts'
import type { Answer } from '../service-call.ts'
import { corsProblems, readCors } from './cors.ts'
import { callIntegration, gatewayAnswer, httpApiEvent, internalServerError } from './integration.ts'

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const maximumPayloadBytes = 10 * 1024 * 1024

export type HandleHttp = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Every request gets a response; the promise does not reject. */
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

type HttpApi = ReturnType<typeof openHttpApi>

const openHttpApi = (
  resource: HostedResource,
  all: HostedResource[],
  findFunction: (arn: string) => LambdaFunction | undefined,
) => {
  const parts = (kind: string): HostedResource[] =>
    all.filter(
      ({ type, properties }) => type === `AWS::ApiGatewayV2::${kind}` && properties.ApiId === resource.ref,
    )
  const integrations = new Map(
    parts('Integration').map(({ ref, properties }) => [
      ref,
      findFunction(text(properties.IntegrationUri) ?? '')?.invoke,
    ]),
  )
  const routes = parts('Route').map(({ properties }) => ({
    key: text(properties.RouteKey) ?? '',
    target: integrations.get((text(properties.Target) ?? '').replace('integrations/', '')),
  }))
  return {
    match: matchRoutes(routes),
    cors: readCors(resource.properties.CorsConfiguration),
    source: { account: resource.stack.account, apiId: resource.ref },
  }
}

const answer = async ({ match, source }: HttpApi, message: IncomingMessage): Promise<Answer> => {
  const method = message.method ?? 'GET'
  const [rawPath, query] = splitAtQuestionMark(message.url ?? '/')
  const path = decodePath(rawPath)
  const body = await readBody(message, maximumPayloadBytes)
  if (path === undefined) return gatewayAnswer(400)
  if (body === undefined) return gatewayAnswer(413)
  const found = match(method, path)
  if (found?.route.target === undefined) return gatewayAnswer(404)
  const { pathParameters, route } = found
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

const send = (response: ServerResponse, { status, headers, body }: Answer, isHead: boolean): void => {
  if (response.destroyed) return
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.end(isHead || status === 204 || status === 304 ? undefined : body)
}

export const httpApiProblems = ({ type, properties }: HostedResource): string[] => {
  const expect = (name: string, allowed: string): string[] =>
    properties[name] === allowed ? [] : [`${name} ${text(properties[name])} is not supported`]
  if (type.endsWith('Api'))
    return [...expect('ProtocolType', 'HTTP'), ...corsProblems(properties.CorsConfiguration)]
  if (type.endsWith('Stage')) return expect('StageName', '$default')
  if (type.endsWith('Integration'))
    return [...expect('IntegrationType', 'AWS_PROXY'), ...expect('PayloadFormatVersion', '2.0')]
  const isGreedy = text(properties.RouteKey)?.includes('+}') === true
  return isGreedy ? ['a path parameter that takes several segments is not supported'] : []
}

/** Without a matching permission API Gateway returns 500 on the route. */
export const mayCall = (
  route: HostedResource,
  functionArn: string,
  all: readonly HostedResource[],
): boolean =>
  all.some(
    ({ type, properties }) =>
      type === 'AWS::Lambda::Permission' &&
      properties.Action === 'lambda:InvokeFunction' &&
      properties.Principal === 'apigateway.amazonaws.com' &&
      properties.FunctionName === functionArn &&
      matchesPattern(text(properties.SourceArn) ?? '', sourceArn(route)),
  )

/**
 * API, stage, method and the route's path; no method for `$default`.
 * https://github.com/aws/serverless-application-model/issues/1860
 */
const sourceArn = ({ stack, properties }: HostedResource): string => {
  const source = (text(properties.RouteKey) ?? '').replace(' ', '')
  return `arn:aws:execute-api:${stack.region}:${stack.account}:${text(properties.ApiId)}/$default/${source}`
}

/**
 * The most specific route wins; `$default` is the last resort.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */

interface Route<Target> {
  readonly key: string
  readonly target: Target
}

const matchRoutes = <Target>(routes: Route<Target>[]) => {
  const fallback = routes.find(route => route.key === '$default')
  const patterns = routes
    .filter(route => route !== fallback)
    .map(readPattern)
    .sort((left, right) => (left.rank < right.rank ? -1 : 1))
  return (method: string, path: string) => {
    const segments = path.split('/').slice(1)
    for (const pattern of patterns) {
      if (pattern.method !== 'ANY' && pattern.method !== method) continue
      const pathParameters = matchSegments(pattern.segments, segments)
      if (pathParameters !== undefined) return { route: pattern.route, pathParameters }
    }
    return fallback && { route: fallback, pathParameters: {} }
  }
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

const readPattern = <Target>(route: Route<Target>) => {
  const [method = '', path = ''] = route.key.split(' ')
  const segments = path.split('/').slice(1)
  const ranks = segments.map(segment => (isParameter(segment) ? '1' : '0'))
  // One character per segment: the more specific pattern sorts first.
  return { route, method, segments, rank: `${ranks.join('')}${method === 'ANY' ? 'b' : 'a'}` }
}

const matchSegments = (pattern: string[], path: string[]): Record<string, string> | undefined => {
  const parameters: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    const value = path[index]
    if (value === undefined || (value === '' && isParameter(segment))) return undefined
    if (isParameter(segment)) parameters[segment.slice(1, -1)] = value
    else if (segment !== value) return undefined
  }
  return pattern.length === path.length ? parameters : undefined
}
