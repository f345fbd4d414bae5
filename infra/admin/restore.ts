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
import type { Stage } from '../stages.ts'
import type { CommandOptions } from './admin-command.ts'
import { IncompleteError, RefusedError } from './exit.ts'
import { type AdminTarget, awsClientConfig, describeUnreachable } from './target.ts'

/** A table at a point in time, and the one that the stage uses. */
interface RestoreRun {
  readonly stage: Stage
  readonly to: Date
  readonly from: string
  readonly table: string
  readonly setting: string
}

/** `2026-11-22T01:30:00.000Z` → `20261122t013000` */
const suffixOf = (to: string): string => to.slice(0, 19).replace(/[-:]/g, '').toLowerCase()

const restoreOf = async ({ to }: CommandOptions, { stage }: AdminTarget): Promise<RestoreRun> => {
  if (!stage)
    throw new UsageError(
      '--stage: it is needed; the local environment’s data is its --data folder, which can be copied',
    )
  // Imports CDK, which takes a second to load.
  const { tableName } = await import('../names.ts')
  const setting = `data-${suffixOf(String(to))}`
  const from = tableName(stage)
  const table = tableName({ ...stage, table: setting })
  if (table === from) throw new RefusedError(`the stage ${stage.name} lives on ${table} already`)
  return { stage, to: new Date(String(to)), from, table, setting }
}

export const restorePlan = async (given: CommandOptions, place: AdminTarget) => {
  const { stage, to, from, table, setting } = await restoreOf(given, place)
  const { name, prefix, keepsData } = stage
  const command = (words: string) => `   npm run admin -- ${words} --stage ${name}`
  const steps = [
    `The stage ${name} goes back to ${to.toISOString()}: what was accepted since then is lost.`,
    '1. Make the table of then, and fit it out; again while it ends with 4 (minutes to hours):',
    command(`restore table --to ${to.toISOString()}`),
    `2. Let the stage live on it: in infra/stages.ts, \`table: '${setting}'\` for ${name}.`,
    `3. Deploy. CloudFormation takes ${table} in, and ${keepsData ? 'keeps' : 'DELETES'} ${from}:`,
    `   npx cdk diff ${prefix}-stateful -c stage=${name}`,
    `   npm run deploy -- -c stage=${name} --import-existing-resources`,
    '4. Ten minutes later, have everything seen to that the records of then lack:',
    command('reconcile'),
    '5. Do once more what was administered since, erasures first:',
    command(`erasures repeat --since ${to.toISOString()} --yes`),
    `   Then withdrawn credentials: the log of ${prefix}-admin-administer has a line \`admin.command\` for each.`,
    command('verifications stuck --organisation ID --mode live'),
  ]
  return { stage: name, from, table, setting, steps }
}

type Client = Pick<DynamoDBClient, 'send'>

const describe = async (client: Client, table: string): Promise<TableDescription | undefined> => {
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
const settled = async (client: Client, { table }: RestoreRun): Promise<TableDescription> => {
  for (let tries = 0; tries < settleTries; tries++) {
    const found = await describe(client, table)
    if (found?.TableStatus === 'ACTIVE') return found
    if (found?.TableStatus === 'CREATING') break
    await pause(settleMs)
  }
  throw new IncompleteError(`${table} is under way: the same once more, later, goes on`)
}

/**
 * Settings that a restored table lacks; keys, indexes and encryption are restored
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html). Each is
 * checked first, so that a repeat is harmless.
 */
const fittings = {
  stream: {
    isThere: async (client: Client, restore: RestoreRun) =>
      (await settled(client, restore)).StreamSpecification?.StreamEnabled === true,
    command: ({ table }: RestoreRun) =>
      new UpdateTableCommand({
        TableName: table,
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
  },
  deletionProtection: {
    isThere: async (client: Client, restore: RestoreRun) =>
      !restore.stage.deletionProtection ||
      (await settled(client, restore)).DeletionProtectionEnabled === true,
    command: ({ table }: RestoreRun) =>
      new UpdateTableCommand({ TableName: table, DeletionProtectionEnabled: true }),
  },
  timeToLive: {
    isThere: async (client: Client, { table }: RestoreRun) => {
      const command = new DescribeTimeToLiveCommand({ TableName: table })
      const status = (await client.send(command)).TimeToLiveDescription?.TimeToLiveStatus
      return status === 'ENABLED' || status === 'ENABLING'
    },
    command: ({ table }: RestoreRun) =>
      new UpdateTimeToLiveCommand({
        TableName: table,
        TimeToLiveSpecification: { Enabled: true, AttributeName: tableSchema.expiry },
      }),
  },
  pointInTimeRecovery: {
    isThere: async (client: Client, { table }: RestoreRun) => {
      const command = new DescribeContinuousBackupsCommand({ TableName: table })
      const { ContinuousBackupsDescription } = await client.send(command)
      return (
        ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED'
      )
    },
    command: ({ table }: RestoreRun) =>
      new UpdateContinuousBackupsCommand({
        TableName: table,
        PointInTimeRecoverySpecification: {
          PointInTimeRecoveryEnabled: true,
          RecoveryPeriodInDays: recoveryDays,
        },
      }),
  },
} as const

type FittingTable = keyof typeof fittings

const fitOut = async (client: Client, restore: RestoreRun): Promise<readonly FittingTable[]> => {
  const fitted: FittingTable[] = []
  for (const [name, { isThere, command }] of Object.entries(fittings)) {
    if (await isThere(client, restore)) continue
    await client.send(command(restore) as UpdateTableCommand)
    fitted.push(name as FittingTable)
  }
  return fitted
}

export interface RestoreResult {
  readonly table: string
  readonly setting: string
  readonly fitted: readonly FittingTable[]
}

const begin = async (client: Client, { from, table, to }: RestoreRun): Promise<void> => {
  const names = { SourceTableName: from, TargetTableName: table }
  await client.send(new RestoreTableToPointInTimeCommand({ ...names, RestoreDateTime: to }))
}

/**
 * Restores the table under a new name and completes its settings. The stream comes first and begins empty, so
 * that no old change is published again. @throws IncompleteError while it is in progress
 */
const make = async (client: Client, restore: RestoreRun): Promise<RestoreResult> => {
  const { table, setting } = restore
  if (!(await describe(client, table))) await begin(client, restore)
  await settled(client, restore)
  return { table, setting, fitted: await fitOut(client, restore) }
}

export const restoreTable = async (given: CommandOptions, place: AdminTarget): Promise<RestoreResult> => {
  const restore = await restoreOf(given, place)
  try {
    return await make(new DynamoDBClient(awsClientConfig(place)), restore)
  } catch (error) {
    if (error instanceof IncompleteError) throw error
    throw describeUnreachable(error as Error, place) ?? new RefusedError((error as Error).message)
  }
}
