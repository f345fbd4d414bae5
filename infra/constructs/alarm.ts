import { Duration, Lazy } from 'aws-cdk-lib'
import {
  Alarm,
  CfnAlarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { metricNamespace } from '../../shared/metrics/definitions.ts'
import { alarmTopicName, arnOf } from '../names.ts'
import { physicalName, type StageContext } from './context.ts'

export interface WatchedMetric {
  readonly namespace: string
  readonly name: string
  readonly of: Readonly<Record<string, string>>
}

export interface AlarmProps {
  /** What is wrong, as part of the alarm's name: `deliveries-waiting`. */
  readonly name: string
  /** Who is affected, and how: the text that the person on call reads. */
  readonly errorImpact: string
  readonly firstStep: string
  readonly metric: WatchedMetric
  readonly statistic?: 'Maximum' | 'Average'
  readonly above?: number
  readonly periodMinutes?: number
}

export interface ShareAlarmProps
  extends Pick<AlarmProps, 'name' | 'errorImpact' | 'firstStep' | 'statistic'> {
  readonly part: WatchedMetric
  readonly whole: WatchedMetric
  /** Minimum of the whole in one period for a meaningful share. */
  readonly atLeast: number
  readonly abovePercent: number
  readonly periodMinutes: number
}

/** One alarm over several metrics: any of them above 0 raises it, and its value is the number of the last such metric. */
export interface NumberedAlarmProps extends Pick<AlarmProps, 'name' | 'errorImpact' | 'firstStep'> {
  /** Read when the stage is synthesised. */
  readonly members: readonly AlarmMember[]
}

export interface AlarmMember {
  readonly title: string
  readonly errorImpact?: string
  readonly metric: WatchedMetric
}

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html */
const maxDescription = 1024
/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html */
const maxMembers = 10

/** Alarms after one breaching period; missing data is not breaching. Creates nothing if the stage has no alarms. */
export const addAlarm = (scope: Construct, id: string, context: StageContext, props: AlarmProps) =>
  ring(scope, id, context, { ...props, metric: metricOf(context, props) })

export const addShareAlarm = (
  scope: Construct,
  id: string,
  context: StageContext,
  props: ShareAlarmProps,
) => {
  const sum = (metric: WatchedMetric) => metricOf(context, { ...props, metric })
  const share = new MathExpression({
    expression: `IF(whole >= ${props.atLeast}, 100 * part / whole, 0)`,
    usingMetrics: { part: sum(props.part), whole: sum(props.whole) },
    period: Duration.minutes(props.periodMinutes),
  })
  ring(scope, id, context, { ...props, metric: share, above: props.abovePercent })
}

const numberedDescription = (
  { settings }: StageContext,
  { errorImpact, firstStep, members }: NumberedAlarmProps,
): string => {
  const list = members.map(
    ({ title, errorImpact: impact }, index) => `${index + 1}) ${title}${impact ? `: ${impact}` : '.'}`,
  )
  return `${settings.name}: ${errorImpact} The value is the number of the last one: ${list.join(' ')} First: ${firstStep}`
}

/** Whether the description of one alarm, or the number of its metrics, exceeds what CloudWatch allows. */
export const isTooMuch = (context: StageContext, props: NumberedAlarmProps): boolean =>
  props.members.length > maxMembers || numberedDescription(context, props).length > maxDescription

/** A metric without data counts as 0, and hides no other. */
const numberedMetrics = (
  context: StageContext,
  { members }: NumberedAlarmProps,
): CfnAlarm.MetricDataQueryProperty[] => [
  {
    id: 'number',
    expression: `MAX([${members.map((_, index) => `IF(FILL(m${index + 1}, 0) > 0, ${index + 1}, 0)`).join(', ')}])`,
  },
  ...members.map(({ title, metric }, index) => ({
    id: `m${index + 1}`,
    label: title,
    metricStat: {
      metric: {
        namespace: metric.namespace,
        metricName: metric.name,
        dimensions: Object.entries(dimensionsOf(context, metric)).map(([name, value]) => ({ name, value })),
      },
      period: 300,
      stat: 'Sum',
    },
    returnData: false,
  })),
]

export const addNumberedAlarm = (
  scope: Construct,
  id: string,
  context: StageContext,
  props: NumberedAlarmProps,
) => {
  const { settings } = context
  if (!settings.alarms.enabled) return
  new CfnAlarm(scope, id, {
    alarmName: physicalName(settings, props.name),
    alarmDescription: Lazy.string({ produce: () => numberedDescription(context, props) }),
    alarmActions: [arnOf('sns', alarmTopicName(settings))],
    metrics: Lazy.any({ produce: () => numberedMetrics(context, props) }),
    threshold: 0,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
}

const ring = (
  scope: Construct,
  id: string,
  { settings }: StageContext,
  props: Omit<AlarmProps, 'metric'> & { readonly metric: IMetric },
) => {
  if (!settings.alarms.enabled) return
  const alarm = new Alarm(scope, id, {
    alarmName: physicalName(settings, props.name),
    alarmDescription: `${settings.name}: ${props.errorImpact} First: ${props.firstStep}`,
    metric: props.metric,
    threshold: props.above ?? 0,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction({ bind: () => ({ alarmActionArn: arnOf('sns', alarmTopicName(settings)) }) })
}

export const dimensionsOf = ({ settings }: StageContext, { namespace, of }: WatchedMetric) =>
  namespace === metricNamespace ? { stage: settings.name, ...of } : of

const metricOf = (
  context: StageContext,
  { metric, statistic, periodMinutes = 5 }: Pick<AlarmProps, 'metric' | 'statistic' | 'periodMinutes'>,
) =>
  new Metric({
    namespace: metric.namespace,
    metricName: metric.name,
    dimensionsMap: dimensionsOf(context, metric),
    statistic: statistic ?? 'Sum',
    period: Duration.minutes(periodMinutes),
  })

/** Topic of all alarms of a stage. Not encrypted with our key: CloudWatch could not publish, and alarms contain no personal data. */
export const addAlarmTopic = (scope: Construct, { settings }: StageContext) => {
  const { enabled, email } = settings.alarms
  if (!enabled) return
  const topic = new Topic(scope, 'Alarms', { topicName: alarmTopicName(settings), enforceSSL: true })
  // Any policy, such as the one that refuses plain HTTP, replaces the default, which allows CloudWatch to publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { ArnLike: { 'aws:SourceArn': arnOf('cloudwatch', 'alarm:*') } },
    }),
  )
  if (email !== null) topic.addSubscription(new EmailSubscription(email))
}
