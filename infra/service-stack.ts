import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { addAdmin } from './admin.ts'
import { addApi } from './api.ts'
import { bindingsOf } from './bindings.ts'
import { addCompletion } from './completion.ts'
import { alarmTopic } from './constructs/alarm-topic.ts'
import type { Bundles } from './constructs/bundle.ts'
import { named } from './constructs/context.ts'
import { HttpApi } from './constructs/http-api.ts'
import { addDispatch } from './dispatch.ts'
import { addLookup } from './lookup.ts'
import { addOutbox } from './outbox.ts'
import { addQueues } from './queues.ts'
import { addSandbox } from './sandbox.ts'
import type { Stage } from './stages.ts'
import type { StatefulStack } from './stateful-stack.ts'

export interface ServiceStackProps {
  readonly settings: Stage
  readonly bundles: Bundles
  readonly stateful: StatefulStack
}

/** Everything that runs: can be deleted and deployed again without losing a record. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, { settings, bundles, stateful }: ServiceStackProps) {
    super(scope, named(settings, 'service'), { description: `The verification service (${settings.name})` })
    const context = { settings, bundles, alarmTopic: alarmTopic(this, settings) }
    const api = new HttpApi(this, context)
    const queues = addQueues(this, context)
    const bind = bindingsOf(settings, stateful, queues, settings.mediaUrl ?? api.url)
    addApi(this, context, api, bind)
    const workflow = addCompletion(this, context, bind, queues.completions)
    addOutbox(this, context, bind, stateful)
    addDispatch(this, context, bind, queues.deliveries)
    addLookup(this, context, bind, queues.lookups)
    addSandbox(this, context, bind, queues.visits)
    const administer = addAdmin(this, context, bind)
    this.output({
      ApiUrl: api.url,
      TableName: stateful.tableName,
      MediaBucket: stateful.mediaBucket.bucketName,
      CompletionsQueueUrl: queues.completions.queue.queueUrl,
      DeliveriesQueueUrl: queues.deliveries.queue.queueUrl,
      LookupsQueueUrl: queues.lookups.queue.queueUrl,
      VisitsQueueUrl: queues.visits.queue.queueUrl,
      AdministerFunction: administer.lambda.functionName,
      WorkflowArn: workflow.arn,
    })
  }

  private output(values: Record<string, string>) {
    for (const [name, value] of Object.entries(values)) new CfnOutput(this, name, { value })
  }
}
