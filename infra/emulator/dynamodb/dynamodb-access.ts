/** What a DynamoDB request wants to do, for IAM: every table, index and item action in it, and the keys it names. */

import type { Access } from '../iam/policy.ts'
import { type Json, type JsonObject, list, object, text } from '../json.ts'
import { unsupportedAction } from '../service-error.ts'
import type { Table } from './table.ts'

type FindTable = (name: string) => Pick<Table, 'arn' | 'partitionKey'>

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html */
export const dynamoDbAccess = (action: string, body: JsonObject, findTable: FindTable): Access[] => {
  if (action === 'TransactWriteItems')
    return transactParts(body).map(([part, inner]) => access(part, inner, findTable))
  if (action === 'BatchGetItem')
    return Object.entries(object(body.RequestItems)).map(([TableName, keys]) =>
      access(action, { ...object(keys), TableName }, findTable),
    )
  if (body.TableName === undefined) throw unsupportedAction(action)
  return [access(action, body, findTable)]
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

/** The partition keys of the items that a request names: by whole item, by key, or by a list of keys. */
const leadingKeysOf = ({ Item, Key, Keys }: JsonObject, partitionKey: string): string[] =>
  [Item, Key, ...list(Keys)]
    .map(named => object(named)[partitionKey])
    .filter(attribute => attribute !== undefined)
    .map(stringIn)

/** `{"S": "value"}` → `value`. Every key of ours is a string. */
const stringIn = (attribute: Json): string => text(object(attribute).S) ?? ''
