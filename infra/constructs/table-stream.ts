import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { tableSchema } from '../../shared/table/schema.ts'
import { ledgerStreamSilent, onResource, streamLate, streamSilent } from '../monitoring/alarms.ts'
import { backlogs } from '../monitoring/backlogs.ts'
import { published } from '../stacks/names.ts'
import type { Stage } from '../stage.ts'
import { addAlarm, addHeartbeat } from './alarm.ts'
import { type Binding, grant, listStreams } from './binding.ts'
import type { StageContext } from './context.ts'
import type { WorkerEntry } from './entries.ts'
import { NodeFunction } from './node-function.ts'
import { deadLetterQueue } from './work-queue.ts'

export interface TableStreamProps {
  readonly consumer: { readonly entry: WorkerEntry; readonly bindings: readonly Binding[] }
}

/**
 * The table's stream with its consumer, which gets every change of what `streamedSortKeys` names, oldest first. A dead letter names where in the stream, not what was in it.
 */
export class TableStream extends Construct {
  constructor(scope: Construct, context: StageContext, { consumer }: TableStreamProps) {
    super(scope, 'TableStream')
    const deadLetters = deadLetterQueue(this, context, { name: 'table-stream' })
    const { functionArn, functionName } = new NodeFunction(scope, context, {
      entry: consumer.entry,
      errorImpact: backlogs['table-stream'].errorImpact,
      bindings: [...consumer.bindings, receiveChanges(context.settings), sendDeadLetters(deadLetters)],
      timeoutSeconds: 60,
    }).lambda
    new CfnEventSourceMapping(this, 'Mapping', {
      eventSourceArn: published(context.settings, 'TableStreamArn'),
      functionName: functionArn,
      startingPosition: 'TRIM_HORIZON',
      batchSize: 100,
      // Ten batches of a shard at once, each record always in the same lane
      // (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html).
      parallelizationFactor: 10,
      functionResponseTypes: ['ReportBatchItemFailures'],
      bisectBatchOnFunctionError: true,
      // A record that never succeeds holds up its shard for this long at most; reconciliation picks up what it leaves.
      maximumRetryAttempts: 20,
      maximumRecordAgeInSeconds: 3600,
      destinationConfig: { onFailure: { destination: deadLetters.queueArn } },
      filterCriteria: { filters: [{ pattern: JSON.stringify(streamedItems) }] },
    })
    const of = { FunctionName: functionName }
    addAlarm(this, 'LateAlarm', context, onResource(streamLate, of))
    addHeartbeat(this, 'SilentAlarm', context, onResource(streamSilent, of))
  }
}

interface LedgerStreamProps {
  readonly entry: WorkerEntry
  readonly bindings: readonly Binding[]
  readonly errorImpact: string
}

/**
 * The same stream with the consumer of new lines of the ledger. It has no dead letters: what it leaves out, the daily
 * check of the ledger finds and adds.
 */
export const addLedgerStream = (
  scope: Construct,
  context: StageContext,
  consumer: LedgerStreamProps,
): void => {
  const { functionArn, functionName } = new NodeFunction(scope, context, {
    ...consumer,
    bindings: [...consumer.bindings, receiveChanges(context.settings)],
    timeoutSeconds: 60,
  }).lambda
  new CfnEventSourceMapping(scope, 'LedgerStreamMapping', {
    eventSourceArn: published(context.settings, 'TableStreamArn'),
    functionName: functionArn,
    startingPosition: 'TRIM_HORIZON',
    // One batch of a shard at a time, so that two never write the same sum; many lines together cost one write of it.
    batchSize: 1000,
    maximumBatchingWindowInSeconds: 1,
    functionResponseTypes: ['ReportBatchItemFailures'],
    bisectBatchOnFunctionError: true,
    maximumRetryAttempts: 20,
    maximumRecordAgeInSeconds: 3600,
    filterCriteria: { filters: [addedLines, heartbeats].map(each => ({ pattern: JSON.stringify(each) })) },
  })
  const of = { FunctionName: functionName }
  addHeartbeat(scope, 'LedgerStreamSilentAlarm', context, onResource(ledgerStreamSilent, of))
}

const receiveChanges = (settings: Stage): Binding => ({
  grants: [
    grant(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      published(settings, 'TableStreamArn'),
    ),
    listStreams,
    grant(['kms:Decrypt'], published(settings, 'KeyArn')),
  ],
  variables: {},
})

const sendDeadLetters = (deadLetters: Queue): Binding => ({
  grants: [grant(['sqs:SendMessage'], deadLetters.queueArn)],
  variables: {},
})

const streamedItems = {
  dynamodb: { Keys: { [tableSchema.sortKey]: { S: tableSchema.streamedSortKeys } } },
}

const addedLines = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { [tableSchema.partitionKey]: { S: [{ prefix: tableSchema.ledgerLinePrefix }] } } },
}

/** A change every few minutes, which counts nothing. */
const heartbeats = {
  dynamodb: { Keys: { [tableSchema.partitionKey]: { S: [tableSchema.heartbeatPartition] } } },
}
