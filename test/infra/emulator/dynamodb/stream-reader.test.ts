import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import { StreamViewType } from 'aws-cdk-lib/aws-dynamodb'
import { afterAll, describe, expect, test } from 'vitest'
import { forgottenAtOnce, keptRecords } from '../../../../infra/emulator/dynamodb/stream-reader.ts'
import {
  clientSettings,
  type Define,
  eventually,
  feed,
  mayFollow,
  startWorld,
  tableOf,
  temporaryFolder,
} from '../environment.ts'

/** Counts what it is given, and says the number of the last; a patient one fails until it is told to begin. */
const consumer = (isPatient: boolean) => `
let isOpen = ${!isPatient}
const seen = new Set()
export const handler = async event => {
  if (event.kind === 'seen') return { count: seen.size, last: [...seen].at(-1) }
  if (event.kind === 'open') return void (isOpen = true)
  if (!isOpen) throw new Error('not yet')
  for (const { dynamodb } of event.Records) seen.add(dynamodb.SequenceNumber)
}`

const define: Define = (stack, lambda) => {
  const table = tableOf(stack, 'Table', { tableName: 'counted', stream: StreamViewType.NEW_AND_OLD_IMAGES })
  for (const [id, isPatient] of [
    ['Quick', false],
    ['Patient', true],
  ] as const)
    feed(lambda(id, consumer(isPatient), { may: [mayFollow(table)] }), table.tableStreamArn, {
      startingPosition: 'TRIM_HORIZON',
      batchSize: 100,
    })
}

const folder = temporaryFolder()
const written = keptRecords + 400

const put = (first: number, count: number) =>
  new DynamoDBClient(clientSettings(world.emulator)).send(
    new TransactWriteItemsCommand({
      TransactItems: Array.from({ length: count }, (_, index) => ({
        Put: { TableName: 'counted', Item: { pk: { S: `item-${first + index}` } } },
      })),
    }),
  )
const seenBy = (name: string, count: number) =>
  eventually(`${count} records at ${name}`, async () => {
    const seen = (await world.emulator.invoke(`Service/${name}`, { kind: 'seen' })) as {
      count: number
      last: string
    }
    return seen.count === count ? seen : undefined
  })
const kept = () =>
  tables.prepare("SELECT count(*) AS count FROM _stream_records WHERE table_name = 'counted'").get()!
    .count as number

const world = await startWorld(define, { dataDirectory: folder.path, containersPerFunction: 1 })
afterAll(async () => {
  tables?.close()
  await world?.stop()
  folder.remove()
})
const tables = new DatabaseSync(`${folder.path}/tables.db`, { readOnly: true })
for (let first = 0; first < written; first += 100) await put(first, 100)

describe('the records of a table’s stream', () => {
  test('stay as long as one of its readers has not passed them', async () => {
    await seenBy('Quick', written)
    expect(kept()).toBe(written)
  })

  test('are forgotten once all have, but for the last thousand', async () => {
    await world.emulator.invoke('Service/Patient', { kind: 'open' })
    await seenBy('Patient', written)
    await eventually('the older ones to be gone', async () =>
      kept() <= keptRecords + forgottenAtOnce ? true : undefined,
    )
    expect(kept()).toBeGreaterThanOrEqual(keptRecords)
  })

  test('are numbered on from there', async () => {
    await put(written, 1)
    expect(await seenBy('Quick', written + 1)).toMatchObject({ last: String(written + 1) })
  })

  test('are numbered and found by the index, never by a walk through all of them', () => {
    const binary = readFileSync(
      `node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`,
      'latin1',
    )
    const plansOf = (statement: RegExp) =>
      tables
        .prepare(`EXPLAIN QUERY PLAN ${statement.exec(binary)?.[0]}`)
        .all()
        .map(({ detail }) => detail)
    expect(plansOf(/SELECT COALESCE\(MAX\(CAST\(sequence_number[^?]*\?1/)).toEqual([
      'SEARCH _stream_records USING COVERING INDEX region_stream_position (table_name=?)',
    ])
    expect(plansOf(/SELECT event_name, keys_json[^;]*sequence_number[^;]*LIMIT \?4/)).toEqual([
      'SEARCH _stream_records USING INDEX region_stream_position (table_name=? AND <expr>>?)',
    ])
  })
})
