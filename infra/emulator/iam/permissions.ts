import type { Table } from '../dynamodb/table.ts'
import type { InvocationObserver } from '../inspect.ts'
import { type Json, type JsonObject, list, object, text } from '../json.ts'
import { ServiceError, unsupportedAction } from '../service-call.ts'
import { type Access, isAllowed, type Statement } from './policy.ts'
import type { Principal } from './principal.ts'

export interface Directory {
  table(name: string): Pick<Table, 'arn' | 'partitionKey'>
  queueArn(url: string): string
  secretArn(id: string): string
  machineOfToken(token: string): string
}

export type JsonService =
  | 'cognito-idp'
  | 'dynamodb'
  | 'dynamodbstreams'
  | 'sqs'
  | 'states'
  | 'secretsmanager'
  | 'sms-voice'

export const jsonAccess = (
  service: JsonService,
  action: string,
  body: JsonObject,
  directory: Directory,
): Access[] => {
  if (service === 'dynamodb') return dynamoDbAccess(action, body, directory.table)
  if (service === 'dynamodbstreams')
    return [{ action: `dynamodb:${action}`, resource: text(body.StreamArn) ?? '*' }]
  if (service === 'sqs') return [queueAccess(action, body, directory)]
  if (service === 'states') return [{ action: `states:${action}`, resource: statesResource(body, directory) }]
  if (service === 'sms-voice')
    return [{ action: `sms-voice:${action}`, resource: text(body.OriginationIdentity) ?? '*' }]
  // A pool has its own calls for the operator alone; no function makes one.
  if (service === 'cognito-idp')
    return [{ action: `cognito-idp:${action}`, resource: text(body.UserPoolId) ?? '*' }]
  return [{ action: `secretsmanager:${action}`, resource: directory.secretArn(text(body.SecretId) ?? '') }]
}

/** A batch action needs the permission of the single action. */
const queueAccess = (action: string, body: JsonObject, directory: Directory): Access => ({
  action: `sqs:${action.replace(/Batch$/, '')}`,
  resource: directory.queueArn(text(body.QueueUrl) ?? ''),
})

const statesResource = (body: JsonObject, directory: Directory): string =>
  text(body.stateMachineArn) ??
  text(body.executionArn) ??
  directory.machineOfToken(text(body.taskToken) ?? '')

export type Permissions = ReturnType<typeof openPermissions>

export const openPermissions = (
  roles: Map<string, Statement[]>,
  witness?: Pick<InvocationObserver, 'asked'>,
) => {
  const roleAllows = (roleArn: string, access: Access): boolean => isAllowed(roles.get(roleArn) ?? [], access)
  /** The first denied access; undefined if all are allowed. */
  const denied = ({ roleArn }: Principal, access: readonly Access[]) => {
    if (roleArn === undefined) return undefined
    const first = access.find(one => !roleAllows(roleArn, one))
    witness?.asked(roleArn, access, first)
    return first
  }
  return {
    roleAllows,
    denied,
    /** @throws what AWS answers a caller that it does not know, or that lacks one of the permissions */
    require: (principal: Principal | undefined, access: readonly Access[], status = 403): void => {
      if (principal === undefined)
        throw new ServiceError('UnrecognizedClientException', 'The security token is invalid.', status)
      const lacking = denied(principal, access)
      if (lacking !== undefined)
        throw new ServiceError('AccessDeniedException', denial(principal, lacking), status)
    },
  }
}

export const denial = ({ arn }: Principal, { action, resource }: Access): string =>
  `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`

type FindTable = (name: string) => Pick<Table, 'arn' | 'partitionKey'>

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html */
const dynamoDbAccess = (action: string, body: JsonObject, findTable: FindTable): Access[] => {
  if (action === 'TransactWriteItems')
    return transactParts(body).map(([part, inner]) => access(part, inner, findTable))
  if (action === 'BatchGetItem')
    return Object.entries(object(body.RequestItems)).map(([TableName, keys]) =>
      access(action, { ...object(keys), TableName }, findTable),
    )
  if (action === 'BatchWriteItem')
    return Object.entries(object(body.RequestItems)).map(([TableName, requests]) =>
      access(action, { TableName, Keys: list(requests).flatMap(keysWritten) }, findTable),
    )
  if (body.TableName === undefined) throw unsupportedAction(action)
  return [access(action, body, findTable)]
}

/** Of a put the whole item, which has its key. */
const keysWritten = (request: Json): Json[] => {
  const { PutRequest, DeleteRequest } = object(request)
  return [object(PutRequest).Item, object(DeleteRequest).Key].filter(key => key !== undefined)
}

const transactActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

const transactParts = (body: JsonObject): [string, JsonObject][] =>
  list(body.TransactItems).flatMap(item =>
    Object.entries(object(item)).map(([kind, inner]): [string, JsonObject] => [
      transactActions[kind] ?? kind,
      object(inner),
    ]),
  )

const access = (action: string, body: JsonObject, findTable: FindTable): Access => {
  const { TableName, IndexName } = body
  const { arn, partitionKey } = findTable(text(TableName) ?? '')
  const resource = IndexName === undefined ? arn : `${arn}/index/${text(IndexName)}`
  return { action: `dynamodb:${action}`, resource, leadingKeys: leadingKeysOf(body, partitionKey) }
}

const leadingKeysOf = ({ Item, Key, Keys }: JsonObject, partitionKey: string): string[] =>
  [Item, Key, ...list(Keys)]
    .map(named => object(named)[partitionKey])
    .filter(attribute => attribute !== undefined)
    .map(stringIn)

/** Every key of ours is a string: `{"S": "value"}`. */
const stringIn = (attribute: Json): string => text(object(attribute).S) ?? ''
