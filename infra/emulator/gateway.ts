/**
 * Entry point of the hosted services: identifies the caller by its access key, asks IAM, and passes the request
 * on to the service's engine.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Customers } from './customers.ts'
import { type Directory, type JsonService, jsonAccess, type Permissions } from './iam/permissions.ts'
import type { Principal } from './iam/principal.ts'
import { type JsonObject, object, parse } from './json.ts'
import { answerInvoke, functionInvokedBy, type InvokeServices } from './lambda/invoke.ts'
import { answerMail, isForMail, type MailServices } from './messages.ts'
import { answerS3, type S3Services } from './s3/objects.ts'
import { readBody } from './server.ts'
import { type Answer, type GatewayRequest, jsonError, ServiceError, xmlError } from './service-call.ts'

export interface GatewayServices extends S3Services, InvokeServices, MailServices {
  readonly principals: Map<string, Principal>
  readonly permissions: Permissions
  readonly directory: Directory
  readonly customers: Customers
  readonly json: Record<
    JsonService,
    (action: string, body: JsonObject, request: GatewayRequest) => Promise<Answer>
  >
  record(service: string, action: string, body: string): void
}

const maximumBodyBytes = 11 * 1024 * 1024

const targets: Record<string, JsonService> = {
  DynamoDB_20120810: 'dynamodb',
  DynamoDBStreams_20120810: 'dynamodbstreams',
  AmazonSQS: 'sqs',
  AWSCognitoIdentityProviderService: 'cognito-idp',
  AWSStepFunctions: 'states',
  secretsmanager: 'secretsmanager',
  PinpointSMSVoiceV2: 'sms-voice',
}

/** Creates a server that is not ready until `open`: its port is known before the services behind it. */
export const createGateway = (): { server: Server; open(services: GatewayServices): void } => {
  let services: GatewayServices | undefined
  const server = createServer({ keepAliveTimeout: 60_000 }, (message, response) => {
    answer(message, services).then(
      given => send(response, given),
      error => send(response, jsonError(asServiceError(error))),
    )
  })
  return {
    server,
    open: given => {
      services = given
    },
  }
}

const answer = async (message: IncomingMessage, services: GatewayServices | undefined): Promise<Answer> => {
  const body = await readBody(message, maximumBodyBytes)
  if (services === undefined)
    throw new ServiceError('ServiceUnavailable', 'The emulator is not ready yet', 503)
  if (body === undefined) throw new ServiceError('RequestEntityTooLarge', 'The request is too large', 413)
  const request: GatewayRequest = {
    method: message.method ?? 'GET',
    url: message.url ?? '/',
    headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, `${value}`])),
    body,
  }
  const principal = services.principals.get(accessKeyId(request))
  const target = request.headers['x-amz-target']
  if (isForSts(request)) return answerSts(request, principal, services)
  if (services.customers.isSession(accessKeyId(request)))
    return services.customers.answerSession(accessKeyId(request), request)
  if (target === undefined && isQueryProtocol(request))
    throw new ServiceError('UnknownOperationException', 'This service is not hosted by the emulator')
  const invoked = functionInvokedBy(request)
  if (invoked !== undefined) return answerInvoke(invoked, request, principal, services)
  if (isForMail(request)) return answerMail(request, principal, services)
  if (target === undefined) return answerS3(request, principal, services)
  return answerJson(target, request, principal, services)
}

const answerSts = (
  { body }: GatewayRequest,
  principal: Principal | undefined,
  { permissions, customers }: GatewayServices,
): Answer => {
  const form = new URLSearchParams(body.toString())
  if (!principal) return xmlError(403, 'InvalidClientTokenId', 'The security token is invalid')
  const access = { action: 'sts:AssumeRole', resource: form.get('RoleArn') ?? '' }
  if (permissions.denied(principal, [access])) return xmlError(403, 'AccessDenied', 'Not authorized')
  return customers.assume(form)
}

/** STS has neither a path nor a target, so the signature's scope identifies it. */
const isForSts = ({ headers }: GatewayRequest): boolean =>
  /Credential=[^,=]*\/sts\/aws4_request/.test(headers.authorization ?? '')

/** SNS and others are called so. */
const isQueryProtocol = ({ headers, url }: GatewayRequest): boolean =>
  url === '/' && (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')

const answerJson = async (
  target: string,
  request: GatewayRequest,
  principal: Principal | undefined,
  services: GatewayServices,
): Promise<Answer> => {
  const [prefix = '', action = ''] = target.split('.')
  const service = targets[prefix]
  if (service === undefined)
    throw new ServiceError('UnknownOperationException', `${prefix} is not hosted locally`)
  const body = object(parse(request.body.toString() || '{}'))
  const access = jsonAccess(service, action, body, services.directory)
  services.permissions.require(principal, access, service === 'sqs' ? 403 : 400)
  services.record(service, action, request.body.toString())
  return services.json[service](action, body, request)
}

const accessKeyId = ({ headers, url }: GatewayRequest): string => {
  const inHeader = /Credential=([^/=]+)\//.exec(headers.authorization ?? '')?.[1]
  return inHeader ?? /[?&]X-Amz-Credential=([A-Z0-9]+)/.exec(url)?.[1] ?? ''
}

const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError('InternalServerError', error instanceof Error ? error.message : String(error), 500)

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  if (response.destroyed) return
  const {
    'content-length': length,
    'transfer-encoding': _encoding,
    connection: _connection,
    ...others
  } = headers
  // The answer to a HEAD request has a length but no body.
  response.writeHead(status, {
    ...others,
    'content-length': body.length === 0 && length ? String(length) : body.length,
  })
  response.end(body)
}
