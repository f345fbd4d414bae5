import { Aws, Duration } from 'aws-cdk-lib'
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { visibilitySeconds } from '../../shared/aws/batch.ts'
import { type Variable, variables } from '../../shared/aws/environment.ts'
import { addAlarm, onResource, type ResourceAlarm } from './alarm.ts'
import { type Binding, grant } from './binding.ts'
import type { StageContext } from './context.ts'
import { arnOf, type Prefixed, physicalName, toConstructId } from './names.ts'
import type { NodeFunction } from './node-function.ts'

export interface DeadLettersProps {
  /** Of what gives up on them. */
  readonly name: string
  /** A FIFO queue's dead letters need one. */
  readonly isFifo?: boolean
  /** Rings for the first. */
  readonly alarm: ResourceAlarm
}

const deadLettersName = (stage: Prefixed, name: string, isFifo: boolean): string =>
  physicalName(stage, `${name}-dead-letters${isFifo ? '.fifo' : ''}`)

/** Where what could not be done waits 14 days (the longest SQS keeps anything) for a person, who is called at once. */
export const deadLetterQueue = (
  scope: Construct,
  context: StageContext,
  { name, isFifo = false, alarm }: DeadLettersProps,
) => {
  const queue = new Queue(scope, 'DeadLetters', {
    queueName: deadLettersName(context.settings, name, isFifo),
    ...(isFifo && { fifo: true }),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })
  addAlarm(scope, 'DeadLettersAlarm', context, onResource(alarm, { QueueName: queue.queueName }))
  return queue
}

type KebabCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}-${KebabCase<Rest>}`
  : Lowercase<Name>
type QueueOf<Name> = Name extends `${infer Queue}_QUEUE_URL` ? KebabCase<Queue> : never

/** A queue is known by the variable that its senders read: `SLOW_DELIVERIES_QUEUE_URL` → `slow-deliveries`. */
export type QueueName = QueueOf<Variable>

/**
 * Queues that hand out the next batch of a group when the last is done with
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-understanding-logic.html).
 */
const fifoQueues: readonly QueueName[] = ['slow-deliveries']
const isFifo = (queue: QueueName): boolean => fifoQueues.includes(queue)

const queueNameOf = (stage: Prefixed, queue: QueueName): string =>
  physicalName(stage, isFifo(queue) ? `${queue}.fifo` : queue)

/** Each group has a throughput of its own: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/high-throughput-fifo.html */
const fifoProps = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
} as const

export interface WorkQueueProps {
  readonly name: QueueName
  readonly alarms: { readonly late: ResourceAlarm; readonly deadLetters: ResourceAlarm }
}

export class WorkQueue extends Construct {
  /** What its consumer may do. */
  readonly receive: Binding
  private readonly queueArn: string

  constructor(scope: Construct, context: StageContext, { name, alarms }: WorkQueueProps) {
    super(scope, toConstructId(name))
    const { queueArn, queueName } = new Queue(this, 'Queue', {
      queueName: queueNameOf(context.settings, name),
      ...(isFifo(name) && fifoProps),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // Six times, as Lambda asks: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: {
        queue: deadLetterQueue(this, context, { name, isFifo: isFifo(name), alarm: alarms.deadLetters }),
        maxReceiveCount: maxReceives,
      },
    })
    this.queueArn = queueArn
    this.receive = { grants: [grant(consumeActions, queueArn)], variables: {} }
    addAlarm(this, 'AgeAlarm', context, onResource(alarms.late, { QueueName: queueName }))
  }

  /** @param maxConcurrency how many copies of the consumer may run at once: 2 to 1000 */
  deliverTo({ lambda: { functionArn } }: NodeFunction, maxConcurrency: number): void {
    new CfnEventSourceMapping(this, 'Mapping', {
      eventSourceArn: this.queueArn,
      functionName: functionArn,
      batchSize: 10,
      // Only the messages that the consumer names as failed come back.
      functionResponseTypes: ['ReportBatchItemFailures'],
      scalingConfig: { maximumConcurrency: maxConcurrency },
    })
  }
}

export const sendBinding = (stage: Prefixed, queue: QueueName): Binding => {
  const name = queueNameOf(stage, queue)
  const variable = `${queue.toUpperCase().replaceAll('-', '_')}_QUEUE_URL` as Variable
  return {
    grants: [grant(['sqs:SendMessage'], arnOf('sqs', name))],
    variables: { [variable]: queueUrl(name) },
  }
}

const queueUrl = (name: string): string =>
  `https://sqs.${Aws.REGION}.${Aws.URL_SUFFIX}/${Aws.ACCOUNT_ID}/${name}`

const queueSuffix = '_QUEUE_URL'

const queueNames = Object.keys(variables)
  .filter(variable => variable.endsWith(queueSuffix))
  .map(variable => variable.slice(0, -queueSuffix.length).toLowerCase().replaceAll('_', '-') as QueueName)

export const queueUrls = (stage: Prefixed) =>
  queueNames.map(queue => ({
    queue,
    from: deadLettersName(stage, queue, isFifo(queue)),
    to: queueNameOf(stage, queue),
  }))

export const redriveBinding = (stage: Prefixed): Binding => {
  const urlPairs = queueUrls(stage)
  const urls = urlPairs.map(({ queue, from, to }) => [queue, { from: queueUrl(from), to: queueUrl(to) }])
  return {
    grants: [
      grant(receiveActions, ...urlPairs.map(({ from }) => arnOf('sqs', from))),
      grant(['sqs:SendMessage'], ...urlPairs.map(({ to }) => arnOf('sqs', to))),
    ],
    variables: { DEAD_LETTERS: JSON.stringify(Object.fromEntries(urls)) },
  }
}

export const consumerTimeoutSeconds = 30

/** With the waits between them this outlasts an outage of an hour before anything becomes a dead letter. */
const maxReceives = 27

/** What Lambda polls with, and no more: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html#events-sqs-permissions */
const receiveActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
/** It also returns failed messages itself. */
const consumeActions = [...receiveActions, 'sqs:ChangeMessageVisibility']
