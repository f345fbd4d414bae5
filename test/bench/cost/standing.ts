import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateMonitoringCost } from '../../../infra/monitoring/cost.ts'
import type { Stage } from '../../../infra/stage.ts'
import { pollers, secondsPerMonth } from './assumptions.ts'
import { type Line, line } from './bill.ts'

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
  const runs = { scheduledCall: hourly, invocation: hourly, gbSecond: hourly * scheduledSeconds * 0.25 }
  return [
    line('Alarms', { alarmMetric: read }, `${alarms.length}, of ${read} metrics`),
    line('Metrics of our own', { customMetric: custom }, `${custom}, if all are written`),
    line('Dashboards', { dashboard: dashboards }, `${dashboards}`),
    line('SQS: empty receives', { queueRequest: receives }, `${queues} idle queues`),
    line('KMS', { keyMonth: keys }, `${keys} key`),
    line('Secrets Manager', { secretMonth: secrets }, `${secrets} secrets`),
    line('Schedules', runs, `${Math.round(hourly)} runs of ${scheduledSeconds} s`),
  ]
}
