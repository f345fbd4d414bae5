import { Duration } from 'aws-cdk-lib'
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { addAlarm } from './alarm.ts'
import { type Binding, grant, type Variable } from './binding.ts'
import { type Context, constructIdOf, named } from './context.ts'
import { deadLetterQueue } from './dead-letter-queue.ts'
import type { WorkerFunction } from './worker-function.ts'

export interface WorkerQueueProps {
  readonly name: string
  /** The variable under which senders find the queue. */
  readonly variable: Variable
  /** Who is hurt when messages wait or are given up. */
  readonly errorImpact: string
  readonly consumerTimeoutSeconds: number
  /** When to ring: the oldest message waits longer than this. Includes what it was delayed on purpose. */
  readonly lateAfterSeconds: number
}

export interface Consumption {
  readonly batchSize: number
  /** How many copies of the consumer may run at once: 2 to 1000. */
  readonly maxConcurrency: number
}

/** A queue with its dead letters and alarms. Messages carry ids only. */
export class WorkerQueue extends Construct {
  readonly queue: Queue
  readonly send: Binding
  readonly receive: Binding
  readonly consumerTimeoutSeconds: number

  constructor(scope: Construct, context: Context, props: WorkerQueueProps) {
    super(scope, constructIdOf(props.name))
    this.consumerTimeoutSeconds = props.consumerTimeoutSeconds
    this.queue = new Queue(this, 'Queue', {
      queueName: named(context.settings, props.name),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // Six times, as Lambda asks: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
      visibilityTimeout: Duration.seconds(6 * props.consumerTimeoutSeconds),
      deadLetterQueue: {
        queue: deadLetterQueue(this, context, props.name, props.errorImpact),
        maxReceiveCount: maxReceives,
      },
    })
    this.send = this.sendBinding(props.variable)
    this.receive = { grants: [grant(receiveActions, this.queue.queueArn)], variables: {} }
    addAlarm(this, 'AgeAlarm', context, {
      name: `${props.name}-late`,
      errorImpact: `${props.name}: work waits too long. ${props.errorImpact}`,
      metric: {
        namespace: 'AWS/SQS',
        name: 'ApproximateAgeOfOldestMessage',
        of: { QueueName: this.queue.queueName },
      },
      statistic: 'Maximum',
      above: props.lateAfterSeconds,
    })
  }

  /** Feeds the consumer; only the messages that it names as failed come back. */
  feed(consumer: WorkerFunction, { batchSize, maxConcurrency }: Consumption) {
    new CfnEventSourceMapping(this, 'Mapping', {
      eventSourceArn: this.queue.queueArn,
      functionName: consumer.lambda.functionArn,
      batchSize,
      functionResponseTypes: ['ReportBatchItemFailures'],
      scalingConfig: { maximumConcurrency: maxConcurrency },
    })
  }

  private sendBinding(variable: Variable): Binding {
    return {
      grants: [grant(['sqs:SendMessage'], this.queue.queueArn)],
      variables: { [variable]: this.queue.queueUrl },
    }
  }
}

/** With a visibility of minutes this outlasts an outage of about an hour before anything becomes a dead letter. */
const maxReceives = 20

const receiveActions = [
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:GetQueueAttributes',
]
