import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { addAlarm } from './alarm.ts'
import { type House, named } from './house.ts'

/** Where what could not be done waits 14 days (the longest SQS keeps anything) for a person, who is called at once. */
export const deadLetterQueue = (scope: Construct, house: House, name: string, errorImpact: string) => {
  const queue = new Queue(scope, 'DeadLetters', {
    queueName: named(house.settings, `${name}-dead-letters`),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  addAlarm(scope, 'DeadLettersAlarm', house, {
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
