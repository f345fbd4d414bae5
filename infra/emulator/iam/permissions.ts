/** Decides whether a caller may do what its request says, as IAM would. */
import { dynamoDbAccess } from '../dynamodb/dynamodb-access.ts'
import type { Table } from '../dynamodb/table.ts'
import type { InvocationObserver } from '../inspect.ts'
import { type JsonObject, text } from '../json.ts'
import { type Access, isAllowed, type Statement } from './policy.ts'
import type { Principal } from './principal.ts'

/** Which resource a request is about. */
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

/** The access that a request of the AWS JSON protocol needs. */
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

/** The batch forms of an action need the action itself. */
const queueAccess = (action: string, body: JsonObject, directory: Directory): Access => ({
  action: `sqs:${action.replace(/Batch$/, '')}`,
  resource: directory.queueArn(text(body.QueueUrl) ?? ''),
})

const statesResource = (body: JsonObject, directory: Directory): string =>
  text(body.stateMachineArn) ??
  text(body.executionArn) ??
  directory.machineOfToken(text(body.taskToken) ?? '')

export interface Permissions {
  /** The first access that the caller is denied, or undefined if everything is allowed. */
  denied(principal: Principal, access: readonly Access[]): Access | undefined
  roleAllows(roleArn: string, access: Access): boolean
}

export const openPermissions = (
  roles: Map<string, Statement[]>,
  witness?: Pick<InvocationObserver, 'asked'>,
): Permissions => {
  const roleAllows = (roleArn: string, access: Access): boolean => isAllowed(roles.get(roleArn) ?? [], access)
  return {
    roleAllows,
    denied: ({ roleArn }, access) => {
      if (roleArn === undefined) return undefined
      const denied = access.find(one => !roleAllows(roleArn, one))
      witness?.asked(roleArn, access, denied)
      return denied
    },
  }
}

/** The sentence that AWS answers with. */
export const denial = ({ arn }: Principal, { action, resource }: Access): string =>
  `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`
