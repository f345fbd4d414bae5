import type { FieldError } from '../../http/contract/problem.ts'

/* All parts of an ARN are letters, digits and dashes, so that a host or path made of them is AWS's own. */

/** The dispatcher may assume roles with this prefix only. */
export const rolePrefix = 'VerificationEvents'

export interface CloudDestination {
  readonly kind: 'sqs' | 'eventbridge'
  readonly arn: string
  readonly partition: string
  readonly region: string
  readonly accountId: string
  readonly name: string
}

const arnForm = /^arn:(aws|aws-cn|aws-us-gov):(sqs|events):([a-z]{2}(?:-[a-z]+)+-\d{1,2}):(\d{12}):(.+)$/
const queueName = /^(?:[A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\.fifo)$/
const busName = /^event-bus\/([A-Za-z0-9._-]{1,256})$/
const roleForm = new RegExp(
  `^arn:(aws|aws-cn|aws-us-gov):iam::(\\d{12}):role/(${rolePrefix}[\\w+=,.@-]{0,46})$`,
)

export const isArn = (url: string): boolean => url.startsWith('arn:')

/** Undefined for any other ARN. */
export const parseCloudArn = (arn: string): CloudDestination | undefined => {
  const [, partition = '', service, region = '', accountId = '', rest = ''] = arnForm.exec(arn) ?? []
  const name = service === 'sqs' ? queueName.exec(rest)?.[0] : busName.exec(rest)?.[1]
  if (service === undefined || name === undefined) return undefined
  return { kind: service === 'sqs' ? 'sqs' : 'eventbridge', arn, partition, region, accountId, name }
}

export const isFifo = ({ name }: CloudDestination): boolean => name.endsWith('.fifo')

/** Roles of one partition are unknown to the others. */
const partitionOf = (region: string): string => {
  if (region.startsWith('cn-')) return 'aws-cn'
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
}

const wrong = (pointer: string, detail: string): FieldError => ({ pointer, code: 'wrong_form', detail })

const roleErrors = (destination: CloudDestination, roleArn: string): FieldError[] => {
  const [, partition, accountId] = roleForm.exec(roleArn) ?? []
  if (accountId === undefined)
    return [
      wrong('/roleArn', `Expected the ARN of a role without a path, whose name begins with ${rolePrefix}.`),
    ]
  return accountId === destination.accountId && partition === destination.partition
    ? []
    : [wrong('/roleArn', 'Expected a role of the account that the queue or bus is in.')]
}

/** @param region ours */
export const validateCloudDestination = (
  { url, roleArn, hasHeaders }: { url: string; roleArn: string | undefined; hasHeaders: boolean },
  region: string,
): readonly FieldError[] => {
  const destination = parseCloudArn(url)
  if (!destination)
    return [wrong('/url', 'Expected a URL, or the ARN of an SQS queue or an EventBridge bus.')]
  const partition = partitionOf(region)
  return [
    ...(destination.partition === partition && partitionOf(destination.region) === partition
      ? []
      : [wrong('/url', `Expected a queue or bus in a region of ${partition}.`)]),
    ...(roleArn === undefined
      ? [{ pointer: '/roleArn', code: 'required', detail: 'A queue or bus is reached by a role of yours.' }]
      : roleErrors(destination, roleArn)),
    ...(hasHeaders
      ? [{ pointer: '/headers', code: 'not_allowed', detail: 'A queue or bus takes no headers.' }]
      : []),
  ]
}
