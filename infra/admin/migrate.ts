import { randomUUID } from 'node:crypto'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { migrations } from '../../shared/migrations.ts'
import type { DataFormat } from '../../shared/format/data-format.ts'
import type { MigrationStep } from '../../shared/format/migration.ts'
import { type Release, thisRelease } from '../release/formats.ts'
import type { MigratedTable } from '../release/migration/items.ts'
import { raiseOldest, readFormat } from '../release/migration/position.ts'
import { countNeeds, migrateItems, type MigrationOptions } from '../release/migration/run.ts'
import { stages } from '../stages.ts'
import type { AdminCall } from './admin-command.ts'
import type { Migrated } from './migrated.ts'
import { type AdminTarget, askAws, awsClientConfig, RefusedError, refuseUnreadable } from './target.ts'

/** What this release may rewrite: as far as the stage has begun to write the newer form. */
export const pendingSteps = (
  { oldest, newest }: DataFormat,
  { writes }: Release,
  all: readonly MigrationStep[],
) => {
  const to = Math.min(newest, writes)
  return { to, steps: all.filter(step => step.from >= oldest && step.to <= to) }
}

/** @throws RefusedError, IncompleteError: run it again */
export const migrateTable = async (
  table: MigratedTable,
  { release, steps: all }: { readonly release: Release; readonly steps: readonly MigrationStep[] },
  { isDryRun, ...options }: MigrationOptions & { readonly isDryRun: boolean },
): Promise<Migrated> => {
  const found = await readFormat(table)
  if (!found) throw new RefusedError('the data says no format yet: deploy a release first')
  const { to, steps } = pendingSteps(found, release, all)
  const ends = { dryRun: isDryRun, from: found.oldest, to }
  if (to <= found.oldest) return { ...ends, to: found.oldest, items: {} }
  if (isDryRun) return { ...ends, items: await countNeeds(table, steps, options) }
  const items = await migrateItems(table, steps, to, options)
  await raiseOldest(table, found, to)
  return { ...ends, items }
}

const tableOf = async (target: AdminTarget): Promise<MigratedTable> => {
  // Imports CDK, which takes a second to load.
  const { tableName } = await import('../stacks/names.ts')
  const client = new DynamoDBClient({ ...awsClientConfig(target), maxAttempts: 10 })
  return { client, name: tableName(target.stage ?? stages.local) }
}

/** As DynamoDB counts it every six hours. */
const countItems = async ({ client, name }: MigratedTable): Promise<number> =>
  (await client.send(new DescribeTableCommand({ TableName: name }))).Table?.ItemCount ?? 0

/** `npm run admin -- migrate`: by the operator's own permissions on the table, beside the stage as it works. */
export const runMigrate = async ({ target, isDryRun, log }: AdminCall): Promise<Migrated> => {
  await refuseUnreadable(target, thisRelease)
  return askAws(target, async () => {
    const table = await tableOf(target)
    const options = { isDryRun, log, runner: randomUUID(), estimatedItems: await countItems(table) }
    return migrateTable(table, { release: thisRelease, steps: migrations }, options)
  })
}
