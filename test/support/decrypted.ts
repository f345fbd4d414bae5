import { createHash } from 'node:crypto'
import { type AttributeValue, DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { decrypt } from '../../shared/aws/cipher.ts'
import { dataKeysPartition } from '../../shared/table/data-key-kind.ts'
import type { DataKey } from '../../shared/table/data-key.ts'
import { decryptValue, isEncrypted, keyNumberOf } from '../../shared/table/encrypted-value.ts'
import { clientSettings } from '../infra/emulator/environment.ts'
import type { World } from './environment.ts'

type Attributes = Record<string, AttributeValue>

/** What a stage's operator could do who has both the table and its secret: the attributes of an item, opened. */
export type Opener = (key: Attributes, name: string, bytes: Uint8Array) => unknown

const wrappingKeyOf = async ({ emulator }: World): Promise<Buffer> => {
  const SecretId = emulator.outputs.TableName!.replace(/data$/, 'wrapping-key')
  const client = new SecretsManagerClient(clientSettings(emulator))
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }))
  return createHash('sha256').update(`data-key\n${SecretString}`).digest()
}

const dataKeysOf = async ({ emulator }: World): Promise<readonly DataKey[]> => {
  const answer = await new DynamoDBClient(clientSettings(emulator)).send(
    new QueryCommand({
      TableName: emulator.outputs.TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: dataKeysPartition } },
      ConsistentRead: true,
    }),
  )
  return (answer.Items ?? []).map(item => unmarshall(item) as DataKey)
}

/** Opens what the world's stage sealed, without its code for reading. @throws Error for what does not open */
export const openerOf = async (world: World): Promise<Opener> => {
  const wrapping = await wrappingKeyOf(world)
  const keys = new Map(
    (await dataKeysOf(world)).map(({ n, sealed }) => [n, decrypt(wrapping, `${n}`, sealed)]),
  )
  return ({ pk, sk }, name, bytes) =>
    decryptValue(keys.get(keyNumberOf(bytes))!, { pk: pk!.S!, sk: sk!.S!, name }, bytes)
}

/** An item with what is sealed in it opened, as plain values. */
export const openedItem = (item: Attributes, open: Opener): Record<string, unknown> => {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(unmarshall(item)))
    found[name] = isEncrypted(value) ? open(item, name, value) : value
  return found
}
