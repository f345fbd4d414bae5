import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { tableSchema } from '../../shared/table/schema.ts'
import type { WorkerEntry } from '../entries.ts'
import { onResource, streamLate, streamSilent } from '../monitoring/alarms.ts'
import { backlogs } from '../monitoring/backlogs.ts'
import { published } from '../names.ts'
import type { Stage } from '../stage.ts'
import { addAlarm, addHeartbeat } from './alarm.ts'
import { type Binding, grant, listStreams } from './binding.ts'
import type { StageContext } from './context.ts'
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
      bindings: [...consumer.bindings, receive(context.settings, deadLetters)],
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

const receive = (settings: Stage, deadLetters: Queue): Binding => ({
  grants: [
    grant(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      published(settings, 'TableStreamArn'),
    ),
    listStreams,
    grant(['kms:Decrypt'], published(settings, 'KeyArn')),
    grant(['sqs:SendMessage'], deadLetters.queueArn),
  ],
  variables: {},
})

const streamedItems = {
  dynamodb: { Keys: { [tableSchema.sortKey]: { S: tableSchema.streamedSortKeys } } },
}
