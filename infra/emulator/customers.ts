/** Customers' AWS accounts, beside the one that is hosted: functions assume roles there, to send events to queues and buses. */
import { type Answer, type GatewayRequest, xmlError } from './service-call.ts'
import type { SqsService } from './sqs/sqs-api.ts'

export interface Customers {
  /** Answers `AssumeRole` to a function whose role allows it. */
  assume(form: URLSearchParams): Answer
  /** Whether a session was opened with this access key. */
  isSession(accessKeyId: string): boolean
  answerSession(accessKeyId: string, request: GatewayRequest): Promise<Answer>
}

export type OpenCustomers = (sqs: SqsService) => Customers

/** Nobody lets us in. */
export const openNoCustomers: OpenCustomers = () => ({
  assume: () => xmlError(403, 'AccessDenied', 'Not authorized to perform: sts:AssumeRole'),
  isSession: () => false,
  answerSession: () => Promise.reject(new Error('There is no session')),
})
