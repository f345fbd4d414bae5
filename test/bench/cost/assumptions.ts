import { photoHotDays, retentionDays } from '../../../shared/table/retention.ts'

/** What the computation takes for granted beside what it measured. All of it is printed. */

/** How long a call to each of AWS's services takes, in milliseconds. */
export const waitMs = {
  DynamoDB: 5,
  transaction: 10,
  SQS: 10,
  'Step Functions': 20,
  'Secrets Manager': 20,
  S3: 20,
} as const

/** What a customer's receiver takes to answer. */
export const receiverMs = 200

/** Lambda gives a function this part of a core per MB: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export const megabytesPerCore = 1769

/** Containers that start, per invocation: AWS's own upper bound, https://aws.amazon.com/blogs/compute/aws-lambda-standardizes-billing-for-init-phase/ */
export const coldShare = 0.01
/** What a container spends before our code is loaded: Lambda's Node runtime itself. */
export const runtimeStartMs = 130

/** Headers and TLS records of one exchange on a connection that is kept, and of one that is opened for it, in bytes. */
export const overheadBytes = { kept: 1500, opened: 5000 } as const

/** A line of the access log and its fields, of which the longest is the route. */
export const accessLogBytes = 300
/** CloudWatch counts these for every event beside its text: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html */
export const logEventBytes = 26
/** What logs shrink to when they are kept, as AWS's own examples of prices have it. */
export const logsKeptShare = 0.15

export const photo = { perVerification: 4, bytes: 300_000 } as const

/** DynamoDB counts these for every item and index entry: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export const itemOverheadBytes = 100
/** DynamoDB deletes within a few days of an item's end. */
export const lateDeletionDays = 2
/** For what has no end. */
export const foreverDays = 365

export const daysPerMonth = 365 / 12
export const secondsPerMonth = daysPerMonth * 86_400

/** Of an idle queue with a maximum of copies, Lambda's pollers each ask once in 20 s: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
export const pollers = { perQueue: 5, everySeconds: 20 } as const

export const stated: readonly string[] = [
  `A function's time is its CPU time, measured in a process of its own, × ${megabytesPerCore} MB ÷ its memory, plus what it waits for; a core here is taken for one of Lambda's.`,
  `A call takes: ${Object.entries(waitMs)
    .map(([to, ms]) => `${to} ${ms} ms`)
    .join(
      ', ',
    )}; calls that ran beside one another are counted once. A receiver answers after ${receiverMs} ms.`,
  `One invocation in ${1 / coldShare} starts a container: ${runtimeStartMs} ms for the runtime, then our import at a whole core, and what a first call costs more than a later one; each container reads its secrets.`,
  'Everything is handled one by one: batches, which only busy days bring, would save messages and invocations.',
  'Live mode: a person decides by one call of the administer function; photos go straight to the bucket.',
  `An exchange on a kept connection carries ${overheadBytes.kept} bytes beside its body, a delivery ${overheadBytes.opened} with its handshake.`,
  `A photo has ${photo.bytes / 1000} KB, a verification ${photo.perVerification} of them; kept for ${retentionDays.verification} days, of which ${photoHotDays} in Standard.`,
  'Free, as AWS says: what Lambda reads from the table’s stream, the deletion of what has expired, calls of Step Functions, and data within the region.',
]
