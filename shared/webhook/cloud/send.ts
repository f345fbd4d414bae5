import { callWithRole, type CrossAccountResult, type CrossAccountCall } from '../../aws/cross-account.ts'
import { safeText } from '../transport/response-text.ts'
import type { CallRecord } from '../transport/attempt.ts'
import { type Failure, toFailure } from '../transport/failure.ts'
import { type CloudDestination, parseCloudArn } from './arn.ts'
import {
  partitionDomain,
  putEventsInput,
  type SignedEvent,
  sendMessageInput,
  sessionPolicy,
} from './message.ts'
import type { CloudRole } from './role.ts'

const callOf = (place: CloudDestination, event: SignedEvent): CrossAccountCall => {
  const where = { region: place.region, domain: partitionDomain(place.partition) }
  return place.kind === 'sqs'
    ? { service: 'sqs', ...where, operation: 'SendMessage', input: sendMessageInput(place, event) }
    : { service: 'events', ...where, operation: 'PutEvents', input: putEventsInput(place, event) }
}

/** Why a role is not to be had, by AWS's word or ours. */
const refusals: Readonly<Record<string, string>> = {
  '': 'No answer came when the role was to be assumed',
  NoExternalId: 'The role can be assumed without the external id: its trust policy must ask for it',
}

const roleFailure = (refusal: string): Failure => ({
  kind: 'role',
  detail: refusals[refusal] ?? `The role could not be assumed: ${refusal}`,
})

const refused = ({ kind }: CloudDestination, word: string): Failure => ({
  kind: 'status',
  detail: `The ${kind === 'sqs' ? 'queue' : 'bus'} refused the event${word ? `: ${word}` : ''}`,
})

/** PutEvents answers 200 with what it did not take, and why. */
const untakenIn = (text: string): string | undefined => {
  if (!/"FailedEntryCount":\s*[1-9]/.test(text)) return undefined
  return /"ErrorCode":\s*"(\w{1,60})"/.exec(text)?.[1] ?? ''
}

type Outcome = Pick<CallRecord, 'status' | 'answer' | 'failure'>

/** What came of a call. What a bus did not take has no status: 200 would say that it had. */
export const outcomeOf = (place: CloudDestination, answer: CrossAccountResult): Outcome => {
  if (!answer) return { failure: toFailure('timeout') }
  if ('refusal' in answer) return { failure: roleFailure(answer.refusal) }
  const { status, word, body } = answer
  if (status !== 200) return { status, failure: refused(place, word) }
  const untaken = untakenIn(body.toString())
  return untaken === undefined ? { status, answer: safeText([body]) } : { failure: refused(place, untaken) }
}

/** Sends a signed event to a queue or bus of a customer's and says what came of it, in every case. */
export const sendToCloud = async (
  { url, role: { arn: roleArn, externalId } }: { readonly url: string; readonly role: CloudRole },
  event: SignedEvent,
  { now, timeoutSeconds }: { readonly now: Date; readonly timeoutSeconds: number },
): Promise<CallRecord> => {
  const place = parseCloudArn(url)
  if (!place) return { at: now, latencyMs: 0, failure: toFailure('internal') }
  const startedAt = performance.now()
  const assumption = { roleArn, externalId, policy: sessionPolicy(place) }
  const abortSignal = AbortSignal.timeout(timeoutSeconds * 1000)
  const answer = await callWithRole(assumption, callOf(place, event), now.getTime(), { abortSignal })
  return { at: now, latencyMs: Math.round(performance.now() - startedAt), ...outcomeOf(place, answer) }
}
