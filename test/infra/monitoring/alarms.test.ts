import { describe, expect, it } from 'vitest'
import { everyStage, targetOf } from '../synthesised.ts'

interface AlarmProperties {
  AlarmName: string
  AlarmDescription: string
  AlarmActions: { 'Fn::Join': [string, unknown[]] }[]
  OKActions: unknown[]
  Period: number
  Namespace: string
  MetricName: string
  Threshold: number
  EvaluationPeriods: number
  ComparisonOperator: string
  TreatMissingData: string
  Dimensions?: { Value: unknown }[]
}

interface ScheduleProperties {
  ScheduleExpression: string
  Target: { Arn: unknown }
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

describe.each(all.filter(({ settings }) => settings.alarms))('the alarms of $settings.name', stage => {
  const alarms = stage.of<AlarmProperties>('AWS::CloudWatch::Alarm')
  const queues = stage.of<QueueProperties>('AWS::SQS::Queue')

  const alarmOn = (id: string, metric: string) =>
    alarms.find(
      ({ Properties }) =>
        Properties.MetricName === metric && targetOf(Properties.Dimensions?.[0]?.Value) === id,
    )?.Properties

  const topics = stage.of<{ TopicName: string }>('AWS::SNS::Topic')
  const shortName = ({ AlarmName }: AlarmProperties) => AlarmName.slice(stage.settings.prefix.length + 1)

  it('reach those who read pages or those who read tickets, and say when it is over, too', () => {
    const names = topics.map(({ Properties }) => Properties.TopicName)
    expect(names).toEqual(['page', 'ticket'].map(name => `${stage.settings.prefix}-alarms-${name}`))
    for (const { id, Properties } of alarms) {
      expect(Properties.AlarmActions, id).toHaveLength(1)
      expect(Properties.OKActions, id).toEqual(Properties.AlarmActions)
      const arn = Properties.AlarmActions[0]!['Fn::Join'][1]
      expect(arn[2], id).toBe(':sns:')
      expect(
        names.map(name => `:${name}`),
        id,
      ).toContain(arn.at(-1))
    }
  })

  it('wake somebody where customers are hurt now, or somebody steals, and for nothing else', () => {
    const pages = alarms.filter(({ Properties }) =>
      `${Properties.AlarmActions[0]!['Fn::Join'][1].at(-1)}`.endsWith('-alarms-page'),
    )
    expect(pages.map(({ Properties }) => shortName(Properties)).toSorted()).toEqual([
      'api-server-errors',
      'case-searches-unusual',
      'completions-late',
      'deliveries-failing',
      'deliveries-late',
      'functions-throttled',
      'lookups-late',
      'registries-open',
      'sign-in-failures-people',
      'table-stream-late',
      'table-stream-silent',
      'trail-faults',
    ])
  })

  it('are subscribed to by whoever the stage names, and by nobody else', () => {
    const readers = stage
      .of<{ Protocol: string; Endpoint: string; TopicArn: { Ref: string } }>('AWS::SNS::Subscription')
      .map(({ Properties: { Protocol, Endpoint, TopicArn } }) => {
        const topic = topics.find(({ id }) => id === TopicArn.Ref)!
        return [topic.Properties.TopicName.split('-').at(-1), Protocol, Endpoint]
      })
    expect(readers.toSorted()).toEqual([
      ['page', 'email', 'night@v.example'],
      ['page', 'https', 'https://page.example/in'],
      ['ticket', 'email', 'desk@v.example'],
    ])
  })

  const isHeartbeat = ({ Properties }: (typeof alarms)[number]) => /-silent$/.test(Properties.AlarmName)

  it('ring at the first period above their threshold, and but for heartbeats never because nothing happened', () => {
    const kinds = alarms
      .filter(alarm => !isHeartbeat(alarm))
      .map(({ Properties: { ComparisonOperator, EvaluationPeriods, TreatMissingData } }) =>
        [ComparisonOperator, EvaluationPeriods, TreatMissingData].join(' '),
      )
    expect([...new Set(kinds)]).toEqual(['GreaterThanThreshold 1 notBreaching'])
  })

  it('ring where a schedule has not run twice in a row, however many periods CloudWatch looks back', () => {
    const minutesOf = { minutes: 1, hour: 60, day: 24 * 60 }
    const schedules = stage.of<ScheduleProperties>('AWS::Scheduler::Schedule')
    for (const { id, Properties } of schedules) {
      const [, count, unit] = /^rate\((\d+) (minutes|hour|day)\)$/.exec(Properties.ScheduleExpression)!
      const beatMinutes = Number(count) * minutesOf[unit as keyof typeof minutesOf]
      const silent = alarms.filter(
        alarm =>
          isHeartbeat(alarm) &&
          targetOf(alarm.Properties.Dimensions?.[0]?.Value) === targetOf(Properties.Target.Arn),
      )
      expect(silent, id).toHaveLength(1)
      const { EvaluationPeriods, Period, ...alarm } = silent[0]!.Properties
      expect(alarm, id).toMatchObject({
        Namespace: 'AWS/Lambda',
        MetricName: 'Invocations',
        Statistic: 'Sum',
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 1,
        TreatMissingData: 'breaching',
      })
      // Whole periods without a beat lie between two that are missing; as many of three beats are never all there is.
      expect(EvaluationPeriods * Period, id).toBe(2 * beatMinutes * 60 + Period)
      expect(EvaluationPeriods, id).toBeGreaterThan(4)
    }
    expect(alarms.filter(isHeartbeat)).toHaveLength(schedules.length + 2)
  })

  it('ring where a mapping is off: by what waits in its queue, or by a stream that always has something', () => {
    const mappings = stage.of<{ EventSourceArn: unknown; FunctionName: unknown }>(
      'AWS::Lambda::EventSourceMapping',
    )
    const unqueued = mappings.filter(({ Properties }) => {
      const queue = queues.find(({ id }) => id === targetOf(Properties.EventSourceArn))
      return !queue || !alarmOn(queue.id, 'ApproximateAgeOfOldestMessage')
    })
    const silences = unqueued.map(
      ({ Properties }) => alarmOn(targetOf(Properties.FunctionName)!, 'Invocations')!,
    )
    expect(silences.map(({ AlarmName }) => AlarmName).toSorted()).toEqual(
      ['ledger-stream-silent', 'table-stream-silent'].map(name => `${stage.settings.prefix}-${name}`),
    )
    const beat = alarms.find(({ Properties }) => shortName(Properties) === 'beat-silent')!.Properties
    for (const { Period, EvaluationPeriods } of silences)
      expect([Period, EvaluationPeriods]).toEqual([beat.Period, beat.EvaluationPeriods])
  })

  it('may publish to both, which a policy of our own does not allow by itself', () => {
    const policies = stage.of<{ PolicyDocument: unknown }>('AWS::SNS::TopicPolicy')
    expect(policies).toHaveLength(2)
    for (const { Properties } of policies)
      expect(JSON.stringify(Properties.PolicyDocument)).toContain(
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
})

describe('a stage', () => {
  it('without alarms has none, and no topic', () => {
    const silent = all.filter(({ settings }) => !settings.alarms)
    expect(silent.map(({ settings }) => settings.name)).toEqual(['local', 'dev'])
    for (const stage of silent) {
      expect(stage.mayHave('AWS::CloudWatch::Alarm')).toEqual([])
      expect(stage.mayHave('AWS::Logs::MetricFilter')).toEqual([])
      expect(stage.mayHave('AWS::SNS::Topic')).toEqual([])
    }
  })
})
