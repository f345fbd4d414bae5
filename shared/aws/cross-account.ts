import { type AssumeRoleInput, assumeRole, forgetRole } from './assume-role.ts'
import { type AwsJsonService, createJsonCaller, errorCodeIn, regionalEndpoint } from './signed-call.ts'
import { type SendOptions, transport } from './transport.ts'

const services = {
  sqs: { name: 'sqs', variable: 'AWS_ENDPOINT_URL_SQS', target: 'AmazonSQS', version: '1.0' },
  events: { name: 'events', variable: 'AWS_ENDPOINT_URL_EVENTBRIDGE', target: 'AWSEvents', version: '1.1' },
} as const satisfies Record<string, AwsJsonService>

export interface CrossAccountCall {
  readonly service: keyof typeof services
  readonly region: string
  /** The partition's domain, such as `amazonaws.com`. */
  readonly domain: string
  readonly operation: string
  readonly input: object
}

export type CrossAccountResult =
  | { readonly refusal: string }
  | { readonly status: number; readonly word: string; readonly body: Buffer }
  | undefined

/** Calls once, without a retry. */
export const callWithRole = async (
  assumption: AssumeRoleInput,
  { service, region, domain, operation, input }: CrossAccountCall,
  nowMs: number,
  options: SendOptions,
): Promise<CrossAccountResult> => {
  const assumed = await assumeRole(assumption, nowMs, options)
  if (!('credentials' in assumed)) return assumed
  const calls = createJsonCaller(
    services[service],
    regionalEndpoint(services[service], region, domain),
    assumed.credentials,
  )
  const answer = await transport()
    .handle(calls(operation, JSON.stringify(input), nowMs), options)
    .then(
      ({ response }) => response,
      () => undefined,
    )
  if (answer?.statusCode === 400 || answer?.statusCode === 403) forgetRole(assumption)
  return answer && { status: answer.statusCode, word: errorCodeIn(answer), body: answer.body }
}
