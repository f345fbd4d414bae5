import { type MetricName, metricNamespace, type metrics } from '../../shared/metrics/definitions.ts'
import type { AlarmProps, WatchedMetric } from '../constructs/alarm.ts'

/** Its dimensions are known where the resource is created. */
type Elsewhere = Omit<WatchedMetric, 'of'>

export type ListedAlarm = Omit<AlarmProps, 'metric'> & { readonly metric: Elsewhere }

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

export const serviceMetric = <Name extends MetricName>(name: Name, of: Of<Name>): WatchedMetric => ({
  namespace: metricNamespace,
  name,
  of,
})
