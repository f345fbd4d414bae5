import { Aws, Duration } from 'aws-cdk-lib'
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { visibilitySeconds } from '../../shared/aws/batch.ts'
import { type Variable, variables } from '../../shared/aws/environment.ts'
import { deadLetters, onResource, queueLate } from '../monitoring/alarms.ts'
import { type BacklogName, backlogs } from '../monitoring/backlogs.ts'
import { arnOf } from '../stacks/names.ts'
import type { Stage } from '../stage.ts'
import { addAlarm } from './alarm.ts'
import { type Binding, grant } from './binding.ts'
import { physicalName, type StageContext, toConstructId } from './context.ts'
import type { WorkerEntry } from './entries.ts'
import { NodeFunction } from './node-function.ts'

export interface DeadLettersProps {
  /** Of what gives up on them. */
  readonly name: BacklogName
  /** A FIFO queue's dead letters need one. */
  readonly isFifo?: boolean
}

const deadLettersName = (settings: Stage, name: string, isFifo: boolean): string =>
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

const queueName = (settings: Stage, queue: QueueName): string =>
  physicalName(settings, isFifo(queue) ? `${queue}.fifo` : queue)

/** Each group has a throughput of its own: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/high-throughput-fifo.html */
const fifoProps = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
} as const

export interface WorkQueueProps {
  readonly name: QueueName
  /** How many copies of the consumer may run at once: 2 to 1000. */
  readonly maxConcurrency: number
  readonly consumer: {
    readonly entry: WorkerEntry
    readonly bindings: readonly Binding[]
    readonly memoryMb?: number
    readonly mayFeedItself?: boolean
  }
}

export class WorkQueue extends Construct {
  constructor(scope: Construct, context: StageContext, props: WorkQueueProps) {
    super(scope, toConstructId(props.name))
    const { queueArn, queueName } = this.queue(context, props)
    const consumer = new NodeFunction(scope, context, {
      ...props.consumer,
      errorImpact: backlogs[props.name].errorImpact,
      bindings: [...props.consumer.bindings, { grants: [grant(consumeActions, queueArn)], variables: {} }],
      timeoutSeconds: consumerTimeoutSeconds,
    })
    new CfnEventSourceMapping(this, 'Mapping', {
      eventSourceArn: queueArn,
      functionName: consumer.lambda.functionArn,
      batchSize: 10,
      // Only the messages that the consumer names as failed come back.
      functionResponseTypes: ['ReportBatchItemFailures'],
      scalingConfig: { maximumConcurrency: props.maxConcurrency },
    })
    addAlarm(this, 'AgeAlarm', context, onResource(queueLate(props.name), { QueueName: queueName }))
  }

  private queue(context: StageContext, { name }: WorkQueueProps) {
    return new Queue(this, 'Queue', {
      queueName: queueName(context.settings, name),
      ...(isFifo(name) && fifoProps),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // Six times, as Lambda asks: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: {
        queue: deadLetterQueue(this, context, { name, isFifo: isFifo(name) }),
        maxReceiveCount: maxReceives,
      },
    })
  }
}

export const sendBinding = (settings: Stage, queue: QueueName): Binding => {
  const name = queueName(settings, queue)
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

export const queueUrls = (settings: Stage) =>
  queueNames.map(queue => ({
    queue,
    from: deadLettersName(settings, queue, isFifo(queue)),
    to: queueName(settings, queue),
  }))

export const redriveBinding = (settings: Stage): Binding => {
  const urlPairs = queueUrls(settings)
  const urls = urlPairs.map(({ queue, from, to }) => [queue, { from: queueUrl(from), to: queueUrl(to) }])
  return {
    grants: [
      grant(receiveActions, ...urlPairs.map(({ from }) => arnOf('sqs', from))),
      grant(['sqs:SendMessage'], ...urlPairs.map(({ to }) => arnOf('sqs', to))),
    ],
    variables: { DEAD_LETTERS: JSON.stringify(Object.fromEntries(urls)) },
  }
}

const consumerTimeoutSeconds = 30

/** With the waits between them this outlasts an outage of an hour before anything becomes a dead letter. */
const maxReceives = 27

/** What Lambda polls with, and no more: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html#events-sqs-permissions */
const receiveActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
/** It also returns failed messages itself. */
const consumeActions = [...receiveActions, 'sqs:ChangeMessageVisibility']
