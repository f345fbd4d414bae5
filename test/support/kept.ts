import { type AttributeValue, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
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

const bucketOf = ({ region }: World) => new S3Client({ ...clientSettings(region), forcePathStyle: true })

/** The keys of all photos, and of whatever else lies beside them. */
export const keptPhotos = async (world: World): Promise<readonly string[]> => {
  const { Contents = [] } = await bucketOf(world).send(new ListObjectsV2Command({ Bucket: bucketName }))
  return Contents.map(({ Key }) => Key!)
}

/** Every object of the bucket as text, its key before its bytes. */
export const keptObjects = async (world: World): Promise<readonly string[]> => {
  const objects: string[] = []
  for (const Key of await keptPhotos(world)) {
    const { Body } = await bucketOf(world).send(new GetObjectCommand({ Bucket: bucketName, Key }))
    objects.push(`${Key} ${Buffer.from(await Body!.transformToByteArray()).toString('latin1')}`)
  }
  return objects
}
