/** AWS::Lambda::EventSourceMapping: which source feeds which function, and the problems of a mapping. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { list, object, text, texts } from '../json.ts'
import { unsupportedOperators } from './event-filter.ts'

export const eventSourceMappingProperties = {
  honoured: [
    'EventSourceArn',
    'FunctionName',
    'BatchSize',
    'FunctionResponseTypes',
    'FilterCriteria',
    'ScalingConfig',
    'StartingPosition',
    'MaximumRetryAttempts',
    'MaximumRecordAgeInSeconds',
    'BisectBatchOnFunctionError',
    'DestinationConfig',
  ],
  // One batch at a time keeps every order that ten at once keep.
  withoutEffect: ['Tags', 'ParallelizationFactor'],
}

export interface Mapping {
  stop(): Promise<void>
}

const serviceOf = ({ properties }: HostedResource): string | undefined =>
  text(properties.EventSourceArn)?.split(':')[2]

export const isQueueMapping = (mapping: HostedResource): boolean => serviceOf(mapping) === 'sqs'

/** The queue that is told what a stream mapping gave up on, by ARN. */
export const failureQueue = ({ properties }: HostedResource): string | undefined =>
  text(object(object(properties.DestinationConfig).OnFailure).Destination)

/** The item identifiers that a function reports as failed; undefined if its answer is malformed. */
export const readBatchItemFailures = (payload: string): string[] | undefined => {
  const answer: unknown = JSON.parse(payload)
  if (answer === null || typeof answer !== 'object') return []
  const failures = list(object(answer as Parameters<typeof object>[0]).batchItemFailures)
  const identifiers = failures.map(failure => text(object(failure).itemIdentifier) ?? '')
  return identifiers.includes('') ? undefined : identifiers
}

/** What the function's role must allow for Lambda to poll. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
export const pollingActions = (mapping: HostedResource): string[] =>
  isQueueMapping(mapping)
    ? ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
    : ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream']

/** Problems that AWS would refuse, or that this region does not support. */
export const eventSourceMappingProblems = (mapping: HostedResource): string[] => {
  const { properties } = mapping
  const service = serviceOf(mapping)
  if (service !== 'sqs' && service !== 'dynamodb') return [`the event source ${service} is not supported`]
  const problems = unsupportedOperators(properties.FilterCriteria).map(
    name => `the filter operator ${name} is not supported`,
  )
  if (service === 'sqs' && properties.FilterCriteria !== undefined)
    problems.push('the filter of a queue is not supported')
  if (service === 'dynamodb' && properties.StartingPosition !== 'TRIM_HORIZON')
    problems.push('a StartingPosition other than TRIM_HORIZON is not supported')
  if (!texts(properties.FunctionResponseTypes).includes('ReportBatchItemFailures'))
    problems.push('a function that does not report batch item failures is not supported')
  const failures = failureQueue(mapping)
  if (failures !== undefined && failures.split(':')[2] !== 'sqs')
    problems.push('an OnFailure destination must be a queue')
  return problems
}
