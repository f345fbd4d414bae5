import { randomUUID } from 'node:crypto'
import {
  BatchGetItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Attributes, fromAttributes, toAttributes } from '../../../shared/aws/attributes.ts'
import { dynamodb } from '../../../shared/table/dynamodb.ts'
import { startTable } from '../../support/table.ts'

const TableName = 'table-test'
const ReturnValuesOnConditionCheckFailure = 'ALL_OLD'
const ConditionExpression = 'attribute_not_exists(pk)'

beforeAll(startTable)

const newKey = () => ({ pk: randomUUID(), sk: 'item' })
const values = {
  empty: '',
  text: 'Ṣọlá 😀 "quoted" \\ "B":{"0":1}',
  numbers: [0, -1.5, 1e15, Number.MAX_SAFE_INTEGER],
  none: null,
  yes: true,
  bytes: Uint8Array.of(0, 127, 128, 255),
  words: new Set(['a', 'b']),
  figures: new Set([1, 2]),
  blobs: new Set([Uint8Array.of(1), Uint8Array.of(2)]),
  B: { B: 'text', BS: ['text'], bytes: [Uint8Array.of(9)] },
}
const put = (item: object) => dynamodb().send(new PutItemCommand({ TableName, Item: toAttributes(item) }))
const get = async (key: object) => {
  const command = new GetItemCommand({ TableName, Key: toAttributes(key), ConsistentRead: true })
  return fromAttributes((await dynamodb().send(command)).Item)
}

describe('an item', () => {
  it('of every type comes back as it was put', async () => {
    const item = { ...newKey(), ...values }
    await put({ ...item, absent: undefined })
    expect(await get({ pk: item.pk, sk: item.sk })).toEqual(item)
  })

  it('that is not there is undefined', async () => expect(await get(newKey())).toBeUndefined())

  it('is deleted', async () => {
    const key = newKey()
    await put({ ...key, ...values })
    const command = new DeleteItemCommand({ TableName, Key: toAttributes(key), ReturnValues: 'ALL_OLD' })
    expect(fromAttributes((await dynamodb().send(command)).Attributes)).toEqual({ ...key, ...values })
    expect(await get(key)).toBeUndefined()
  })

  it('is changed, and comes back changed', async () => {
    const key = newKey()
    await put({ ...key, bytes: values.bytes, count: 1 })
    const command = new UpdateItemCommand({
      TableName,
      Key: toAttributes(key),
      UpdateExpression: 'SET bytes = :bytes ADD #count :one',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: toAttributes({ ':bytes': Uint8Array.of(7), ':one': 1 }),
      ReturnValues: 'ALL_NEW',
    })
    const { Attributes } = await dynamodb().send(command)
    expect(fromAttributes(Attributes)).toEqual({ ...key, bytes: Uint8Array.of(7), count: 2 })
  })
})

it('a query answers pages of items, and where the next begins', async () => {
  const { pk } = newKey()
  for (const sk of ['1', '2', '3']) await put({ pk, sk, ...values })
  const page = (ExclusiveStartKey?: Attributes) =>
    dynamodb().send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: toAttributes({ ':pk': pk }),
        Limit: 2,
        ExclusiveStartKey,
      }),
    )
  const first = await page()
  expect(first.Items?.map(fromAttributes)).toEqual(['1', '2'].map(sk => ({ pk, sk, ...values })))
  expect(fromAttributes(first.LastEvaluatedKey)).toEqual({ pk, sk: '2' })
  const second = await page(first.LastEvaluatedKey)
  expect(second.Items?.map(fromAttributes)).toEqual([{ pk, sk: '3', ...values }])
})

it('a batch answers what is there of the keys', async () => {
  const [one, other] = [newKey(), newKey()]
  await put({ ...one, ...values })
  const RequestItems = { [TableName]: { Keys: [one, other].map(toAttributes) } }
  const { Responses } = await dynamodb().send(new BatchGetItemCommand({ RequestItems }))
  expect(Object.keys(Responses!)).toEqual([TableName])
  expect(Responses![TableName]!.map(fromAttributes)).toEqual([{ ...one, ...values }])
})

describe('a condition that does not hold', () => {
  const failing = async (work: Promise<unknown>) =>
    work.then(
      () => expect.unreachable(),
      error => error,
    )

  it('is an error by its name, with the item that stood in the way', async () => {
    const item = { ...newKey(), ...values }
    await put(item)
    const onFailure = { ConditionExpression, ReturnValuesOnConditionCheckFailure } as const
    const again = new PutItemCommand({ TableName, Item: toAttributes(item), ...onFailure })
    const error = await failing(dynamodb().send(again))
    expect(error).toMatchObject({
      name: 'ConditionalCheckFailedException',
      $fault: 'client',
      $metadata: { httpStatusCode: 400, attempts: 1 },
    })
    expect(fromAttributes(error.Item)).toEqual(item)
  })

  it('cancels a transaction, with a reason and an item for each of its writes', async () => {
    const item = { ...newKey(), ...values }
    await put(item)
    const onFailure = { ConditionExpression, ReturnValuesOnConditionCheckFailure } as const
    const TransactItems = [
      { Put: { TableName, Item: toAttributes(newKey()) } },
      { Put: { TableName, Item: toAttributes(item), ...onFailure } },
    ]
    const error = await failing(dynamodb().send(new TransactWriteItemsCommand({ TransactItems })))
    expect(error).toMatchObject({ name: 'TransactionCanceledException', $metadata: { attempts: 1 } })
    const reasons: { Code: string; Item?: Attributes }[] = error.CancellationReasons
    expect(reasons.map(({ Code }) => Code)).toEqual(['None', 'ConditionalCheckFailed'])
    expect(fromAttributes(reasons[1]!.Item)).toEqual(item)
  })

  it('is told from a request that is wrong', async () => {
    const command = new GetItemCommand({ TableName: 'none-such', Key: toAttributes(newKey()) })
    const error = await failing(dynamodb().send(command))
    expect(error).toMatchObject({ name: 'ResourceNotFoundException', $metadata: { attempts: 1 } })
  })
})
