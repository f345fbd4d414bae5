/**
 * Customers' AWS accounts that receive events, beside the emulator's own: roles
 * (https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html), queues and buses
 * (https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html).
 */
import { type Access, isAllowed, readStatements, type Statement } from '../../infra/emulator/iam/policy.ts'
import { type Credentials, createCredentials } from '../../infra/emulator/iam/principal.ts'
import { isObject, type Json, type JsonObject, list, object, parse, text } from '../../infra/emulator/json.ts'
import {
  type Answer,
  type GatewayRequest,
  jsonAnswer,
  ServiceError,
  unsupportedAction,
  xmlAnswer,
  xmlError,
} from '../../infra/emulator/service-call.ts'
import type { SqsService } from '../../infra/emulator/sqs/sqs-api.ts'

export interface CustomerRole {
  readonly arn: string
  /** Required by its trust policy; absent for a role that does not ask for one. */
  readonly externalId?: string
  readonly policy: JsonObject
}

export interface BusEntry {
  readonly busArn: string
  readonly source: string
  readonly detailType: string
  readonly detail: Json
}

export type CustomerAccounts = ReturnType<typeof openCustomerAccounts>

interface Session {
  readonly role: CustomerRole
  readonly policy: readonly Statement[]
  readonly endsAtMs: number
}

/** 256 KB, https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html */
const longestEntryBytes = 262_144

const queueArnOf = (url: string): string => {
  const [, region, accountId, name] =
    /^https:\/\/sqs\.([a-z0-9-]+)\.amazonaws\.com\/(\d{12})\/([\w.-]+)$/.exec(url) ?? []
  return `arn:aws:sqs:${region}:${accountId}:${name}`
}

const localQueueUrlOf = (arn: string): string => {
  const [accountId, name] = arn.split(':').slice(-2)
  return `http://queues/${accountId}/${name}`
}

const sessionAnswer = (role: CustomerRole, { accessKeyId, secretAccessKey, sessionToken }: Credentials) =>
  xmlAnswer(
    `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><AssumedRoleUser><Arn>${role.arn}</Arn></AssumedRoleUser><Credentials><AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey><SessionToken>${sessionToken}</SessionToken></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
  )

const entryOf = (entry: JsonObject): BusEntry => {
  const { EventBusName, Source, DetailType, Detail, ...others } = entry
  const detail = text(Detail) ?? ''
  const known = [Source, DetailType, detail].map(part => text(part) ?? '')
  if (Object.keys(others).length > 0) throw unsupportedAction(`PutEvents with ${Object.keys(others)}`)
  if (known.some(part => part === ''))
    throw new ServiceError('ValidationException', 'Source, DetailType and Detail are needed')
  if (Buffer.byteLength(known.join('')) >= longestEntryBytes)
    throw new ServiceError(
      'ValidationException',
      'Total size of the entries in the request is over the limit.',
    )
  return { busArn: text(EventBusName) ?? '', source: known[0]!, detailType: known[1]!, detail: parse(detail) }
}

/** Given to the emulator as its `openCustomers`. */
export const openCustomerAccounts = (sqs: SqsService) => {
  const roles = new Map<string, CustomerRole>()
  const sessions = new Map<string, Session>()
  const buses = new Set<string>()
  const entries: BusEntry[] = []

  const assume = (form: URLSearchParams): Answer => {
    const role = roles.get(form.get('RoleArn') ?? '')
    const seconds = Number(form.get('DurationSeconds'))
    if (form.get('Action') !== 'AssumeRole')
      return xmlError(400, 'InvalidAction', 'Only AssumeRole is hosted here')
    if (!(seconds >= 900 && seconds <= 3600)) return xmlError(400, 'ValidationError', 'DurationSeconds')
    if (!role || (role.externalId !== undefined && role.externalId !== form.get('ExternalId')))
      return xmlError(403, 'AccessDenied', 'Not authorized to perform: sts:AssumeRole')
    const credentials = createCredentials()
    const policy = readStatements(parse(form.get('Policy') ?? '{}'))
    sessions.set(credentials.accessKeyId, { role, policy, endsAtMs: Date.now() + seconds * 1000 })
    return sessionAnswer(role, credentials)
  }

  const assertAllowed = ({ role, policy, endsAtMs }: Session, access: Access): void => {
    if (Date.now() >= endsAtMs)
      throw new ServiceError('ExpiredTokenException', 'The security token has expired', 403)
    const isGranted = isAllowed(readStatements(roles.get(role.arn)?.policy), access)
    if (!isGranted || !isAllowed(policy, access))
      throw new ServiceError(
        'AccessDeniedException',
        `Not authorized to perform: ${access.action} on resource: ${access.resource}`,
        403,
      )
  }

  const putEvents = (session: Session, body: JsonObject): Answer => {
    const given = list(body.Entries).map(entry => entryOf(object(entry)))
    for (const { busArn } of given) assertAllowed(session, { action: 'events:PutEvents', resource: busArn })
    const results = given.map(entry => {
      if (!buses.has(entry.busArn))
        return { ErrorCode: 'ResourceNotFoundException', ErrorMessage: 'No such bus' }
      // EventBridge accepts a detail that is no object, and drops it:
      // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html
      if (!isObject(entry.detail))
        return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' }
      entries.push(entry)
      return { EventId: `${entries.length}` }
    })
    const failed = results.filter(result => 'ErrorCode' in result).length
    return jsonAnswer({ FailedEntryCount: failed, Entries: results })
  }

  return {
    putRole: (role: CustomerRole) => void roles.set(role.arn, role),
    createQueue: (arn: string) => {
      sqs.open({ arn, isFifo: arn.endsWith('.fifo'), visibilitySeconds: 30 })
      return localQueueUrlOf(arn)
    },
    createBus: (arn: string) => void buses.add(arn),
    entries,
    assume,
    isSession: (accessKeyId: string) => sessions.has(accessKeyId),
    answerSession: async (accessKeyId: string, request: GatewayRequest) => {
      const session = sessions.get(accessKeyId)!
      const body = object(parse(request.body.toString()))
      const target = request.headers['x-amz-target'] ?? ''
      if (target === 'AWSEvents.PutEvents') return putEvents(session, body)
      if (target !== 'AmazonSQS.SendMessage') throw unsupportedAction(target)
      const arn = queueArnOf(text(body.QueueUrl) ?? '')
      assertAllowed(session, { action: 'sqs:SendMessage', resource: arn })
      return jsonAnswer(await sqs.call('SendMessage', body))
    },
  }
}
