import { setTimeout as pause } from 'node:timers/promises'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { recoveryDays } from '../../shared/table/retention.ts'
import { tableSchema } from '../../shared/table/schema.ts'
import { UsageError } from '../local/options.ts'
import type { StageSettings } from '../stage-settings.ts'
import type { AdminCall } from './admin-command.ts'
import { askAws, awsClientConfig, IncompleteError, RefusedError } from './target.ts'

/** A table at a point in time, and the one that the stage uses. */
interface RestoreRun {
  readonly stage: StageSettings
  readonly to: Date
  readonly from: string
  readonly table: string
  readonly setting: string
}

const toRestoreRun = async ({ given, target: { stage } }: AdminCall): Promise<RestoreRun> => {
  if (!stage)
    throw new UsageError(
      '--stage: it is needed; the local environment’s data is its --data folder, which can be copied',
    )
  // Imports CDK, which takes a second to load.
  const { tableName } = await import('../stacks/names.ts')
  const to = new Date(String(given.to))
  // `2026-11-22T01:30:00.000Z` → `20261122t013000`
  const suffix = to.toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase()
  const setting = `data-${suffix}`
  const from = tableName(stage)
  const table = tableName({ ...stage, table: setting })
  if (table === from) throw new RefusedError(`the stage ${stage.name} uses ${table} already`)
  return { stage, to, from, table, setting }
}

export const restorePlan = async (call: AdminCall) => {
  const { stage, to, from, table, setting } = await toRestoreRun(call)
  const { name, prefix, keepsData } = stage
  const command = (words: string) => `   npm run admin -- ${words} --stage ${name}`
  const steps = [
    `The stage ${name} goes back to ${to.toISOString()}: what was accepted since then is lost.`,
    '1. Restore and configure the table; repeat the command while it exits with 4 (minutes to hours):',
    command(`restore table --to ${to.toISOString()}`),
    `2. Make the stage use it: in infra/stages.ts, \`table: '${setting}'\` for ${name}.`,
    `3. Deploy. CloudFormation takes ${table} in, and ${keepsData ? 'keeps' : 'DELETES'} ${from}:`,
    `   npx cdk diff ${prefix}-stateful -c stage=${name}`,
    `   npm run deploy -- -c stage=${name} --import-existing-resources`,
    '4. Ten minutes later, repair what the restored records lack:',
    command('reconcile'),
    '5. Repeat the admin commands since then, erasures first:',
    command(`erasures repeat --since ${to.toISOString()} --yes`),
    `   Then withdrawn credentials: the log of ${prefix}-admin-administer has a line \`admin.command\` for each.`,
    command('verifications stuck --organisation ID --mode live'),
  ]
  return { stage: name, from, table, setting, steps }
}

const describe = async (client: DynamoDBClient, table: string): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: table }))).Table
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return undefined
    throw error
  }
}

/** Changes of a table take seconds. A restore takes up to hours and is not awaited. */
const [settleTries, settleMs] = [30, 2000]

/** @throws IncompleteError */
const settled = async (client: DynamoDBClient, { table }: RestoreRun): Promise<TableDescription> => {
  for (let tries = 0; tries < settleTries; tries++) {
    const found = await describe(client, table)
    if (found?.TableStatus === 'ACTIVE') return found
    if (found?.TableStatus === 'CREATING') break
    await pause(settleMs)
  }
  throw new IncompleteError(`${table} is being restored: run the same command again later`)
}

/**
 * Settings that a restored table lacks; keys, indexes and encryption are restored
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html). Each is
 * checked first, so that a repeat is harmless.
 */
const fittings = {
  stream: {
    isThere: async (client: DynamoDBClient, restore: RestoreRun) =>
      (await settled(client, restore)).StreamSpecification?.StreamEnabled === true,
    command: (TableName: string) =>
      new UpdateTableCommand({
        TableName,
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
  },
  deletionProtection: {
    isThere: async (client: DynamoDBClient, restore: RestoreRun) =>
      !restore.stage.deletionProtection ||
      (await settled(client, restore)).DeletionProtectionEnabled === true,
    command: (TableName: string) => new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }),
  },
  timeToLive: {
    isThere: async (client: DynamoDBClient, { table: TableName }: RestoreRun) => {
      const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
      return ['ENABLED', 'ENABLING'].includes(TimeToLiveDescription?.TimeToLiveStatus ?? '')
    },
    command: (TableName: string) =>
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: tableSchema.expiry },
      }),
  },
  pointInTimeRecovery: {
    isThere: async (client: DynamoDBClient, { table: TableName }: RestoreRun) => {
      const { ContinuousBackupsDescription: found } = await client.send(
        new DescribeContinuousBackupsCommand({ TableName }),
      )
      return found?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED'
    },
    command: (TableName: string) =>
      new UpdateContinuousBackupsCommand({
        TableName,
        PointInTimeRecoverySpecification: {
          PointInTimeRecoveryEnabled: true,
          RecoveryPeriodInDays: recoveryDays,
        },
      }),
  },
} as const

/**
 * Restores the table under a new name and completes its settings. The stream comes first and begins empty, so
 * that no old change is published again. @throws IncompleteError while it is in progress
 */
export const restoreTable = async (call: AdminCall) => {
  const restore = await toRestoreRun(call)
  const { table, setting, from, to } = restore
  return askAws(call.target, async () => {
    const client = new DynamoDBClient(awsClientConfig(call.target))
    const names = { SourceTableName: from, TargetTableName: table }
    if (!(await describe(client, table)))
      await client.send(new RestoreTableToPointInTimeCommand({ ...names, RestoreDateTime: to }))
    await settled(client, restore)
    const fitted: string[] = []
    for (const [name, { isThere, command }] of Object.entries(fittings)) {
      if (await isThere(client, restore)) continue
      await client.send(command(table) as UpdateTableCommand)
      fitted.push(name)
    }
    return { table, setting, fitted }
  })
}
