import { type AttributeValue, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { unpack } from '../../shared/event/packing.ts'
import { clientSettings } from '../infra/region/world.ts'
import type { World } from './world.ts'

/** Where photos lie, of a stage whose table is named beside it. */
export const bucketOf = ({ region }: World): string =>
  region.outputs.TableName!.replace(/data$/, 'media-000000000000-us-east-1')

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
    const page = await client.send(
      new ScanCommand({ TableName: region.outputs.TableName, ExclusiveStartKey }),
    )
    items.push(...(page.Items ?? []).map(asText))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items
}

/** The keys of all photos. */
export const keptPhotos = async (world: World): Promise<readonly string[]> => {
  const client = new S3Client({ ...clientSettings(world.region), forcePathStyle: true })
  const keys: string[] = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucketOf(world) }))
    keys.push(...Contents.map(({ Key }) => Key!))
  return keys
}
