import { describe, expect, it } from 'vitest'
import { storedPhotoKind } from '../../../shared/evidence/photo-kinds.ts'
import { ledgerKind } from '../../../shared/ledger/kinds.ts'
import { erasureDays, recoveryDays } from '../../../shared/table/retention.ts'
import { tableSchema } from '../../../shared/table/schema.ts'
import { trailKind } from '../../../shared/trail/kinds.ts'
import { marksPrefix } from '../../../shared/subject/erasure-mark.ts'
import { trailLogKind } from '../../../shared/log/kind.ts'
import { everyStage, type Resource, type Synthesised } from '../synthesised.ts'

interface TableProperties {
  BillingMode: string
  KeySchema: { AttributeName: string; KeyType: string }[]
  GlobalSecondaryIndexes: {
    IndexName: string
    KeySchema: { AttributeName: string }[]
    Projection: { ProjectionType: string; NonKeyAttributes?: string[] }
  }[]
  PointInTimeRecoverySpecification: object
  StreamSpecification: { StreamViewType: string }
  SSESpecification: { SSEEnabled: boolean; SSEType: string; KMSMasterKeyId: unknown }
  TimeToLiveSpecification: { AttributeName: string; Enabled: boolean }
  DeletionProtectionEnabled: boolean
}

interface BucketProperties {
  PublicAccessBlockConfiguration: Record<string, boolean>
  BucketEncryption: unknown
  VersioningConfiguration?: unknown
  ObjectLockEnabled?: boolean
  ObjectLockConfiguration?: unknown
  LifecycleConfiguration: {
    Rules: {
      ExpirationInDays?: number
      NoncurrentVersionExpiration?: { NoncurrentDays: number }
      Prefix?: string
      Transitions?: { StorageClass: string; TransitionInDays: number }[]
      Status: string
    }[]
    TransitionDefaultMinimumObjectSize?: string
  }
}

const stateful = [
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolDomain',
  'AWS::Cognito::UserPoolGroup',
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::KMS::Key',
  'AWS::SecretsManager::Secret',
]

const only = <Properties>(synthesised: Synthesised, type: string): Resource<Properties> => {
  const found = synthesised.of<Properties>(type)
  expect(found, type).toHaveLength(1)
  return found[0]!
}

