/** What tests may look into: every request body that passed the gateway, every workflow's data, and what roles were good for. */
import type { Access } from './iam/policy.ts'

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

/** Hears what functions do, for whoever wants to know what they need. `npm start` has none. */
export interface InvocationObserver {
  /** A function was handed an event. */
  invoked(functionName: string): void
  /** A role was asked for what one request needs; `denied` is what it does not have. */
  asked(roleArn: string, access: readonly Access[], denied: Access | undefined): void
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
