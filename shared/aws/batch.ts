import { errorLogFields, log } from './log.ts'
import { services } from './services.ts'
import { createJsonCaller, serviceEndpoint } from './signed-call.ts'
import { sendWithRetry } from './transport.ts'

interface BatchResponse {
  readonly batchItemFailures: { readonly itemIdentifier: string }[]
}

/** What Lambda hands over of a message (https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html). */
export interface QueueRecord {
  readonly messageId: string
  readonly receiptHandle: string
  readonly body: string
  readonly eventSourceARN: string
  readonly attributes: { readonly ApproximateReceiveCount: string }
}

/** The visibility time-out of every queue: so long a message stays away of which nobody says that it failed. */
export const visibilitySeconds = 180

/**
 * How long a message stays away that has failed so many times. The waits double from a second, so that none is longer
 * than its fault has lasted: a fault of seconds costs seconds.
 */
export const retrySecondsAfter = (receives: number): number =>
  Math.min(2 ** (receives - 1), visibilitySeconds)

/** `arn:aws:sqs:af-south-1:111122223333:deliveries` → `https://sqs.af-south-1.amazonaws.com/111122223333/deliveries` */
const queueUrlOf = (arn: string): string => {
  const [region, account, name] = arn.split(':').slice(3)
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`
}

/**
 * Has a message come back soon. In a FIFO queue its group waits for it, and goes on as soon as it is visible. Where that
 * fails it comes back when the visibility time-out is over.
 */
const returnToQueue = async ({ eventSourceARN, receiptHandle, attributes }: QueueRecord): Promise<void> => {
  const body = JSON.stringify({
    QueueUrl: queueUrlOf(eventSourceARN),
    ReceiptHandle: receiptHandle,
    VisibilityTimeout: retrySecondsAfter(Number(attributes.ApproximateReceiveCount)),
  })
  // Without the SDK's client, which most consumers do not need.
  const sign = createJsonCaller(services.sqs, serviceEndpoint(services.sqs))
  const answer = await sendWithRetry(services.sqs, nowMs => sign('ChangeMessageVisibility', body, nowMs))
  if (answer?.statusCode !== 200) log('message.not-given-back', { status: answer?.statusCode ?? null })
}

const attempted = async (
  record: QueueRecord,
  work: (record: QueueRecord) => Promise<void>,
): Promise<boolean> => {
  try {
    await work(record)
    return true
  } catch (error) {
    log('message.failed', errorLogFields(error))
    await returnToQueue(record)
    return false
  }
}

export const processMessages =
  <Body>(work: (body: Body) => Promise<void>) =>
  async ({ Records }: { readonly Records: readonly QueueRecord[] }): Promise<BatchResponse> => {
    const done = await Promise.all(
      Records.map(record => attempted(record, ({ body }) => work(JSON.parse(body) as Body))),
    )
    const kept = Records.filter((_, index) => !done[index])
    return { batchItemFailures: kept.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }

interface SequencedRecord {
  readonly dynamodb?: { readonly SequenceNumber?: string | undefined } | undefined
}

/** Processes all changes together; each must tolerate a repeat. The stream resumes at the first that failed (https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html). */
export const processStreamBatch =
  <Change extends SequencedRecord>(
    work: (changes: readonly Change[]) => Promise<readonly PromiseSettledResult<unknown>[]>,
  ) =>
  async ({ Records }: { readonly Records: readonly Change[] }): Promise<BatchResponse> => {
    const ends = await work(Records)
    const failures = ends.filter(end => end.status === 'rejected')
    for (const { reason } of failures) log('change.failed', errorLogFields(reason))
    const first = Records.find((_, index) => ends[index]?.status !== 'fulfilled')
    return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] : [] }
  }
