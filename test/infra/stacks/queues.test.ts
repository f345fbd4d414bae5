import { describe, expect, it } from 'vitest'
import { retrySecondsAfter } from '../../../shared/aws/batch.ts'
import { startsPerSecond } from '../../../shared/work/pace.ts'
import { everyStage, targetOf } from '../synthesised.ts'
import { queueNames } from './queue-names.ts'

interface QueueProperties {
  QueueName: string
  VisibilityTimeout?: number
  MessageRetentionPeriod: number
  SqsManagedSseEnabled: boolean
  FifoQueue?: boolean
  DeduplicationScope?: string
  FifoThroughputLimit?: string
  RedrivePolicy?: { deadLetterTargetArn: unknown; maxReceiveCount: number }
}

interface MappingProperties {
  EventSourceArn: unknown
  FunctionName: unknown
  BatchSize: number
  FunctionResponseTypes: string[]
  ScalingConfig?: { MaximumConcurrency: number }
  BisectBatchOnFunctionError?: boolean
  StartingPosition?: string
  MaximumRetryAttempts?: number
  MaximumRecordAgeInSeconds?: number
  DestinationConfig?: { OnFailure: { Destination: unknown } }
  FilterCriteria?: { Filters: { Pattern: string }[] }
}

describe.each(await everyStage())('the queues of $settings.name', stage => {
  const queues = stage.of<QueueProperties>('AWS::SQS::Queue')
  const mappings = stage.of<MappingProperties>('AWS::Lambda::EventSourceMapping')
  const functions = stage.of<{ Timeout: number }>('AWS::Lambda::Function')
  const consumed = mappings.flatMap(mapping => {
    const queue = queues.find(({ id }) => id === targetOf(mapping.Properties.EventSourceArn))
    return queue ? [{ queue, mapping }] : []
  })
  const streams = mappings.filter(({ Properties }) => Properties.StartingPosition !== undefined)

  it('have a consumer each, and dead letters have none', () => {
    const names = consumed.map(({ queue }) =>
      queue.Properties.QueueName.replace(`${stage.settings.prefix}-`, ''),
    )
    expect(names.sort()).toEqual(queueNames)
  })

  it('are encrypted, keep what they have for 14 days and refuse plain HTTP', () => {
    const policies = stage.of<{ Queues: unknown[]; PolicyDocument: unknown }>('AWS::SQS::QueuePolicy')
    for (const { id, Properties } of queues) {
      expect(Properties, id).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 1_209_600 })
      const policy = policies.find(each => targetOf(each.Properties.Queues[0]) === id)
      expect(JSON.stringify(policy?.Properties.PolicyDocument), id).toContain('"aws:SecureTransport":"false"')
    }
  })

  it('hide a message for six times as long as its consumer may take', () => {
    for (const { queue, mapping } of consumed) {
      const consumer = functions.find(({ id }) => id === targetOf(mapping.Properties.FunctionName))!
      expect(queue.Properties.VisibilityTimeout, queue.id).toBeGreaterThanOrEqual(
        6 * consumer.Properties.Timeout,
      )
    }
  })

  it('take back single messages of a batch, and bound how many consumers run', () => {
    for (const { Properties } of mappings)
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
    for (const { mapping } of consumed)
      expect(mapping.Properties.ScalingConfig!.MaximumConcurrency).toBeGreaterThanOrEqual(2)
    const copiesFor = (ending: string) =>
      consumed.find(({ queue }) => queue.Properties.QueueName === `${stage.settings.prefix}-${ending}`)!
        .mapping.Properties.ScalingConfig!.MaximumConcurrency
    expect([copiesFor('deliveries'), copiesFor('slow-deliveries.fifo')]).toEqual([100, 50])
  })

  it('start no more workflows in a second than the region with the lowest quota allows', () => {
    const { mapping } = consumed.find(({ queue }) => queue.Properties.QueueName.endsWith('-completions'))!
    const copies = mapping.Properties.ScalingConfig!.MaximumConcurrency
    expect(copies * startsPerSecond).toBeLessThanOrEqual(150)
  })

  it('put aside what fails again and again, an hour after it first did', () => {
    for (const { queue } of consumed) {
      const { maxReceiveCount } = queue.Properties.RedrivePolicy!
      const waits = Array.from({ length: maxReceiveCount }, (_, index) => retrySecondsAfter(index + 1))
      expect(waits.reduce((sum, seconds) => sum + seconds)).toBe(3675)
      expect(Math.max(...waits)).toBe(queue.Properties.VisibilityTimeout)
    }
    for (const { queue } of consumed) {
      const target = targetOf(queue.Properties.RedrivePolicy?.deadLetterTargetArn)
      const [, name, ending = ''] = /^([\w-]+)(\.fifo)?$/.exec(queue.Properties.QueueName)!
      expect(queues.find(({ id }) => id === target)?.Properties.QueueName).toBe(
        `${name}-dead-letters${ending}`,
      )
    }
  })

  it('hand slow receivers one batch of a group at a time, each group at its own pace, and the others at once', () => {
    const fifo = queues.filter(({ Properties }) => Properties.FifoQueue)
    const expected = ['slow-deliveries-dead-letters.fifo', 'slow-deliveries.fifo']
    expect(fifo.map(({ Properties }) => Properties.QueueName).toSorted()).toEqual(
      expected.map(name => `${stage.settings.prefix}-${name}`),
    )
    const lane = fifo.find(({ Properties }) => Properties.RedrivePolicy)!.Properties
    expect(lane).toMatchObject({
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
    })
    for (const { Properties } of queues)
      expect(Properties.FifoQueue ?? false).toBe(Properties.QueueName.endsWith('.fifo'))
  })

  it('hear of verifications, assignments, late look-ups, links and the heartbeat only, from the start of the stream, and never get stuck in it', () => {
    expect(streams).toHaveLength(2)
    const { Properties } = streams.find(one => one.Properties.DestinationConfig !== undefined)!
    expect(Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      ParallelizationFactor: 10,
    })
    expect(Properties.BisectBatchOnFunctionError).toBe(true)
    expect(Properties.MaximumRetryAttempts).toBeGreaterThan(0)
    expect(Properties.MaximumRecordAgeInSeconds).toBeGreaterThan(0)
    expect(Properties.FilterCriteria!.Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      {
        dynamodb: {
          Keys: {
            sk: {
              S: [
                'verification',
                'assignment',
                'late-lookup',
                'heartbeat',
                { prefix: 'link#' },
                { prefix: 'alert#' },
              ],
            },
          },
        },
      },
    ])
    const target = targetOf(Properties.DestinationConfig!.OnFailure.Destination)
    expect(queues.find(({ id }) => id === target)!.Properties.QueueName).toMatch(
      /-table-stream-dead-letters$/,
    )
  })

  it('hear of new lines of the ledger, one batch of a shard at a time, so that no two add to one sum', () => {
    const { Properties } = streams.find(one => one.Properties.DestinationConfig === undefined)!
    expect(Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 1000,
      MaximumBatchingWindowInSeconds: 1,
      BisectBatchOnFunctionError: true,
    })
    expect(Properties).not.toHaveProperty('ParallelizationFactor')
    expect(Properties.FilterCriteria!.Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'ledger#' }] } } } },
      { dynamodb: { Keys: { pk: { S: ['heartbeat'] } } } },
    ])
  })
})
