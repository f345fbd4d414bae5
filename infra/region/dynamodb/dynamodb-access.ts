/** What a DynamoDB request wants to do, for IAM: every table, index and item action in it. */

import type { Access } from '../iam/policy.ts'
import { type Json, type JsonObject, list, object, text } from '../json.ts'
import type { TableKeys } from './table.ts'

export interface TableDirectory {
  /** The ARN and the keys of a table, by its name or ARN. */
  find(nameOrArn: string): { arn: string; keys: TableKeys } | undefined
}

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html */
export const dynamoDbAccess = (action: string, body: JsonObject, tables: TableDirectory): Access[] => {
  const byAction = multiple[action]
  if (byAction !== undefined) return byAction(body).map(part => describe(part, tables))
  return [describe({ action, body }, tables)]
}

interface Part {
  readonly action: string
  readonly body: JsonObject
}

const transactActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
}

const transactParts = (body: JsonObject): Part[] =>
  list(body.TransactItems).flatMap(item =>
    Object.entries(object(item)).map(([kind, inner]) => ({
      action: transactActions[kind] ?? kind,
      body: object(inner),
    })),
  )

/** Each request on each table, with the keys that it names gathered under `Keys`. */
const batchParts = (action: string, body: JsonObject, keysOf: (request: Json) => Json[]): Part[] =>
  Object.entries(object(body.RequestItems)).map(([TableName, request]) => ({
    action,
    body: { TableName, Keys: keysOf(request ?? null) },
  }))

const writeRequestKey = (request: Json): Json => {
  const { PutRequest, DeleteRequest } = object(request)
  return object(PutRequest).Item ?? object(DeleteRequest).Key ?? {}
}

const multiple: Record<string, (body: JsonObject) => Part[]> = {
  TransactWriteItems: transactParts,
  TransactGetItems: transactParts,
  BatchGetItem: body => batchParts('BatchGetItem', body, request => list(object(request).Keys)),
  BatchWriteItem: body => batchParts('BatchWriteItem', body, requests => list(requests).map(writeRequestKey)),
}

const describe = ({ action, body }: Part, tables: TableDirectory): Access => {
  const name = text(body.TableName) ?? ''
  const table = tables.find(name)
  const index = text(body.IndexName)
  const tableArn = table?.arn ?? (name.startsWith('arn:') ? name : `arn:aws:dynamodb:::table/${name}`)
  const partitionKey = table?.keys.get(index ?? '') ?? ''
  const leadingKeys = partitionKey === '' ? [] : readLeadingKeys(body, partitionKey)
  return {
    action: `dynamodb:${action}`,
    resource: index === undefined ? tableArn : `${tableArn}/index/${index}`,
    ...(leadingKeys.length > 0 && { context: { 'dynamodb:LeadingKeys': leadingKeys } }),
  }
}

const readLeadingKeys = (body: JsonObject, partitionKey: string): string[] => {
  const values = [body.Key, body.Item, ...list(body.Keys)].map(item => object(item)[partitionKey])
  if (body.KeyConditionExpression !== undefined) values.push(queriedKey(body, partitionKey))
  return values.filter(value => value !== undefined).map(attributeText)
}

/** The value that `KeyConditionExpression` compares the partition key with. */
const queriedKey = (body: JsonObject, partitionKey: string): Json | undefined => {
  const names = object(body.ExpressionAttributeNames)
  const comparisons = (text(body.KeyConditionExpression) ?? '').matchAll(/([#\w.-]+)\s*=\s*(:\w+)/g)
  for (const [, name = '', value = ''] of comparisons)
    if ((names[name] ?? name) === partitionKey) return object(body.ExpressionAttributeValues)[value]
  return undefined
}

const attributeText = (value: Json): string => text(Object.values(object(value))[0]) ?? ''
