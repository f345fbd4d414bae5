import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateMonitoringCost } from '../../../infra/monitoring/cost.ts'
import type { StageSettings } from '../../../infra/stage-settings.ts'
import { trailLogKind } from '../../../shared/log/kind.ts'
import { daysPerMonth, pollers, secondsPerMonth } from './assumptions.ts'
import { type Line, line } from './bill.ts'

interface Resource {
  readonly Type: string
  readonly Properties: Readonly<Record<string, unknown>>
}

const templatesIn = (assembly: string): Readonly<Record<string, Resource>>[] =>
  globSync('*.template.json', { cwd: assembly }).map(
    file => JSON.parse(readFileSync(join(assembly, file), 'utf8')).Resources,
  )

/** How many metrics an alarm reads, each of which is paid for: more than one where it calculates. */
const readBy = ({ Properties }: Resource): number => {
  const { Metrics = [] } = Properties as { readonly Metrics?: readonly { readonly MetricStat?: object }[] }
  return Math.max(1, Metrics.filter(({ MetricStat }) => MetricStat).length)
}

/** A stream alone is read from a position. */
const isOfQueue = ({ Properties }: Resource): boolean => !('StartingPosition' in Properties)

interface ScheduleProperties {
  readonly ScheduleExpression: string
  readonly Target: { readonly Arn: { readonly 'Fn::GetAtt': readonly [id: string, 'Arn'] } }
}

const unitSeconds: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 }

/** @throws for a schedule that is no rate */
const runsPerMonth = (expression: string): number => {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  if (!count || !unit) throw new Error(`${expression} is no rate`)
  return secondsPerMonth / (Number(count) * unitSeconds[unit]!)
}

/** The functions that run by a schedule, and how often a month. */
export const scheduledIn = (assembly: string): readonly { functionName: string; runs: number }[] =>
  templatesIn(assembly).flatMap(resources =>
    Object.values(resources)
      .filter(({ Type }) => Type === 'AWS::Scheduler::Schedule')
      .map(({ Properties }) => {
        const { ScheduleExpression, Target } = Properties as unknown as ScheduleProperties
        const { FunctionName } = resources[Target.Arn['Fn::GetAtt'][0]]!.Properties
        return { functionName: `${FunctionName}`, runs: runsPerMonth(ScheduleExpression) }
      }),
  )

/** How long a scheduled run is taken to last at 256 MB, and what it writes into the log. */
const scheduled = { seconds: 2, logBytes: 1000 } as const

/** Two objects are written an hour and each is read once a day, as long as they are kept. */
const trailLog = () => {
  const perDay = 2 * 24
  return {
    putObject: perDay * daysPerMonth,
    getObject: perDay * trailLogKind.days * daysPerMonth,
  }
}

/**
 * What a month of a stage costs in which nothing happens, read from its synthesised templates.
 * @param written how many metrics of ours are written although nothing happens
 */
export const standingOf = (assembly: string, stage: StageSettings, written: number): readonly Line[] => {
  const all = templatesIn(assembly).flatMap(resources => Object.values(resources))
  const of = (type: string) => all.filter(({ Type }) => Type === type)
  const alarms = of('AWS::CloudWatch::Alarm')
  const read = alarms.map(readBy).reduce((sum, count) => sum + count, 0)
  const { metrics: listed } = estimateMonitoringCost(stage)
  const dashboards = of('AWS::CloudWatch::Dashboard').length
  const queues = of('AWS::Lambda::EventSourceMapping').filter(isOfQueue).length
  const receives = (queues * pollers.perQueue * secondsPerMonth) / pollers.everySeconds
  const [secrets, keys] = [of('AWS::SecretsManager::Secret').length, of('AWS::KMS::Key').length]
  const runs = scheduledIn(assembly).reduce((sum, one) => sum + one.runs, 0)
  const calls = {
    scheduledCall: runs,
    invocation: runs,
    gbSecond: runs * scheduled.seconds * 0.25,
    logGb: (runs * scheduled.logBytes) / 1e9,
  }
  return [
    line('Alarms', { alarmMetric: read }, `${alarms.length}, of ${read} metrics`),
    line('Metrics of our own', { customMetric: written }, `${written} written, of ${listed}`),
    line('Dashboards', { dashboard: dashboards }, `${dashboards}`),
    line('SQS: empty receives', { queueRequest: receives }, `${queues} idle queues`),
    line('KMS', { keyMonth: keys }, `${keys} key`),
    line('Secrets Manager', { secretMonth: secrets }, `${secrets} secrets`),
    line('Schedules', calls, `${Math.round(runs)} runs of ${scheduled.seconds} s`),
    line('S3: log of the trails', trailLog(), `${trailLogKind.days} days of hours, read once a day`),
  ]
}
