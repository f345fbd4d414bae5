import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { addAlarm } from './alarm.ts'
import { type Context, named } from './context.ts'

/** Where what could not be done waits 14 days (the longest SQS keeps anything) for a person, who is called at once. */
export const deadLetterQueue = (scope: Construct, context: Context, name: string, errorImpact: string) => {
  const queue = new Queue(scope, 'DeadLetters', {
    queueName: named(context.settings, `${name}-dead-letters`),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  addAlarm(scope, 'DeadLettersAlarm', context, {
    name: `${name}-dead-letters`,
    errorImpact: `${name}: given up after many attempts, waiting for a redrive. ${errorImpact}`,
    metric: {
      namespace: 'AWS/SQS',
      name: 'ApproximateNumberOfMessagesVisible',
      of: { QueueName: queue.queueName },
    },
    statistic: 'Maximum',
    above: 0,
  })
  return queue
}
