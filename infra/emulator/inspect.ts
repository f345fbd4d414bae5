/** What tests can inspect: recorded requests, the data of workflows, and the use of roles. */
import type { Access } from './iam/policy.ts'

export interface RecordedRequest {
  readonly service: string
  /** The API's action, or `TaskInput` and `TaskOutput` of a workflow's function. */
  readonly action: string
  readonly body: string
}

export type Recorder = ReturnType<typeof openRecorder>

export interface InvocationObserver {
  invoked(functionName: string): void
  /** `denied` is what the role lacks for this request. */
  asked(roleArn: string, access: readonly Access[], denied: Access | undefined): void
}

export const openRecorder = (isWanted: boolean) => {
  const recorded: RecordedRequest[] = []
  return {
    recorded,
    record: (service: string, action: string, body: string) => {
      if (isWanted) recorded.push({ service, action, body })
    },
  }
}
