import { describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { everyStage, synthesised, targetOf } from './synthesised.ts'

interface AlarmProperties {
  AlarmDescription: string
  AlarmActions: { 'Fn::Join': [string, unknown[]] }[]
  Namespace: string
  MetricName: string
  Threshold: number
  EvaluationPeriods: number
  ComparisonOperator: string
  TreatMissingData: string
  Dimensions?: { Value: unknown }[]
}

interface MetricFilterProperties {
  FilterPattern: string
  LogGroupName: unknown
  MetricTransformations: { MetricName: string; MetricNamespace: string; MetricValue: string }[]
}

interface QueueProperties {
  QueueName: string
  RedrivePolicy?: unknown
}

const all = await everyStage()

describe.each(all.filter(({ settings }) => settings.alarms.enabled))(
  'the alarms of $settings.name',
  stage => {
    const alarms = stage.of<AlarmProperties>('AWS::CloudWatch::Alarm')
    const queues = stage.of<QueueProperties>('AWS::SQS::Queue')

    const alarmOn = (id: string, metric: string) =>
      alarms.find(
        ({ Properties }) =>
          Properties.MetricName === metric && targetOf(Properties.Dimensions?.[0]?.Value) === id,
      )?.Properties

    it('reach a person through the one topic of the stage', () => {
      const topics = stage.of<{ TopicName: string }>('AWS::SNS::Topic')
      expect(topics).toHaveLength(1)
      for (const { id, Properties } of alarms) {
        expect(Properties.AlarmActions, id).toHaveLength(1)
        const arn = Properties.AlarmActions[0]!['Fn::Join'][1]
        expect([arn[2], arn.at(-1)], id).toEqual([':sns:', `:${topics[0]!.Properties.TopicName}`])
      }
    })

    it('ring at the first period above their threshold, and never because nothing happened', () => {
      const kinds = alarms.map(
        ({ Properties: { ComparisonOperator, EvaluationPeriods, TreatMissingData } }) =>
          [ComparisonOperator, EvaluationPeriods, TreatMissingData].join(' '),
      )
      expect([...new Set(kinds)]).toEqual(['GreaterThanThreshold 1 notBreaching'])
    })

    it('may publish to it, which a policy of our own does not allow by itself', () => {
      const [policy] = stage.of<{ PolicyDocument: unknown }>('AWS::SNS::TopicPolicy')
      expect(JSON.stringify(policy?.Properties.PolicyDocument)).toContain(
        '"Effect":"Allow","Principal":{"Service":"cloudwatch.amazonaws.com"}',
      )
    })

    it('name the stage, what is wrong, who is affected and what to do first', () => {
      const sentences = new RegExp(
        `^${stage.settings.name}: \\S.+[^ ]\\. [A-Z].{20,}\\. First: [A-Z].{20,}\\.$`,
      )
      for (const { id, Properties } of alarms) {
        expect(Properties.AlarmDescription, id).toMatch(sentences)
        // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
        expect(Properties.AlarmDescription.length, id).toBeLessThanOrEqual(1024)
      }
    })

    it('fire once when functions are throttled, and say that the account is shared', () => {
      const throttles = alarms.filter(({ Properties }) => Properties.MetricName === 'Throttles')
      expect(throttles).toHaveLength(1)
      expect(throttles[0]!.Properties).toMatchObject({ Namespace: 'AWS/Lambda', Threshold: 0 })
      expect(throttles[0]!.Properties.Dimensions).toBeUndefined()
      expect(throttles[0]!.Properties.AlarmDescription).toContain('other stages included')
    })

    it('fire for the first dead letter', () => {
      const deadLetterQueues = queues.filter(({ Properties }) =>
        /-dead-letters(\.fifo)?$/.test(Properties.QueueName),
      )
      expect(deadLetterQueues).not.toEqual([])
      for (const { id } of deadLetterQueues)
        expect(alarmOn(id, 'ApproximateNumberOfMessagesVisible')?.Threshold).toBe(0)
    })

    it('fire for work that waits too long, but not for deliveries that wait on purpose', () => {
      for (const { id, Properties } of queues.filter(each => each.Properties.RedrivePolicy))
        expect(alarmOn(id, 'ApproximateAgeOfOldestMessage'), Properties.QueueName).toBeDefined()
      const deliveries = queues.find(({ Properties }) => Properties.QueueName.endsWith('-deliveries'))!
      // The longest delay that SQS knows.
      expect(alarmOn(deliveries.id, 'ApproximateAgeOfOldestMessage')!.Threshold).toBeGreaterThan(900)
      expect(alarms.some(({ Properties }) => Properties.MetricName === 'IteratorAge')).toBe(true)
    })

    it.each([401, 403, 429])('fire for a burst of %i, which they count in the access log', status => {
      const MetricName = `status-${status}`
      const MetricNamespace = `${stage.settings.prefix}-api`
      const filters = stage.of<MetricFilterProperties>('AWS::Logs::MetricFilter')
      const filter = filters.find(({ Properties }) =>
        Properties.MetricTransformations.some(each => each.MetricName === MetricName),
      )!.Properties
      expect(filter.FilterPattern).toBe(`{ $.status = "${status}" }`)
      expect(filter.MetricTransformations).toEqual([{ MetricName, MetricNamespace, MetricValue: '1' }])
      const groups = stage.of<{ LogGroupName: string }>('AWS::Logs::LogGroup')
      const group = groups.find(({ id }) => id === targetOf(filter.LogGroupName))
      expect(group?.Properties.LogGroupName).toMatch(/api-access$/)
      const alarm = alarms.find(({ Properties }) => Properties.MetricName === MetricName)!.Properties
      expect(alarm).toMatchObject({ Namespace: MetricNamespace })
      expect(alarm.Threshold).toBeGreaterThan(0)
      expect(alarm.AlarmDescription).toContain('request.answered')
    })

    it('fire when a verification is stuck, and when callers get errors', () => {
      const machine = stage.of('AWS::StepFunctions::StateMachine')[0]!
      const api = stage.of('AWS::ApiGatewayV2::Api')[0]!
      expect(alarmOn(machine.id, 'ExecutionsFailed')).toBeDefined()
      expect(alarmOn(machine.id, 'ExecutionsTimedOut')).toBeDefined()
      expect(alarmOn(api.id, '5xx')).toBeDefined()
    })
  },
)

describe('a stage', () => {
  it('without alarms has none, and no topic', () => {
    const silent = all.filter(({ settings }) => !settings.alarms.enabled)
    expect(silent.map(({ settings }) => settings.name)).toEqual(['local', 'dev'])
    for (const stage of silent) {
      expect(stage.mayHave('AWS::CloudWatch::Alarm')).toEqual([])
      expect(stage.mayHave('AWS::Logs::MetricFilter')).toEqual([])
      expect(stage.mayHave('AWS::SNS::Topic')).toEqual([])
    }
  })

  it('mails its alarms where it is told to', async () => {
    const alarms = { enabled: true, email: 'oncall@example.com' }
    const stage = await synthesised({ ...stages.dev, alarms })
    const [subscription] = stage.of('AWS::SNS::Subscription')
    expect(subscription?.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'oncall@example.com' })
  })
})
