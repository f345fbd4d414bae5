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
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { metricNamespace } from '../../shared/metrics/definitions.ts'
import type { ConstructSettings, StageContext, Urgency } from './context.ts'
import { alarmTopicName, arnOf, physicalName, toConstructId } from './names.ts'

export interface WatchedMetric {
  readonly namespace: string
  readonly name: string
  readonly of: Readonly<Record<string, string>>
}

/** What each alarm tells, and whom. */
export interface Told {
  /** What is wrong, as part of the alarm's name: `deliveries-waiting`. */
  readonly name: string
  readonly urgency: Urgency
  /** Who is affected, and how: the text that the person on call reads. */
  readonly errorImpact: string
  readonly firstStep: string
}

export interface AlarmProps extends Told {
  readonly metric: WatchedMetric
  readonly statistic?: 'Maximum' | 'Average'
  readonly above?: number
  readonly periodMinutes?: number
}

export interface ShareAlarmProps extends Told, Pick<AlarmProps, 'statistic'> {
  readonly part: WatchedMetric
  readonly whole: WatchedMetric
  /** Minimum of the whole in one period for a meaningful share. */
  readonly atLeast: number
  readonly abovePercent: number
  readonly periodMinutes: number
}

/** One alarm over several metrics: any of them above 0 raises it, and its value is the number of the last such metric. */
export interface NumberedAlarmProps extends Told {
  /** Read when the stage is synthesised. */
  readonly members: readonly AlarmMember[]
}

export interface AlarmMember {
  readonly title: string
  readonly errorImpact?: string
  readonly metric: WatchedMetric
}

/** An alarm on what has to happen again and again: silence raises it. */
export interface HeartbeatProps extends Told {
  readonly metric: WatchedMetric
  readonly everyMinutes: number
}

/** An alarm as others name it. It is no resource where the stage has no alarms. */
export interface NamedAlarm {
  readonly alarmName: string
  readonly resource: CfnAlarm | undefined
}

/** A metric whose dimensions are known where its resource is made. */
export type ForeignMetric = Omit<WatchedMetric, 'of'>

type OnResource<Props> = Omit<Props, 'metric'> & { readonly metric: ForeignMetric }
export type ResourceAlarm = OnResource<AlarmProps>
export type ResourceHeartbeat = OnResource<HeartbeatProps>

export const onResource = <Props extends ResourceAlarm | ResourceHeartbeat>(
  alarm: Props,
  of: WatchedMetric['of'],
) => ({ ...alarm, metric: { ...alarm.metric, of } })

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html */
const maxDescription = 1024
/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html */
const maxMembers = 10

/** Above its threshold or not, after one period; missing data is not breaching. Creates nothing if the stage has no alarms. */
export const addAlarm = (scope: Construct, id: string, context: StageContext, props: AlarmProps) =>
  ring(scope, id, context, props, { metric: metricOf(context, props), threshold: props.above ?? 0 })

/**
 * Two beats are missing before it rings. Periods are shorter than beats: CloudWatch looks farther back than it is told
 * to, and treats nothing as missing where it finds as many values as there are periods
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html). Periods of an hour, since
 * shorter ones may not look back for more than a day.
 */
export const addHeartbeat = (scope: Construct, id: string, context: StageContext, props: HeartbeatProps) => {
  const periodMinutes = Math.min(60, Math.max(1, props.everyMinutes / 5))
  ring(scope, id, context, props, {
    metric: metricOf(context, { metric: props.metric, periodMinutes }),
    threshold: 1,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    evaluationPeriods: (2 * props.everyMinutes) / periodMinutes + 1,
    treatMissingData: TreatMissingData.BREACHING,
  })
}

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
  ring(scope, id, context, props, { metric: share, threshold: props.abovePercent })
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
): NamedAlarm => {
  const { settings } = context
  const alarmName = physicalName(settings, props.name)
  if (!settings.alarms) return { alarmName, resource: undefined }
  const actions = [topicArn(settings, props.urgency)]
  const resource = new CfnAlarm(scope, id, {
    alarmName,
    alarmDescription: Lazy.string({ produce: () => numberedDescription(context, props) }),
    alarmActions: actions,
    okActions: actions,
    metrics: Lazy.any({ produce: () => numberedMetrics(context, props) }),
    ...usual,
  })
  return { alarmName, resource }
}

const topicArn = (settings: ConstructSettings, urgency: Urgency): string =>
  arnOf('sns', alarmTopicName(settings, urgency))

/** One period above 0, where nothing else is told. */
const usual = {
  threshold: 0,
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  evaluationPeriods: 1,
  treatMissingData: TreatMissingData.NOT_BREACHING,
}

const ring = (
  scope: Construct,
  id: string,
  { settings }: StageContext,
  { name, urgency, errorImpact, firstStep }: Told,
  when: Partial<typeof usual> & { readonly metric: IMetric },
): NamedAlarm => {
  const alarmName = physicalName(settings, name)
  if (!settings.alarms) return { alarmName, resource: undefined }
  const alarm = new Alarm(scope, id, {
    alarmName,
    alarmDescription: `${settings.name}: ${errorImpact} First: ${firstStep}`,
    ...usual,
    ...when,
  })
  const action = { bind: () => ({ alarmActionArn: topicArn(settings, urgency) }) }
  alarm.addAlarmAction(action)
  alarm.addOkAction(action)
  return { alarmName, resource: alarm.node.defaultChild as CfnAlarm }
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

/**
 * Not encrypted with our key: CloudWatch could not publish, and alarms contain no personal data. They say when it is over,
 * too.
 */
const addAlarmTopic = (
  scope: Construct,
  settings: ConstructSettings,
  urgency: Urgency,
  readers: readonly string[],
): void => {
  const topicName = alarmTopicName(settings, urgency)
  const topic = new Topic(scope, `Alarms${toConstructId(urgency)}`, { topicName, enforceSSL: true })
  // Any policy, such as the one that refuses plain HTTP, replaces the default, which allows CloudWatch to publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { ArnLike: { 'aws:SourceArn': arnOf('cloudwatch', 'alarm:*') } },
    }),
  )
  for (const reader of readers)
    topic.addSubscription(
      reader.startsWith('https:') ? new UrlSubscription(reader) : new EmailSubscription(reader),
    )
}

/** Topics of a stage that has alarms, each with its readers. */
export const addAlarmTopics = (scope: Construct, { settings }: StageContext): void => {
  if (!settings.alarms) return
  for (const urgency of ['page', 'ticket'] as const)
    addAlarmTopic(scope, settings, urgency, settings.alarms[urgency])
}
