import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { deadLetters, onResource } from '../monitoring/alarms.ts'
import type { BacklogName } from '../monitoring/backlogs.ts'
import type { Stage } from '../stages.ts'
import { addAlarm } from './alarm.ts'
import { physicalName, type StageContext } from './context.ts'

export interface DeadLettersProps {
  /** Of what gives up on them. */
  readonly name: BacklogName
  /** A FIFO queue's dead letters need one. */
  readonly isFifo?: boolean
}

export const deadLettersName = (settings: Stage, name: string, isFifo: boolean): string =>
  physicalName(settings, `${name}-dead-letters${isFifo ? '.fifo' : ''}`)

/** Where what could not be done waits 14 days (the longest SQS keeps anything) for a person, who is called at once. */
export const deadLetterQueue = (
  scope: Construct,
  context: StageContext,
  { name, isFifo = false }: DeadLettersProps,
) => {
  const queue = new Queue(scope, 'DeadLetters', {
    queueName: deadLettersName(context.settings, name, isFifo),
    ...(isFifo && { fifo: true }),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  addAlarm(scope, 'DeadLettersAlarm', context, onResource(deadLetters(name), { QueueName: queue.queueName }))
  return queue
}
