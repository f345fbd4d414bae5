import type { Plan } from './cloudformation/plan.ts'
import { hostIssuer } from './cognito/issuer.ts'
import { hostUserPool } from './cognito/user-pool.ts'
import { openCustomerAccounts } from './customer/accounts.ts'
import type { DataDirectory } from './data-directory.ts'
import { connectEngine, startDynamoDbEngine } from './dynamodb/dynamodb-engine.ts'
import { openStreamRecords, openWriteSignal } from './dynamodb/stream-reader.ts'
import { hostTable } from './dynamodb/table.ts'
import type { Listeners } from './emulator-resources.ts'
import type { Principal } from './iam/principal.ts'
import type { Recorder } from './inspect.ts'
import type { FunctionsOptions } from './lambda/function.ts'
import { openSentMessages } from './messages.ts'
import { hostBucket, hostLock } from './s3/bucket.ts'
import { hostSecrets } from './secrets/secret.ts'
import { hostQueue, startFauxqs } from './sqs/fauxqs.ts'

export interface ServicesOptions extends Omit<FunctionsOptions, 'gatewayUrl' | 'plan'> {
  readonly plan: Plan
  readonly data: DataDirectory
  readonly doors: Listeners
  readonly recorder: Recorder
  readonly administrator: Principal
  /** Milliseconds that work in progress may take when the emulator stops. */
  grace(): number
  onBreakdown(reason: string): void
}

export type Stores = Awaited<ReturnType<typeof hostStores>>

export const hostStores = async ({ plan, data, cleanup, onBreakdown, doors }: ServicesOptions) => {
  const fauxqs = await startFauxqs(data.queueFolder)
  cleanup.defer(fauxqs.stop)
  const engine = await startDynamoDbEngine(data.tableFile, onBreakdown)
  cleanup.defer(engine.stop)
  const connection = connectEngine(engine.endpoint, onBreakdown)
  const streamRecords = engine.databaseFile === undefined ? undefined : openStreamRecords(engine.databaseFile)
  cleanup.defer(() => streamRecords?.close())
  const buckets = plan.ofType('AWS::S3::Bucket')
  const tables = plan.ofType('AWS::DynamoDB::Table').map(table => hostTable(table, connection.call))
  return {
    fauxqs,
    bucketCors: new Map(buckets.map(bucket => hostBucket(bucket, fauxqs))),
    lockedBuckets: buckets.flatMap(bucket => hostLock(bucket, data.database) ?? []),
    connection,
    streamRecords,
    writes: openWriteSignal(),
    tables: await Promise.all(tables),
    queues: plan.ofType('AWS::SQS::Queue').map(queue => hostQueue(queue, fauxqs)),
    userPool: hostPeople({ plan, data, doors }),
    secrets: hostSecrets(plan.ofType('AWS::SecretsManager::Secret'), data.database),
    outbox: openSentMessages(data.outboxFolder),
    customers: openCustomerAccounts(fauxqs),
  }
}

const hostPeople = ({ plan, data, doors }: Pick<ServicesOptions, 'plan' | 'data' | 'doors'>) => {
  const [resource] = plan.ofType('AWS::Cognito::UserPool')
  if (resource === undefined) return undefined
  const pool = hostUserPool(resource, plan.ofType('AWS::Cognito::UserPoolGroup'), data.database)
  const clients = plan.ofType('AWS::Cognito::UserPoolClient')
  doors.openIssuer(hostIssuer({ url: doors.addresses.issuer, pool, clients }))
  return pool
}
