import { type AttributeValue, DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { marshall } from '@aws-sdk/util-dynamodb'
import { unpack } from '../../shared/event/body.ts'
import { clientSettings } from '../infra/emulator/environment.ts'
import { openedItem, openerOf } from './decrypted.ts'
import type { World } from './environment.ts'

/** Where photos lie, of a stage whose table is named beside it. */
export const bucketOf = ({ emulator }: World): string =>
  emulator.outputs.TableName!.replace(/data$/, 'media-000000000000-us-east-1')

const unpacked = (bytes: Uint8Array): string => {
  try {
    return unpack(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

type Attributes = Record<string, AttributeValue>

/** An item as text, with the bytes in it unpacked. */
const asText = (item: Attributes): string =>
  JSON.stringify(item, (_name, value) => (value instanceof Uint8Array ? unpacked(value) : value))

const filterBy = (named: string | undefined) =>
  named === undefined
    ? {}
    : {
        FilterExpression: 'contains(pk, :named) OR contains(sk, :named)',
        ExpressionAttributeValues: { ':named': { S: named } },
      }

/** Every item of the table as it lies there, or those in whose key something stands. */
export const rawItems = async ({ emulator }: World, named?: string): Promise<readonly Attributes[]> => {
  const client = new DynamoDBClient(clientSettings(emulator))
  const items: Attributes[] = []
  let ExclusiveStartKey: Attributes | undefined
  do {
    const page = await client.send(
      new ScanCommand({ TableName: emulator.outputs.TableName, ExclusiveStartKey, ...filterBy(named) }),
    )
    items.push(...(page.Items ?? []))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items
}

/** Lays an item over what stands in its place, as somebody who may write to the table could. */
export const layItem = async ({ emulator }: World, Item: Attributes): Promise<void> => {
  const client = new DynamoDBClient(clientSettings(emulator))
  await client.send(new PutItemCommand({ TableName: emulator.outputs.TableName, Item }))
}

/** Every item of the table as text, whatever it is, with what is sealed in it opened; or those in whose key something stands. */
export const keptItems = async (world: World, named?: string): Promise<readonly string[]> => {
  const open = await openerOf(world)
  return (await rawItems(world, named)).map(item => asText(marshall(openedItem(item, open))))
}

const s3Of = ({ emulator }: World) => new S3Client({ ...clientSettings(emulator), forcePathStyle: true })

/** The keys of all photos, and of whatever else lies beside them; an empty object marks what was taken or erased. */
export const keptPhotos = async (world: World): Promise<readonly string[]> => {
  const keys: string[] = []
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: s3Of(world) },
    { Bucket: bucketOf(world) },
  ))
    keys.push(...Contents.flatMap(({ Key, Size }) => (Size ? [Key!] : [])))
  return keys
}

/** Takes photos away, as nobody but a crash does. */
export const removePhotos = async (world: World, keys: readonly string[]): Promise<void> => {
  for (const Key of keys) await s3Of(world).send(new DeleteObjectCommand({ Bucket: bucketOf(world), Key }))
}

/** Every object of the bucket as text, its key before its bytes. */
export const keptObjects = async (world: World): Promise<readonly string[]> => {
  const objects: string[] = []
  for (const Key of await keptPhotos(world)) {
    const { Body } = await s3Of(world).send(new GetObjectCommand({ Bucket: bucketOf(world), Key }))
    objects.push(`${Key} ${Buffer.from(await Body!.transformToByteArray()).toString('latin1')}`)
  }
  return objects
}
