import { type CrossAccountCall, type CrossAccountResult, callWithRole } from '../../aws/cross-account.ts'
import type { CloudRole } from '../endpoint/endpoint.ts'
import type { CallRecord } from '../transport/attempt.ts'
import { type Failure, safeText, toFailure } from '../transport/failure.ts'
import { type CloudDestination, isFifo, parseCloudArn } from './arn.ts'

const callOf = (destination: CloudDestination, event: SignedEvent): CrossAccountCall => {
  const where = { region: destination.region, domain: partitionDomain(destination.partition) }
  return destination.kind === 'sqs'
    ? { service: 'sqs', ...where, operation: 'SendMessage', input: sendMessageInput(destination, event) }
    : { service: 'events', ...where, operation: 'PutEvents', input: putEventsInput(destination, event) }
}

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

/** PutEvents returns 200 with the entries that it rejected. */
const untakenIn = (text: string): string | undefined => {
  if (!/"FailedEntryCount":\s*[1-9]/.test(text)) return undefined
  return /"ErrorCode":\s*"(\w{1,60})"/.exec(text)?.[1] ?? ''
}

type Outcome = Pick<CallRecord, 'status' | 'answer' | 'failure'>

/** A rejected entry has no status: 200 would mean success. */
export const outcomeOf = (destination: CloudDestination, answer: CrossAccountResult): Outcome => {
  if (!answer) return { failure: toFailure('timeout') }
  if ('refusal' in answer) return { failure: roleFailure(answer.refusal) }
  const { status, word, body } = answer
  if (status !== 200) return { status, failure: refused(destination, word) }
  const untaken = untakenIn(body.toString())
  return untaken === undefined
    ? { status, answer: safeText([body]) }
    : { failure: refused(destination, untaken) }
}

/** Returns a result in every case. */
export const sendToCloud = async (
  { url, role: { arn: roleArn, externalId } }: { readonly url: string; readonly role: CloudRole },
  event: SignedEvent,
  { now, timeoutSeconds }: { readonly now: Date; readonly timeoutSeconds: number },
): Promise<CallRecord> => {
  const destination = parseCloudArn(url)
  if (!destination) return { at: now, latencyMs: 0, failure: toFailure('internal') }
  const startedAt = performance.now()
  const assumption = { roleArn, externalId, policy: sessionPolicy(destination) }
  const abortSignal = AbortSignal.timeout(timeoutSeconds * 1000)
  const answer = await callWithRole(assumption, callOf(destination, event), now.getTime(), { abortSignal })
  return { at: now, latencyMs: Math.round(performance.now() - startedAt), ...outcomeOf(destination, answer) }
}

export interface SignedEvent {
  readonly id: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Message group: the verification or the endpoint. */
  readonly group: string
}

/** At most ten attributes: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
const attributesOf = (headers: SignedEvent['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
  )

const domains: Readonly<Record<string, string>> = { 'aws-cn': 'amazonaws.com.cn' }

const partitionDomain = (partition: string): string => domains[partition] ?? 'amazonaws.com'

/** The same bytes, with the headers as attributes. A FIFO queue drops a repeated event within five minutes. */
export const sendMessageInput = (
  destination: CloudDestination,
  { id, body, headers, group }: SignedEvent,
): object => ({
  QueueUrl: `https://sqs.${destination.region}.${partitionDomain(destination.partition)}/${destination.accountId}/${destination.name}`,
  MessageBody: body,
  MessageAttributes: attributesOf(headers),
  ...(isFifo(destination) && { MessageGroupId: group, MessageDeduplicationId: id }),
})

export const eventSource = 'verification-service'

/** A bus may rewrite JSON, so the signed bytes are the text `bodyRaw`, beside `body` for rules. */
export const putEventsInput = ({ arn }: CloudDestination, { body, headers }: SignedEvent): object => {
  const parsed = JSON.parse(body) as { event: string; event_type: string }
  const detail = { body: parsed, bodyRaw: body, headers }
  return {
    Entries: [
      {
        EventBusName: arn,
        Source: eventSource,
        DetailType: `${parsed.event}.${parsed.event_type}`,
        Detail: JSON.stringify(detail),
      },
    ],
  }
}

/** Rights for this queue or bus only, and for the key that encrypts it. */
export const sessionPolicy = ({ kind, arn, partition, region }: CloudDestination): object => ({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: kind === 'sqs' ? 'sqs:SendMessage' : 'events:PutEvents', Resource: arn },
    ...(kind === 'sqs'
      ? [
          {
            Effect: 'Allow',
            Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
            Resource: '*',
            Condition: { StringEquals: { 'kms:ViaService': `sqs.${region}.${partitionDomain(partition)}` } },
          },
        ]
      : []),
  ],
})
