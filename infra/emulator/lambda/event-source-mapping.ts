import type { HostedResource } from '../cloudformation/identity.ts'
import { isObject, type Json, type JsonObject, list, object, parse, text, texts } from '../json.ts'

export interface Mapping {
  stop(): Promise<void>
}

const serviceOf = ({ properties }: HostedResource): string | undefined =>
  text(properties.EventSourceArn)?.split(':')[2]

export const isQueueMapping = (mapping: HostedResource): boolean => serviceOf(mapping) === 'sqs'

export const failureQueue = ({ properties }: HostedResource): string | undefined =>
  text(object(object(properties.DestinationConfig).OnFailure).Destination)

/** Item identifiers that the function reports as failed; undefined if its result is malformed. */
export const readBatchItemFailures = (payload: string): string[] | undefined => {
  const answer: unknown = JSON.parse(payload)
  if (answer === null || typeof answer !== 'object') return []
  const failures = list(object(answer as Parameters<typeof object>[0]).batchItemFailures)
  const identifiers = failures.map(failure => text(object(failure).itemIdentifier) ?? '')
  return identifiers.includes('') ? undefined : identifiers
}

/**
 * Permissions that Lambda needs to poll:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
export const pollingActions = (mapping: HostedResource): string[] =>
  isQueueMapping(mapping)
    ? ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
    : ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream']

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

export type MatchesFilter = (event: JsonObject) => boolean

const patternsOf = (filterCriteria: Json | undefined): JsonObject[] =>
  list(object(filterCriteria).Filters).map(filter => object(parse(text(object(filter).Pattern) ?? '{}')))

export const readFilters = (filterCriteria: Json | undefined): MatchesFilter => {
  const patterns = patternsOf(filterCriteria)
  return event => patterns.length === 0 || patterns.some(pattern => matches(pattern, event))
}

const matches = (pattern: JsonObject, event: Json | undefined): boolean =>
  Object.entries(pattern).every(([key, expected]) => {
    const actual = object(event)[key]
    return isObject(expected) ? matches(expected, actual) : list(expected).some(rule => meets(rule, actual))
  })

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html#filtering-syntax */
const meets = (rule: Json, actual: Json | undefined): boolean => {
  const prefix = text(object(rule).prefix)
  return prefix === undefined ? rule === actual : text(actual)?.startsWith(prefix) === true
}

export const unsupportedOperators = (filterCriteria: Json | undefined): string[] => {
  const inPattern = (pattern: JsonObject): string[] =>
    Object.entries(pattern).flatMap(([key, expected]) => {
      if (key.startsWith('$')) return [key]
      return isObject(expected)
        ? inPattern(expected)
        : list(expected).flatMap(rule => Object.keys(object(rule)).filter(operator => operator !== 'prefix'))
    })
  return patternsOf(filterCriteria).flatMap(inPattern)
}
