import { Duration } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { alarmTopicName, arnOf } from '../names.ts'
import { type Context, named } from './context.ts'

export interface AlarmProps {
  /** What is wrong, as part of the alarm's name: `deliveries-waiting`. */
  readonly name: string
  /** Who is hurt, and how: the text that the person on call reads. */
  readonly errorImpact: string
  readonly metric: { readonly namespace: string; readonly name: string; readonly of: Record<string, string> }
  readonly statistic: 'Sum' | 'Maximum'
  /** The alarm rings above this. */
  readonly above: number
  readonly periodMinutes?: number
}

/** Rings after one bad period; no data is good news. Nothing is created where the stage has no alarms. */
export const addAlarm = (scope: Construct, id: string, { settings }: Context, props: AlarmProps) => {
  if (!settings.alarms.enabled) return
  const alarm = new Alarm(scope, id, {
    alarmName: named(settings, props.name),
    alarmDescription: `${settings.name}: ${props.errorImpact}`,
    metric: metricOf(props),
    threshold: props.above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
  alarm.addAlarmAction({ bind: () => ({ alarmActionArn: arnOf('sns', alarmTopicName(settings)) }) })
}

const metricOf = ({ metric, statistic, periodMinutes = 5 }: AlarmProps) =>
  new Metric({
    namespace: metric.namespace,
    metricName: metric.name,
    dimensionsMap: metric.of,
    statistic,
    period: Duration.minutes(periodMinutes),
  })
