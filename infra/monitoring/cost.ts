import { type Metric, metrics } from '../../shared/metrics/definitions.ts'
import type { ConstructSettings } from '../constructs/context.ts'
import { entries } from '../constructs/entries.ts'
import { alarms, bursts } from './alarms.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const combinationsOf = ({ dimensions }: Metric): number =>
  Object.values(dimensions).reduce((product, { length }) => product * length, 1)

const readBy = (alarm: (typeof alarms)[number]): number =>
  'members' in alarm ? alarm.members.length : 'part' in alarm ? 2 : 1

/** Without the cost of writing the log, which is in the cost per verification. */
export const estimateMonitoringCost = ({ alarms: readers }: Pick<ConstructSettings, 'alarms'>) => {
  const ours = sum(Object.values<Metric>(metrics).map(combinationsOf)) + (readers ? bursts.length : 0)
  const read = readers ? sum(alarms.map(readBy)) + entries.length : 0
  const { customMetric, alarmMetric, dashboard } = cloudWatchPrices
  return {
    metrics: ours,
    metricsOfAlarms: read,
    dollars: ours * customMetric + read * alarmMetric + dashboard,
  }
}

/**
 * Monthly list prices in dollars, us-east-1, first tier, without free tiers, from secondary sources: nothing
 * here asks AWS.
 */
export const cloudWatchPrices = {
  /** Per combination of dimensions, in the hours in which it is written. */
  customMetric: 0.3,
  /** Per metric that an alarm reads. */
  alarmMetric: 0.1,
  dashboard: 3,
} as const

export const cloudWatchPricesSource = {
  link: 'https://aws.amazon.com/cloudwatch/pricing/',
  on: '2026-11-22',
} as const
