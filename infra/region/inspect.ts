/** What tests may look into: every request body that passed the gateway, and every workflow's data. */

export interface RecordedRequest {
  /** `dynamodb`, `sqs`, `states`, … */
  readonly service: string
  /** The API's action, or `TaskInput` and `TaskOutput` for what a workflow passed to and got from a function. */
  readonly action: string
  /** JSON text. */
  readonly body: string
}

export interface Recorder {
  readonly recorded: RecordedRequest[]
  record(service: string, action: string, body: string): void
}

/** Keeps everything in memory if wanted, and nothing otherwise. */
export const openRecorder = (isWanted: boolean): Recorder => {
  const recorded: RecordedRequest[] = []
  return {
    recorded,
    record: (service, action, body) => {
      if (isWanted) recorded.push({ service, action, body })
    },
  }
}
