import type { HostedResource } from '../cloudformation/identity.ts'
import { boolean, type JsonObject, list, object, text } from '../json.ts'

export interface Table {
  readonly name: string
  readonly arn: string
  readonly partitionKey: string
  readonly engineStreamArn: string | undefined
  readonly streamArn: string
}

export type CallEngine = (target: string, body: JsonObject) => Promise<JsonObject>

export const hostTable = async (resource: HostedResource, call: CallEngine): Promise<Table> => {
  const { properties, ref: name } = resource
  const existing = await call('DynamoDB_20120810.DescribeTable', { TableName: name }).catch(() => undefined)
  if (existing !== undefined) await updateTable(name, properties, object(existing.Table), call)
  else {
    await call('DynamoDB_20120810.CreateTable', createTableInput(name, properties))
    await switchOnTimeToLive(name, properties, call)
  }
  const described = existing ?? (await call('DynamoDB_20120810.DescribeTable', { TableName: name }))
  return {
    name,
    arn: resource.attribute('Arn'),
    partitionKey: partitionKeyOf(properties),
    streamArn: resource.attribute('StreamArn'),
    engineStreamArn: text(object(described.Table).LatestStreamArn),
  }
}

const partitionKeyOf = ({ KeySchema }: JsonObject): string => {
  const hash = list(KeySchema)
    .map(object)
    .find(({ KeyType }) => KeyType === 'HASH')
  return text(hash?.AttributeName) ?? ''
}

const createTableInput = (name: string, properties: JsonObject): JsonObject => {
  const stream = object(properties.StreamSpecification).StreamViewType
  return {
    TableName: name,
    AttributeDefinitions: properties.AttributeDefinitions,
    KeySchema: properties.KeySchema,
    BillingMode: 'PAY_PER_REQUEST',
    ...(properties.GlobalSecondaryIndexes && { GlobalSecondaryIndexes: indexes(properties) }),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
  }
}

/** A data directory may be older than the template: new indexes are added, other changes refused. */
const updateTable = async (
  name: string,
  properties: JsonObject,
  existing: JsonObject,
  call: CallEngine,
): Promise<void> => {
  const shape = ({ KeySchema, StreamSpecification }: JsonObject): string =>
    JSON.stringify([list(KeySchema), object(StreamSpecification).StreamViewType ?? null])
  if (shape(existing) !== shape(properties))
    throw new Error(
      `The table ${name} of the data directory has other keys or another stream; start with a new directory`,
    )
  const present = list(existing.GlobalSecondaryIndexes).map(index => object(index).IndexName)
  const missing = indexes(properties).filter(index => !present.includes(index.IndexName))
  for (const index of missing)
    await call('DynamoDB_20120810.UpdateTable', {
      TableName: name,
      AttributeDefinitions: properties.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    })
}

const indexes = ({ GlobalSecondaryIndexes }: JsonObject): JsonObject[] =>
  list(GlobalSecondaryIndexes).map(item => {
    const { IndexName, KeySchema, Projection } = object(item)
    return { IndexName, KeySchema, Projection }
  })

/** The engine was not seen deleting anything. DynamoDB may take days, so readers check the time. */
const switchOnTimeToLive = async (name: string, properties: JsonObject, call: CallEngine): Promise<void> => {
  const specification = object(properties.TimeToLiveSpecification)
  if (!boolean(specification.Enabled)) return
  await call('DynamoDB_20120810.UpdateTimeToLive', {
    TableName: name,
    TimeToLiveSpecification: { Enabled: true, AttributeName: specification.AttributeName },
  })
}
