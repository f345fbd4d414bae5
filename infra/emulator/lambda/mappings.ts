import type { DatabaseSync } from 'node:sqlite'
import type { HostedResource } from '../cloudformation/identity.ts'
import type { Plan } from '../cloudformation/plan.ts'
import type { DataDirectory } from '../data-directory.ts'
import type { EngineConnection } from '../dynamodb/dynamodb-engine.ts'
import { openStream, type StreamRecords, type WriteSignal } from '../dynamodb/stream-reader.ts'
import type { Table } from '../dynamodb/table.ts'
import type { Recorder } from '../inspect.ts'
import { text } from '../json.ts'
import { plainMessage, type Queue } from '../sqs/queue.ts'
import { failureQueue, type Mapping } from './event-source-mapping.ts'
import type { LambdaFunction } from './function.ts'
import { hostQueueMapping } from './queue-mapping.ts'
import { type Checkpoint, hostStreamMapping } from './stream-mapping.ts'

interface MappingsOptions {
  readonly plan: Pick<Plan, 'ofType'>
  readonly data: Pick<DataDirectory, 'database'>
  readonly recorder: Recorder
  readonly connection: Pick<EngineConnection, 'call'>
  readonly streamRecords: StreamRecords | undefined
  readonly writes: WriteSignal
  readonly queues: readonly Queue[]
  readonly tables: readonly Table[]
  findFunction(arn: string): LambdaFunction | undefined
  writeLog(line: string): void
}

export const hostMappings = (options: MappingsOptions): Mapping[] =>
  options.plan.ofType('AWS::Lambda::EventSourceMapping').map(mapping => {
    const target = options.findFunction(text(mapping.properties.FunctionName) ?? '')!
    const source = text(mapping.properties.EventSourceArn)
    const queue = options.queues.find(({ arn }) => arn === source)
    if (queue !== undefined) return hostQueueMapping(mapping, queue, target, options.writeLog)
    const table = options.tables.find(({ streamArn }) => streamArn === source)
    if (table?.engineStreamArn === undefined)
      throw new Error(`${mapping.path}: there is no event source ${source}`)
    return streamMapping(mapping, table, target, options)
  })

const streamMapping = (
  mapping: HostedResource,
  table: Table,
  target: LambdaFunction,
  options: MappingsOptions,
): Mapping => {
  const { connection, writes, queues, recorder, writeLog } = options
  const destination = failureQueue(mapping)
  return hostStreamMapping(mapping, {
    stream: openStream(table, mapping.stack.region, connection.call),
    checkpoint: checkpointOf(mapping, table, options),
    target,
    nextWrite: writes.next,
    onFailure: notice => {
      const body = JSON.stringify(notice)
      recorder.record('sqs', 'SendMessage', body)
      queues.find(({ arn }) => arn === destination)?.send(plainMessage(body))
    },
    writeLog,
  })
}

/**
 * Position of the mapping. Records that all mappings of the table have passed may be deleted. The table is part
 * of the key: AWS replaces a mapping whose source changes.
 */
const checkpointOf = (
  mapping: HostedResource,
  table: Table,
  { plan, data, streamRecords }: MappingsOptions,
): Checkpoint => {
  const checkpoints = openCheckpoints(data.database)
  const readers = plan
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => properties.EventSourceArn === table.streamArn)
  const nameOf = ({ path }: HostedResource): string => `${path} ${table.name}`
  return {
    read: () => checkpoints.read(nameOf(mapping)),
    write: sequenceNumber => {
      checkpoints.write(nameOf(mapping), sequenceNumber)
      const positions = readers.map(reader => Number(checkpoints.read(nameOf(reader)) ?? 0))
      streamRecords?.passed(table.name, Math.min(...positions))
    },
  }
}

const openCheckpoints = (database: DatabaseSync) => {
  database.exec('CREATE TABLE IF NOT EXISTS checkpoints (mapping TEXT PRIMARY KEY, sequenceNumber TEXT)')
  const select = database.prepare('SELECT sequenceNumber FROM checkpoints WHERE mapping = ?')
  const upsert = database.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)')
  return {
    read: (mapping: string) => select.get(mapping)?.sequenceNumber as string | undefined,
    write: (mapping: string, sequenceNumber: string) => void upsert.run(mapping, sequenceNumber),
  }
}
