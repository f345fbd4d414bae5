import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

interface Metric {
  readonly Namespace: string
  readonly MetricName: string
  readonly Dimensions?: readonly object[]
}
interface AlarmProperties extends Metric {
  /** Of an alarm on a calculation. */
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: Metric } }[]
}

/** What an alarm reads, each of which is paid for. */
const metricsOf = ({ Properties }: Resource): readonly Metric[] => {
  const { Metrics, Namespace, MetricName, Dimensions } = Properties as unknown as AlarmProperties
  if (Metrics) return Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))
  return [{ Namespace, MetricName, ...(Dimensions && { Dimensions }) }]
}

/** A metric of our own is known by the alarm that reads it; AWS's own cost nothing. */
const isOwn = ({ Namespace }: Metric): boolean => !Namespace.startsWith('AWS/')

/** A stream alone is read from a position. */
const isOfQueue = ({ Properties }: Resource): boolean => !('StartingPosition' in Properties)

/** Each schedule is taken to run every hour, for so long at 256 MB. */
const scheduledSeconds = 2
const scheduledRun =
  prices.scheduledCall.dollars + prices.invocation.dollars + scheduledSeconds * 0.25 * prices.gbSecond.dollars

/** What a month of a stage costs in which nothing happens, read from its synthesised templates. */
export const standingOf = (assembly: string): readonly Line[] => {
  const all = resourcesIn(assembly)
  const of = (type: string) => all.filter(({ Type }) => Type === type)
  const alarms = of('AWS::CloudWatch::Alarm')
  const metrics = alarms.flatMap(metricsOf)
  const custom = new Set(metrics.filter(isOwn).map(metric => JSON.stringify(metric))).size
  const queues = of('AWS::Lambda::EventSourceMapping').filter(isOfQueue).length
  const receives = (queues * pollers.perQueue * secondsPerMonth) / pollers.everySeconds
  const [secrets, keys] = [of('AWS::SecretsManager::Secret').length, of('AWS::KMS::Key').length]
  const hourly = of('AWS::Scheduler::Schedule').length * (secondsPerMonth / 3600)
  return [
    line(
      'Alarms',
      metrics.length * prices.alarmMetric.dollars,
      `${alarms.length}, of ${metrics.length} metrics`,
    ),
    line('Metrics of our own', custom * prices.customMetric.dollars, `${custom}, if all are written`),
    line('SQS: empty receives', receives * prices.queueRequest.dollars, `${queues} idle queues`),
    line('KMS', keys * prices.keyMonth.dollars, `${keys} key`),
    line('Secrets Manager', secrets * prices.secretMonth.dollars, `${secrets} secrets`),
    line('Schedules', hourly * scheduledRun, `${Math.round(hourly)} runs of ${scheduledSeconds} s`),
  ]
}
