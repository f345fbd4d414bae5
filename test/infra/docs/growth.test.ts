import { expect, it } from 'vitest'
import { awsLimits, metAt } from '../../../infra/docs/facts/growth.ts'
import { copiesFor, stages } from '../../../infra/stages.ts'
import { startsPerSecond } from '../../../shared/work/pace.ts'
import { synthesised } from '../synthesised.ts'

/* What the guide says of AWS's limits, held against the templates that it speaks of. */

const { prod } = stages
const { of } = await synthesised(prod)
const mostOf = (what: string): number => awsLimits.find(each => each.what.includes(what))!.most

/** What a verification takes of them is what the bench has recorded last. */
const recorded = ['Step Functions: states entered', 'DynamoDB: write units of a table']

it('says at how many verifications a day each limit is met, in Cape Town, too', () => {
  const others = awsLimits.filter(({ what }) => !recorded.includes(what))
  expect(others.length).toBe(awsLimits.length - recorded.length)
  expect(
    others.map(each => [
      each.what,
      metAt(each, each.most, prod),
      metAt(each, each.capeTown ?? each.most, prod),
    ]),
  ).toEqual([
    ['Step Functions: open executions', 500_000, 500_000],
    ['Step Functions: executions started', 2_500_000, 2_500_000],
    ['API Gateway: requests', 6_900_000, 1_700_000],
    ['SQS: receivers that are slow, one call a message', 1_200_000_000, 41_000_000],
    ['Lambda: copies of functions', 3_400_000, 3_400_000],
  ])
  const writes = awsLimits.find(({ what }) => what === recorded[1])!
  expect(metAt({ ...writes, takes: () => 117 }, writes.most, prod)).toBe(5_900_000)
  expect(metAt(writes, writes.most, prod)).toBeGreaterThan(0)
})

it('counts on what the templates make', () => {
  const only = (type: string, property: string) =>
    of<Record<string, unknown>>(type).map(({ Properties }) => Properties[property])
  expect(only('AWS::StepFunctions::StateMachine', 'StateMachineType')).toEqual(['STANDARD'])
  expect(only('AWS::DynamoDB::Table', 'BillingMode')).toEqual(['PAY_PER_REQUEST'])
  expect(only('AWS::ApiGatewayV2::Api', 'ProtocolType')).toEqual(['HTTP'])
  expect(only('AWS::SQS::Queue', 'FifoThroughputLimit').filter(each => each !== undefined)).toEqual([
    'perMessageGroupId',
  ])
  const reserved = only('AWS::Lambda::Function', 'ReservedConcurrentExecutions')
  const sum = reserved.reduce((total: number, each) => total + Number(each ?? 0), 0)
  expect(sum + 100).toBeLessThanOrEqual(mostOf('copies of functions'))
  expect(prod.throttle.ratePerSecond).toBeLessThanOrEqual(2500)
  const consumers = of<{ ScalingConfig: { MaximumConcurrency: number } }>(
    'AWS::Lambda::EventSourceMapping',
  ).find(({ id }) => /Completions/.test(id))!
  const { MaximumConcurrency } = consumers.Properties.ScalingConfig
  expect(MaximumConcurrency * startsPerSecond).toBeLessThanOrEqual(mostOf('executions started'))
})

it.each([
  [50, 2, 100],
  [4, 2, 8],
  [1, 0.3, 1],
])('%i look-ups a second of %f seconds each need %i copies', (perSecond, seconds, copies) => {
  expect(copiesFor(perSecond, seconds)).toBe(copies)
})
