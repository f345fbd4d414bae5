/** AWS::Lambda::EventSourceMapping: which source feeds which function, and the problems of a mapping. */

import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { boolean, list, object, text, texts } from '../json.ts'
import { unsupportedOperators } from './event-filter.ts'

export const eventSourceMappingProperties = {
  honoured: [
    'EventSourceArn',
    'FunctionName',
    'Enabled',
    'BatchSize',
    'MaximumBatchingWindowInSeconds',
    'FunctionResponseTypes',
    'FilterCriteria',
    'ScalingConfig',
    'StartingPosition',
    'MaximumRetryAttempts',
    'MaximumRecordAgeInSeconds',
    'BisectBatchOnFunctionError',
    'DestinationConfig',
  ],
  withoutEffect: ['ParallelizationFactor', 'KmsKeyArn', 'MetricsConfig', 'Tags', 'ProvisionedPollerConfig'],
}

export interface Mapping {
  stop(): Promise<void>
}

export const isEnabled = ({ properties }: HostedResource): boolean =>
  properties.Enabled === undefined || boolean(properties.Enabled)

export const isQueueMapping = ({ properties }: HostedResource): boolean =>
  (text(properties.EventSourceArn) ?? '').split(':')[2] === 'sqs'

export const reportsBatchItemFailures = ({ properties }: HostedResource): boolean =>
  texts(properties.FunctionResponseTypes).includes('ReportBatchItemFailures')

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
  const service = (text(properties.EventSourceArn) ?? '').split(':')[2]
  if (service !== 'sqs' && service !== 'dynamodb') return [`the event source ${service} is not supported`]
  const problems = unsupportedOperators(properties.FilterCriteria).map(
    name => `the filter operator ${name} is not supported`,
  )
  const position = text(properties.StartingPosition)
  if (service === 'dynamodb' && position !== 'TRIM_HORIZON' && position !== 'LATEST')
    problems.push('StartingPosition must be TRIM_HORIZON or LATEST')
  const destination = text(object(object(properties.DestinationConfig).OnFailure).Destination)
  if (destination !== undefined && destination.split(':')[2] !== 'sqs')
    problems.push('an OnFailure destination must be a queue')
  return problems
}
