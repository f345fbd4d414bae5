import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { ledgerLinePrefix } from '../../shared/ledger/kinds.ts'
import { heartbeatPartition } from '../../shared/outbox/heartbeat-kind.ts'
import { streamedSortKeys } from '../../shared/outbox/streamed-kinds.ts'
import { tableSchema } from '../../shared/table/schema.ts'
import { addAlarm, addHeartbeat, onResource, type ResourceAlarm, type ResourceHeartbeat } from './alarm.ts'
import { type Binding, grant, listStreams } from './binding.ts'
import type { StageContext } from './context.ts'
import type { NodeFunction } from './node-function.ts'
import { deadLetterQueue } from './work-queue.ts'

/** The stream of the stage's table, and the key that its records are encrypted with. */
export interface StreamSource {
  readonly streamArn: string
  readonly keyArn: string
}

/** What a consumer of the stream may do. */
export const receiveChanges = ({ streamArn, keyArn }: StreamSource): Binding => ({
  grants: [
    grant(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], streamArn),
    listStreams,
    grant(['kms:Decrypt'], keyArn),
  ],
  variables: {},
})

interface TableStreamAlarms {
  readonly deadLetters: ResourceAlarm
  readonly late: ResourceAlarm
  readonly silent: ResourceHeartbeat
}

/**
 * The table's stream with its consumer, which gets every change of what `streamedSortKeys` names, oldest first. A dead letter names where in the stream, not what was in it.
 */
export class TableStream extends Construct {
  /** What its consumer may do. */
  readonly receive: Binding
  private readonly context: StageContext
  private readonly source: StreamSource
  private readonly alarms: TableStreamAlarms
  private readonly deadLetters: Queue

  constructor(scope: Construct, context: StageContext, source: StreamSource, alarms: TableStreamAlarms) {
    super(scope, 'TableStream')
    this.context = context
    this.source = source
    this.alarms = alarms
    this.deadLetters = deadLetterQueue(this, context, { name: 'table-stream', alarm: alarms.deadLetters })
    const { grants, variables } = receiveChanges(source)
    const sendDeadLetters = grant(['sqs:SendMessage'], this.deadLetters.queueArn)
    this.receive = { grants: [...grants, sendDeadLetters], variables }
  }

  deliverTo({ lambda: { functionArn, functionName } }: NodeFunction): void {
    new CfnEventSourceMapping(this, 'Mapping', {
      eventSourceArn: this.source.streamArn,
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
      destinationConfig: { onFailure: { destination: this.deadLetters.queueArn } },
      filterCriteria: { filters: [{ pattern: JSON.stringify(streamedItems) }] },
    })
    const of = { FunctionName: functionName }
    addAlarm(this, 'LateAlarm', this.context, onResource(this.alarms.late, of))
    addHeartbeat(this, 'SilentAlarm', this.context, onResource(this.alarms.silent, of))
  }
}

/**
 * The same stream for the consumer of new lines of the ledger. It has no dead letters: what it leaves out, the daily
 * check of the ledger finds and adds.
 */
export const deliverLedgerLines = (
  scope: Construct,
  context: StageContext,
  { streamArn }: StreamSource,
  { lambda: { functionArn, functionName } }: NodeFunction,
  silent: ResourceHeartbeat,
): void => {
  new CfnEventSourceMapping(scope, 'LedgerStreamMapping', {
    eventSourceArn: streamArn,
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
  addHeartbeat(scope, 'LedgerStreamSilentAlarm', context, onResource(silent, { FunctionName: functionName }))
}

const streamedItems = {
  dynamodb: { Keys: { [tableSchema.sortKey]: { S: streamedSortKeys } } },
}

const addedLines = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { [tableSchema.partitionKey]: { S: [{ prefix: ledgerLinePrefix }] } } },
}

/** A change every few minutes, which counts nothing. */
const heartbeats = {
  dynamodb: { Keys: { [tableSchema.partitionKey]: { S: [heartbeatPartition] } } },
}
