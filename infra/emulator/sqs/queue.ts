/** AWS::SQS::Queue on fauxqs. */
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { isObject } from '../json.ts'
import type { Fauxqs } from './fauxqs.ts'
import type { FauxqsQueue } from './fauxqs-queue.ts'

/** What fauxqs does by itself, under the same names. */
const attributes = ['FifoQueue', 'RedrivePolicy', 'VisibilityTimeout']

export const queueProperties = {
  honoured: ['QueueName', ...attributes],
  withoutEffect: [
    // Nothing here comes near the throughput that they are about, and what we send has an id of its own.
    'DeduplicationScope',
    'FifoThroughputLimit',
    'MessageRetentionPeriod',
    'SqsManagedSseEnabled',
    'Tags',
  ],
}

export interface Queue extends FauxqsQueue {
  readonly name: string
  readonly arn: string
}

export const hostQueue = ({ ref: url, attribute, properties }: HostedResource, fauxqs: Fauxqs): Queue => {
  const [name, arn] = [attribute('QueueName'), attribute('Arn')]
  const given = attributes
    .map(key => [key, properties[key]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, isObject(value) ? JSON.stringify(value) : String(value)])
  return { name, arn, ...fauxqs.openQueue(name, url, arn, Object.fromEntries(given)) }
}
