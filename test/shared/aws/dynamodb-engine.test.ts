import { randomUUID } from 'node:crypto'
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Attributes, dynamodb, fromAttributes } from '../../../shared/table/dynamodb.ts'
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
const put = (item: object) => dynamodb().send(new PutCommand({ TableName, Item: item }))
const get = async (Key: object) =>
  (await dynamodb().send(new GetCommand({ TableName, Key: { ...Key }, ConsistentRead: true }))).Item

describe('an item', () => {
  it('of every type comes back as it was put', async () => {
    const item = { ...newKey(), ...values }
    await put({ ...item, absent: undefined })
    expect(await get({ pk: item.pk, sk: item.sk })).toEqual(item)
  })

  it('that is not there is undefined', async () => expect(await get(newKey())).toBeUndefined())

  it('is changed, and comes back changed', async () => {
    const Key = newKey()
    await put({ ...Key, bytes: values.bytes, count: 1 })
    const command = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET bytes = :bytes ADD #count :one',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':bytes': Uint8Array.of(7), ':one': 1 },
      ReturnValues: 'ALL_NEW',
    })
    const { Attributes } = await dynamodb().send(command)
    expect(Attributes).toEqual({ ...Key, bytes: Uint8Array.of(7), count: 2 })
  })
})

it('a query answers pages of items, and where the next begins', async () => {
  const { pk } = newKey()
  for (const sk of ['1', '2', '3']) await put({ pk, sk, ...values })
  const page = (ExclusiveStartKey?: Record<string, unknown>) =>
    dynamodb().send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        Limit: 2,
        ExclusiveStartKey,
      }),
    )
  const first = await page()
  expect(first.Items).toEqual(['1', '2'].map(sk => ({ pk, sk, ...values })))
  expect(first.LastEvaluatedKey).toEqual({ pk, sk: '2' })
  expect((await page(first.LastEvaluatedKey)).Items).toEqual([{ pk, sk: '3', ...values }])
})

it('a batch answers what is there of the keys', async () => {
  const [one, other] = [newKey(), newKey()]
  await put({ ...one, ...values })
  const RequestItems = { [TableName]: { Keys: [one, other] } }
  const { Responses } = await dynamodb().send(new BatchGetCommand({ RequestItems }))
  expect(Responses).toEqual({ [TableName]: [{ ...one, ...values }] })
})

describe('a condition that does not hold', () => {
  const failing = async (work: Promise<unknown>) =>
    work.then(
      () => expect.unreachable(),
      error => error,
    )

  it('is an error by its name, with the item that stood in the way', async () => {
    const Item = { ...newKey(), ...values }
    await put(Item)
    const again = { TableName, Item, ConditionExpression, ReturnValuesOnConditionCheckFailure } as const
    const error = await failing(dynamodb().send(new PutCommand(again)))
    expect(error).toMatchObject({
      name: 'ConditionalCheckFailedException',
      $fault: 'client',
      $metadata: { httpStatusCode: 400, attempts: 1 },
    })
    expect(fromAttributes(error.Item)).toEqual(Item)
  })

  it('cancels a transaction, with a reason and an item for each of its writes', async () => {
    const Item = { ...newKey(), ...values }
    await put(Item)
    const TransactItems = [
      { Put: { TableName, Item: newKey() } },
      { Put: { TableName, Item, ConditionExpression, ReturnValuesOnConditionCheckFailure } as const },
    ]
    const error = await failing(dynamodb().send(new TransactWriteCommand({ TransactItems })))
    expect(error).toMatchObject({ name: 'TransactionCanceledException', $metadata: { attempts: 1 } })
    const reasons: { Code: string; Item?: Attributes }[] = error.CancellationReasons
    expect(reasons.map(({ Code }) => Code)).toEqual(['None', 'ConditionalCheckFailed'])
    expect(fromAttributes(reasons[1]!.Item)).toEqual(Item)
  })

  it('is told from a request that is wrong', async () => {
    const error = await failing(dynamodb().send(new GetCommand({ TableName: 'none-such', Key: newKey() })))
    expect(error).toMatchObject({ name: 'ResourceNotFoundException', $metadata: { attempts: 1 } })
  })
})
