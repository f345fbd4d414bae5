import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { tableSchema } from '../../shared/table/schema.ts'
import type { StatefulStack } from '../stateful-stack.ts'
import { listStreams } from './account-wide.ts'
import { addAlarm } from './alarm.ts'
import { type Binding, grant } from './binding.ts'
import type { Context } from './context.ts'
import { deadLetterQueue } from './dead-letter-queue.ts'
import type { WorkerFunction } from './worker-function.ts'

/** The table's stream on its way to the outbox. A dead letter names where in the stream, not what was in it. */
export class TableStream extends Construct {
  readonly receive: Binding
  private readonly deadLetters: Queue
  private readonly streamArn: string

  constructor(
    scope: Construct,
    context: Context,
    { tableStreamArn, key }: StatefulStack,
    errorImpact: string,
  ) {
    super(scope, 'TableStream')
    this.streamArn = tableStreamArn
    this.deadLetters = deadLetterQueue(this, context, 'table-stream', errorImpact)
    this.receive = {
      grants: [
        grant(
          ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
          tableStreamArn,
        ),
        listStreams,
        grant(['kms:Decrypt'], key.keyArn),
        grant(['sqs:SendMessage'], this.deadLetters.queueArn),
      ],
      variables: {},
    }
  }

  /** Feeds the outbox with every change of a verification or an assignment, oldest first. */
  feed(consumer: WorkerFunction, context: Context, errorImpact: string) {
    new CfnEventSourceMapping(this, 'Mapping', {
      eventSourceArn: this.streamArn,
      functionName: consumer.lambda.functionArn,
      startingPosition: 'TRIM_HORIZON',
      batchSize: 100,
      functionResponseTypes: ['ReportBatchItemFailures'],
      bisectBatchOnFunctionError: true,
      // A record that never succeeds holds up its shard for this long at most; reconciliation picks up what it leaves.
      maximumRetryAttempts: 20,
      maximumRecordAgeInSeconds: 3600,
      destinationConfig: { onFailure: { destination: this.deadLetters.queueArn } },
      filterCriteria: { filters: [{ pattern: JSON.stringify(streamedItems) }] },
    })
    addAlarm(this, 'LateAlarm', context, {
      name: 'table-stream-late',
      errorImpact: `The table's stream is read too late. ${errorImpact}`,
      metric: {
        namespace: 'AWS/Lambda',
        name: 'IteratorAge',
        of: { FunctionName: consumer.lambda.functionName },
      },
      statistic: 'Maximum',
      above: 300_000,
    })
  }
}

const streamedItems = {
  dynamodb: { Keys: { [tableSchema.sortKey]: { S: tableSchema.streamedSortKeys } } },
}
