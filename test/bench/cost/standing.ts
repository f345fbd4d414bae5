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

interface MetricQuery {
  readonly MetricStat?: object
}
/** An alarm on a calculation is paid for each metric in it. */
const metricsOf = ({ Properties }: Resource): number => {
  const { Metrics } = Properties as { Metrics?: readonly MetricQuery[] }
  return Metrics ? Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length : 1
}

/** A custom metric is known by the alarm that reads it; AWS's own cost nothing. */
const namespacesOf = ({ Properties }: Resource): string[] => {
  const { Metrics, Namespace, MetricName } = Properties as {
    Metrics?: readonly { MetricStat?: { Metric: { Namespace: string; MetricName: string } } }[]
    Namespace?: string
    MetricName?: string
  }
  const alone = Namespace ? [`${Namespace} ${MetricName}`] : []
  const read = (Metrics ?? []).flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))
  return [
    ...alone,
    ...read.map(metric => `${metric.Namespace} ${metric.MetricName} ${JSON.stringify(metric)}`),
  ]
}

const isQueue = ({ Properties }: Resource): boolean =>
  JSON.stringify(Properties.EventSourceArn).includes('sqs') ||
  JSON.stringify(Properties.EventSourceArn).includes('Queue')

/** What a month of a stage costs in which nothing happens, read from its synthesised templates. */
export const standingOf = (assembly: string): readonly Line[] => {
  const all = resourcesIn(assembly)
  const of = (type: string) => all.filter(({ Type }) => Type === type)
  const alarms = of('AWS::CloudWatch::Alarm')
  const metrics = alarms.reduce((total, alarm) => total + metricsOf(alarm), 0)
  const custom = new Set(alarms.flatMap(namespacesOf).filter(name => !name.startsWith('AWS/'))).size
  const queues = of('AWS::Lambda::EventSourceMapping').filter(isQueue).length
  const receives = (queues * pollers.perQueue * secondsPerMonth) / pollers.everySeconds
  const [secrets, keys] = [of('AWS::SecretsManager::Secret').length, of('AWS::KMS::Key').length]
  const hourly = of('AWS::Scheduler::Schedule').length * (secondsPerMonth / 3600)
  return [
    line('Alarms', metrics * prices.alarmMetric.dollars, `${alarms.length}, of ${metrics} metrics`),
    line('Metrics of our own', custom * prices.customMetric.dollars, `${custom}, if all are written`),
    line('SQS: empty receives', receives * prices.queueRequest.dollars, `${queues} idle queues`),
    line('KMS', keys * prices.keyMonth.dollars, `${keys} key`),
    line('Secrets Manager', secrets * prices.secretMonth.dollars, `${secrets} secrets`),
    line(
      'Schedules',
      hourly *
        (prices.scheduledCall.dollars +
          prices.invocation.dollars +
          scheduledGbSeconds * prices.gbSecond.dollars),
      `${Math.round(hourly)} runs, taken to last ${scheduledSeconds} s`,
    ),
  ]
}

const scheduledSeconds = 2
const scheduledGbSeconds = scheduledSeconds * 0.25
