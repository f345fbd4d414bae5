import { type Metric, metrics } from '../../shared/metrics/definitions.ts'
import { entries } from '../entries.ts'
import type { Stage } from '../stages.ts'
import { alarms, metricsReadBy } from './alarms.ts'
import { cloudWatchPrices } from './prices.ts'
import { bursts } from './resource-alarms.ts'

/** What watching a stage costs in a month. */
export interface MonitoringCost {
  /** If all that can be counted is. */
  readonly metrics: number
  readonly alarms: number
  /** What the alarms read: each is paid for by itself. */
  readonly metricsOfAlarms: number
  readonly dollars: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const combinationsOf = ({ dimensions }: Metric): number =>
  Object.values(dimensions).reduce((product, { length }) => product * length, 1)

/** Computed from the lists. What is written into the log for it is in the costs per verification. */
export const estimateMonitoringCost = ({ alarms: { enabled } }: Pick<Stage, 'alarms'>): MonitoringCost => {
  const ours = sum(Object.values<Metric>(metrics).map(combinationsOf)) + (enabled ? bursts.length : 0)
  const rings = enabled ? alarms.length + entries.length : 0
  const read = enabled ? sum(alarms.map(metricsReadBy)) + entries.length : 0
  const { customMetric, alarmMetric, dashboard } = cloudWatchPrices
  return {
    metrics: ours,
    alarms: rings,
    metricsOfAlarms: read,
    dollars: ours * customMetric + read * alarmMetric + dashboard,
  }
}
