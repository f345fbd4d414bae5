import type { RemovalPolicy } from 'aws-cdk-lib'
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb'
import type { Key } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { recoveryDays } from '../../shared/table/retention.ts'
import { keyAttributes, tableSchema } from '../../shared/table/schema.ts'
import { tableName } from '../stacks/names.ts'
import type { Stage } from '../stage.ts'
import { isComplete, toConstructId } from './context.ts'

export const table = (
  scope: Construct,
  settings: Stage,
  key: Key,
  removalPolicy: RemovalPolicy,
): CfnTable => {
  const { partitionKey, sortKey, expiry, indexes } = tableSchema
  const created = new CfnTable(scope, idOf(settings), {
    tableName: tableName(settings),
    billingMode: 'PAY_PER_REQUEST',
    keySchema: keySchema(partitionKey, sortKey),
    attributeDefinitions: keyAttributes.map(attributeName => ({ attributeName, attributeType: 'S' })),
    globalSecondaryIndexes: indexes.map(index => ({
      indexName: index.name,
      keySchema: keySchema(index.partitionKey, index.sortKey),
      projection: projectionOf(index.projected),
    })),
    timeToLiveSpecification: { attributeName: expiry, enabled: true },
    streamSpecification: { streamViewType: 'NEW_AND_OLD_IMAGES' },
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: recoveryDays,
    },
    sseSpecification: { sseEnabled: true, sseType: 'KMS', kmsMasterKeyId: key.keyArn },
    deletionProtectionEnabled: settings.deletionProtection && isComplete(settings, 'stateful'),
  })
  created.applyRemovalPolicy(removalPolicy)
  return created
}

/**
 * A table of another name is another resource: CloudFormation takes in the restored one beside the old one, which stays
 * if the stage keeps its data, and replaces nothing.
 */
const idOf = ({ name, table: tableName }: Stage): string => {
  if (!/^data(-\d{8}t\d{6})?$/.test(tableName))
    throw new Error(
      `The stage ${name}: table: expected data, or what \`restore plan\` named, not ${tableName}.`,
    )
  return toConstructId(tableName.replace('data', 'table'))
}

const keySchema = (partitionKey: string, sortKey: string) => [
  { attributeName: partitionKey, keyType: 'HASH' },
  { attributeName: sortKey, keyType: 'RANGE' },
]

const projectionOf = (projected: readonly string[]) =>
  projected.length === 0
    ? { projectionType: 'KEYS_ONLY' }
    : { projectionType: 'INCLUDE', nonKeyAttributes: [...projected] }