describe.each(await everyStage())('the data of $settings.name', stage => {
  const table = only<TableProperties>(stage, 'AWS::DynamoDB::Table')
  const [bucket, trailLog, ledger] = stage.of<BucketProperties>('AWS::S3::Bucket') as [
    Resource<BucketProperties>,
    Resource<BucketProperties>,
    Resource<BucketProperties>,
  ]
  const isKept = ['staging', 'prod'].includes(stage.settings.name)

  it('can be restored to any second, and streams both images', () => {
    expect(table.Properties.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: recoveryDays,
    })
    expect(table.Properties.StreamSpecification.StreamViewType).toBe('NEW_AND_OLD_IMAGES')
    expect(table.Properties.BillingMode).toBe('PAY_PER_REQUEST')
  })

  it('has the keys and indexes of the schema that the code reads', () => {
    expect(table.Properties.KeySchema.map(key => key.AttributeName)).toEqual(['pk', 'sk'])
    const indexes = table.Properties.GlobalSecondaryIndexes.map(index => ({
      name: index.IndexName,
      keys: index.KeySchema.map(key => key.AttributeName),
      projected: index.Projection.NonKeyAttributes ?? index.Projection.ProjectionType,
    }))
    expect(indexes).toEqual([
      { name: 'gsi1', keys: ['gsi1pk', 'gsi1sk'], projected: tableSchema.indexes[0].projected },
      { name: 'gsi2', keys: ['gsi2pk', 'gsi2sk'], projected: 'KEYS_ONLY' },
      { name: 'gsi3', keys: ['gsi3pk', 'gsi1sk'], projected: tableSchema.indexes[2].projected },
    ])
  })

  it('expires by the attribute that retention writes', () => {
    expect(table.Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expiresAt', Enabled: true })
  })

  it('is encrypted with a key of our own that rotates', () => {
    const key = only<{ EnableKeyRotation: boolean }>(stage, 'AWS::KMS::Key')
    const keyArn = { 'Fn::GetAtt': [key.id, 'Arn'] }
    expect(key.Properties.EnableKeyRotation).toBe(true)
    expect(table.Properties.SSESpecification).toEqual({
      SSEEnabled: true,
      SSEType: 'KMS',
      KMSMasterKeyId: keyArn,
    })
    expect(JSON.stringify(bucket.Properties.BucketEncryption)).toContain(JSON.stringify(keyArn))
    for (const secret of stage.of<{ KmsKeyId: unknown }>('AWS::SecretsManager::Secret'))
      expect(secret.Properties.KmsKeyId).toEqual(keyArn)
  })

  it('shows no photo to the public, none over plain HTTP, and none after its retention', () => {
    for (const { Properties } of [bucket, trailLog, ledger])
      expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true])
    const policies = stage.of<unknown>('AWS::S3::BucketPolicy')
    expect(policies).toHaveLength(stage.of('AWS::S3::Bucket').length)
    for (const policy of policies)
      expect(JSON.stringify(policy.Properties)).toContain('"aws:SecureTransport":"false"')
    expect(bucket.Properties.VersioningConfiguration).toBeUndefined()
    expect(bucket.Properties.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({ ExpirationInDays: storedPhotoKind.days, Prefix: 'evidence/' }),
    )
  })

  it.each([
    ['the log of the trails', trailLog, trailLogKind.days],
    ['seals of the ledger', ledger, ledgerKind.days],
  ] as const)('locks %s for as long as it is kept, and lets it go then', (_what, { Properties }, Days) => {
    const Mode = stage.settings.name === 'prod' ? 'COMPLIANCE' : 'GOVERNANCE'
    expect(Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' })
    expect(Properties.ObjectLockEnabled).toBe(true)
    expect(Properties.ObjectLockConfiguration).toEqual({
      ObjectLockEnabled: 'Enabled',
      Rule: { DefaultRetention: { Mode, Days } },
    })
    expect(Properties.LifecycleConfiguration.Rules).toEqual([
      {
        Id: 'retention',
        Status: 'Enabled',
        ExpirationInDays: Days + 1,
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      },
      { Id: 'marks', Status: 'Enabled', ExpiredObjectDeleteMarker: true },
    ])
    // No key of ours, whose deletion would be the log's.
    expect(JSON.stringify(Properties.BucketEncryption)).toContain('AES256')
  })

  it('keeps the log of the trails for longer than trails are kept and restored', () => {
    expect(trailLogKind.days).toBeGreaterThanOrEqual(trailKind.days + recoveryDays)
  })

  it('knows what was erased for longer than any restore goes back', () => {
    const days = bucket.Properties.LifecycleConfiguration.Rules.flatMap(({ Prefix, ExpirationInDays }) =>
      Prefix === marksPrefix ? [ExpirationInDays] : [],
    )
    expect(days).toEqual([erasureDays])
    expect(erasureDays).toBeGreaterThan(recoveryDays)
    // Under every other prefix that has a rule it would go with photos.
    expect(marksPrefix).not.toMatch(/^(evidence|incoming)/)
  })

  it('keeps photos in Standard for 90 days, then in Glacier Instant Retrieval at a sixth of the price', () => {
    const { Rules, TransitionDefaultMinimumObjectSize } = bucket.Properties.LifecycleConfiguration
    expect(Rules.filter(({ Status }) => Status !== 'Enabled')).toEqual([])
    expect(Rules.flatMap(({ Transitions = [] }) => Transitions)).toEqual([
      { StorageClass: 'GLACIER_IR', TransitionInDays: 90 },
    ])
    // Small ones stay: S3's own default.
    expect(TransitionDefaultMinimumObjectSize).toBeUndefined()
    // The cheaper class is paid for 90 days at least.
    expect(storedPhotoKind.days - 90).toBeGreaterThanOrEqual(90)
  })

  it('gives every purpose a secret of its own, which nobody has typed', () => {
    const secrets = stage.of<{ Name: string; GenerateSecretString?: object; SecretString?: string }>(
      'AWS::SecretsManager::Secret',
    )
    expect(new Set(secrets.map(({ Properties }) => Properties.Name)).size).toBe(secrets.length)
    for (const { Properties } of secrets) {
      expect(Properties.GenerateSecretString).toBeDefined()
      expect(Properties.SecretString).toBeUndefined()
    }
  })

  it(`${isKept ? 'survives' : 'goes with'} the deletion of its stack`, () => {
    expect(table.Properties.DeletionProtectionEnabled).toBe(isKept)
    for (const type of stateful)
      for (const resource of stage.of(type)) {
        expect(resource.DeletionPolicy, resource.id).toBe(isKept ? 'RetainExceptOnCreate' : 'Delete')
        expect(resource.UpdateReplacePolicy, resource.id).toBe(isKept ? 'Retain' : 'Delete')
      }
  })

  it('lies in a stack of its own, apart from everything that runs', () => {
    for (const { Type, stack } of stage.all) expect(stack.endsWith('-stateful'), Type).toBe(isData(Type))
  })
})

const isData = (type: string) => [...stateful, 'AWS::S3::BucketPolicy', 'AWS::KMS::Alias'].includes(type)
