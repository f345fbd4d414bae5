import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateMonitoringCost } from '../../../infra/monitoring/cost.ts'
import type { Stage } from '../../../infra/stages.ts'
import { pollers, secondsPerMonth } from './assumptions.ts'
import { type Line, line } from './bill.ts'
import { prices } from './prices.ts'

interface Resource {
  readonly Type: string
  readonly Properties: Readonly<Record<string, unknown>>
}

const resourcesIn = (assembly: string): Resource[] =>
  globSync('*.template.json', { cwd: assembly }).flatMap(file =>
    Object.values<Resource>(JSON.parse(readFileSync(join(assembly, file), 'utf8')).Resources),
  )

/** How many metrics an alarm reads, each of which is paid for: more than one where it calculates. */
const readBy = ({ Properties }: Resource): number => {
  const { Metrics = [] } = Properties as { readonly Metrics?: readonly { readonly MetricStat?: object }[] }
  return Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat).length)
}

/** A stream alone is read from a position. */
const isOfQueue = ({ Properties }: Resource): boolean => !('StartingPosition' in Properties)

/** Each schedule is taken to run every hour, for so long at 256 MB. */
const scheduledSeconds = 2
const scheduledRun =
  prices.scheduledCall.dollars + prices.invocation.dollars + scheduledSeconds * 0.25 * prices.gbSecond.dollars

/** What a month of a stage costs in which nothing happens, read from its synthesised templates. */
export const standingOf = (assembly: string, stage: Stage): readonly Line[] => {
  const all = resourcesIn(assembly)
  const of = (type: string) => all.filter(({ Type }) => Type === type)
  const alarms = of('AWS::CloudWatch::Alarm')
  const read = alarms.map(readBy).reduce((sum, count) => sum + count, 0)
  const { metrics: custom } = estimateMonitoringCost(stage)
  const dashboards = of('AWS::CloudWatch::Dashboard').length
  const queues = of('AWS::Lambda::EventSourceMapping').filter(isOfQueue).length
  const receives = (queues * pollers.perQueue * secondsPerMonth) / pollers.everySeconds
  const [secrets, keys] = [of('AWS::SecretsManager::Secret').length, of('AWS::KMS::Key').length]
  const hourly = of('AWS::Scheduler::Schedule').length * (secondsPerMonth / 3600)
  return [
    line('Alarms', read * prices.alarmMetric.dollars, `${alarms.length}, of ${read} metrics`),
    line('Metrics of our own', custom * prices.customMetric.dollars, `${custom}, if all are written`),
    line('Dashboards', dashboards * prices.dashboard.dollars, `${dashboards}`),
    line('SQS: empty receives', receives * prices.queueRequest.dollars, `${queues} idle queues`),
    line('KMS', keys * prices.keyMonth.dollars, `${keys} key`),
    line('Secrets Manager', secrets * prices.secretMonth.dollars, `${secrets} secrets`),
    line('Schedules', hourly * scheduledRun, `${Math.round(hourly)} runs of ${scheduledSeconds} s`),
  ]
}
