import { fieldsOfError, log } from './log.ts'

interface BatchResponse {
  readonly batchItemFailures: { readonly itemIdentifier: string }[]
}

const attempted = async <Row>(
  row: Row,
  work: (row: Row) => Promise<void>,
  event: string,
): Promise<boolean> => {
  try {
    await work(row)
    return true
  } catch (error) {
    log(event, fieldsOfError(error))
    return false
  }
}

interface QueueEvent {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[]
}

/** Works on all messages of a batch at once. One that throws stays in its queue; the others are done with. */
export const eachMessage =
  <Body>(work: (body: Body) => Promise<void>) =>
  async ({ Records }: QueueEvent): Promise<BatchResponse> => {
    const done = await Promise.all(
      Records.map(record =>
        attempted(record, ({ body }) => work(JSON.parse(body) as Body), 'message.failed'),
      ),
    )
    const kept = Records.filter((_, index) => !done[index])
    return { batchItemFailures: kept.map(({ messageId }) => ({ itemIdentifier: messageId })) }
  }

interface StreamEvent<Change> {
  readonly Records: readonly Change[]
}

/**
 * Works on all changes of a batch at once, which is safe as each bears being worked on twice. The stream goes back
 * to the first that throws (https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html).
 */
export const eachChange =
  <Change extends { readonly dynamodb?: { readonly SequenceNumber?: string | undefined } | undefined }>(
    work: (change: Change) => Promise<void>,
  ) =>
  async ({ Records }: StreamEvent<Change>): Promise<BatchResponse> => {
    const done = await Promise.all(Records.map(record => attempted(record, work, 'change.failed')))
    const first = Records.find((_, index) => !done[index])
    return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] : [] }
  }
