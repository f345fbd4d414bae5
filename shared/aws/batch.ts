import { errorLogFields, log } from './log.ts'

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
    log(event, errorLogFields(error))
    return false
  }
}

interface QueueEvent {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[]
}

export const processMessages =
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
