import { type MetricName, metricNamespace, type metrics } from '../../shared/metrics/definitions.ts'
import type { AlarmProps, WatchedMetric } from '../constructs/alarm.ts'

/** A metric of AWS's, whose dimensions are known where the resource is made. */
type Elsewhere = Omit<WatchedMetric, 'of'>

/** An alarm before it is known of which resource. */
export type ListedAlarm = Omit<AlarmProps, 'metric'> & { readonly metric: Elsewhere }

/** The same of a resource. */
export const onResource = (alarm: ListedAlarm, of: WatchedMetric['of']): AlarmProps => ({
  ...alarm,
  metric: { ...alarm.metric, of },
})

export const awsMetric = (namespace: string, name: string): Elsewhere => ({
  namespace: `AWS/${namespace}`,
  name,
})

export type By<Name extends MetricName> = (typeof metrics)[Name]['dimensions']

type Of<Name extends MetricName> = {
  readonly [Each in keyof By<Name>]: By<Name>[Each] extends readonly (infer Value extends string)[]
    ? Value
    : never
}

/** A metric of ours, at values that its list knows; the stage is added to them. */
export const serviceMetric = <Name extends MetricName>(name: Name, of: Of<Name>): WatchedMetric => ({
  namespace: metricNamespace,
  name,
  of,
})
