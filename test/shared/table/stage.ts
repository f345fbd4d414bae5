import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { clearDataKeyCache } from '../../../shared/table/data-key-store.ts'
import type { Item, Key } from '../../../shared/table/port.ts'
import { clearReceiptKeyCache } from '../../../shared/signing/signing.ts'
import { startTable } from '../../support/table.ts'
import { openAwsEndpoint } from '../aws/endpoint.ts'

/** An empty table on the real engine, secrets to wrap keys and to seal with, and a container that knows none of them. */
export const startStage = async (): Promise<void> => {
  await startTable()
  const aws = await openAwsEndpoint()
  aws.answer(() => ({ SecretString: 'what keys are wrapped by' }))
  Object.assign(process.env, {
    DATA_KEY_SECRET: 'wrapping-key',
    PERSONAL_DATA_SECRET: 'personal-data-key',
    RECEIPT_KEY_SECRET: 'receipt-key',
  })
  clearDataKeyCache()
  clearReceiptKeyCache()
}

const keyOf = ({ pk, sk }: Key) => marshall({ pk, sk })

/** An item as it lies there, past our driver. */
export const lying = async (key: Key): Promise<Record<string, unknown>> => {
  const answer = await new DynamoDBClient({}).send(
    new GetItemCommand({ TableName: process.env.TABLE_NAME, Key: keyOf(key), ConsistentRead: true }),
  )
  return unmarshall(answer.Item!)
}

/** Puts an item as it is, past our driver. */
export const lay = async (item: Item & Key): Promise<void> => {
  const Item = marshall(item, { removeUndefinedValues: true })
  await new DynamoDBClient({}).send(new PutItemCommand({ TableName: process.env.TABLE_NAME, Item }))
}
