import type { RemovalPolicy } from 'aws-cdk-lib'
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb'
import type { Key } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { recoveryDays } from '../../shared/table/retention.ts'
import { keyAttributes, tableSchema } from '../../shared/table/schema.ts'

export interface TableProps {
  readonly tableName: string
  readonly key: Key
  readonly removalPolicy: RemovalPolicy
  readonly isProtected: boolean
}

/** The table of all stores. */
export const table = (
  scope: Construct,
  id: string,
  { tableName, key, removalPolicy, isProtected }: TableProps,
): CfnTable => {
  const { partitionKey, sortKey, expiry, indexes } = tableSchema
  const created = new CfnTable(scope, id, {
    tableName,
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
    deletionProtectionEnabled: isProtected,
  })
  created.applyRemovalPolicy(removalPolicy)
  return created
}

const keySchema = (partitionKey: string, sortKey: string) => [
  { attributeName: partitionKey, keyType: 'HASH' },
  { attributeName: sortKey, keyType: 'RANGE' },
]

const projectionOf = (projected: readonly string[]) =>
  projected.length === 0
    ? { projectionType: 'KEYS_ONLY' }
    : { projectionType: 'INCLUDE', nonKeyAttributes: [...projected] }
