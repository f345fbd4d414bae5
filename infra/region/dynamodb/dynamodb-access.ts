/** What a DynamoDB request wants to do, for IAM: every table, index and item action in it. */

import type { Access } from '../iam/policy.ts'
import { type JsonObject, list, object, text } from '../json.ts'
import { unsupportedAction } from '../service-error.ts'

type FindTableArn = (name: string) => string

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html */
export const dynamoDbAccess = (action: string, body: JsonObject, tableArn: FindTableArn): Access[] => {
  if (action === 'TransactWriteItems')
    return transactParts(body).map(([part, inner]) => access(part, inner, tableArn))
  if (action === 'BatchGetItem')
    return Object.keys(object(body.RequestItems)).map(TableName => access(action, { TableName }, tableArn))
  if (body.TableName === undefined) throw unsupportedAction(action)
  return [access(action, body, tableArn)]
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

const access = (action: string, { TableName, IndexName }: JsonObject, tableArn: FindTableArn): Access => {
  const table = tableArn(text(TableName) ?? '')
  const resource = IndexName === undefined ? table : `${table}/index/${text(IndexName)}`
  return { action: `dynamodb:${action}`, resource }
}
