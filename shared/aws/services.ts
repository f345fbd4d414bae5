import type { RepeatSafety } from './transport.ts'

export interface SigV4Service {
  /** The name in signatures and, unless `host` says otherwise, in host names, as in `dynamodb`. */
  readonly name: string
  readonly host?: string
  /** The variable that says where it is on a laptop, as the SDK reads it. */
  readonly variable: string
  readonly repeat: RepeatSafety
}

/** A service that speaks AWS JSON (https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html). */
export interface AwsJsonService extends SigV4Service {
  /** What stands before an operation, as in `DynamoDB_20120810`. */
  readonly target: string
  /** The protocol's version: 1.0 or 1.1. */
  readonly version: string
}

const json = (name: string, target: string, version: string) => ({ name, target, version })

/** Every service of AWS that we call. */
export const services = {
  /** Writes have conditions, and the SDK gives each transaction a token. */
  dynamodb: { name: 'dynamodb', variable: 'AWS_ENDPOINT_URL_DYNAMODB', repeat: 'token' },
  /** Executions are named after their verification, waits end by their token. */
  states: { name: 'states', variable: 'AWS_ENDPOINT_URL_SFN', repeat: 'token' },
  /** Queues deliver some messages twice anyway: consumers and customers know the second by its ids. */
  sqs: { ...json('sqs', 'AmazonSQS', '1.0'), variable: 'AWS_ENDPOINT_URL_SQS', repeat: 'token' },
  events: {
    ...json('events', 'AWSEvents', '1.1'),
    variable: 'AWS_ENDPOINT_URL_EVENTBRIDGE',
    repeat: 'token',
  },
  sts: { name: 'sts', variable: 'AWS_ENDPOINT_URL_STS', repeat: 'idempotent' },
  s3: { name: 's3', variable: 'AWS_ENDPOINT_URL_S3', repeat: 'idempotent' },
  secretsmanager: {
    ...json('secretsmanager', 'secretsmanager', '1.1'),
    variable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
    repeat: 'idempotent',
  },
  /** The one function that is invoked stores the same photo in the same place again. */
  lambda: { name: 'lambda', variable: 'AWS_ENDPOINT_URL_LAMBDA', repeat: 'idempotent' },
  /** Neither of those that send takes a token (API references: SendEmail, SendTextMessage). */
  ses: { name: 'ses', host: 'email', variable: 'AWS_ENDPOINT_URL_SESV2', repeat: 'unsafe' },
  sms: {
    name: 'sms-voice',
    variable: 'AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2',
    repeat: 'unsafe',
  },
} as const satisfies Readonly<Record<string, SigV4Service>>
