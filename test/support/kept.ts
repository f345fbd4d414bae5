import { type AttributeValue, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { unpack } from '../../shared/event/packing.ts'
import { clientSettings } from '../infra/region/world.ts'
import type { World } from './world.ts'

const tableName = 'verification-local-data'
/** Where photos lie. */
export const bucketName = 'verification-local-media-000000000000-us-east-1'

const unpacked = (bytes: Uint8Array): string => {
  try {
    return unpack(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** An item as text, with the bytes in it unpacked. */
const asText = (item: Record<string, AttributeValue>): string =>
  JSON.stringify(item, (_name, value) => (value instanceof Uint8Array ? unpacked(value) : value))

/** Every item of the table as text, whatever it is. */
export const keptItems = async ({ region }: World): Promise<readonly string[]> => {
  const client = new DynamoDBClient(clientSettings(region))
  const items: string[] = []
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined
  do {
    const page = await client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey }))
    items.push(...(page.Items ?? []).map(asText))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items
}

/** The keys of all photos. */
export const keptPhotos = async ({ region }: World): Promise<readonly string[]> => {
  const client = new S3Client({ ...clientSettings(region), forcePathStyle: true })
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucketName }))
  return Contents.map(({ Key }) => Key!)
}
