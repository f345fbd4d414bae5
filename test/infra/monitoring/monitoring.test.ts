import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { entries } from '../../../infra/constructs/entries.ts'
import { buildFacts } from '../../../infra/docs/facts.ts'
import { isRequestLog } from '../../../infra/local/welcome.ts'
import { alarms } from '../../../infra/monitoring/alarms.ts'
import { cloudWatchPricesSource, estimateMonitoringCost } from '../../../infra/monitoring/cost.ts'
import { stages } from '../../../infra/stages.ts'
import { type Metric as Counted, dashboardSections, metrics } from '../../../shared/metrics/definitions.ts'
import { toEmfLine, toMeasurement } from '../../../shared/metrics/emit.ts'
import { everyStage, type Synthesised, synthesised } from '../synthesised.ts'

interface Dimension {
  readonly Name: string
  readonly Value: unknown
}

interface Metric {
  readonly Namespace: string
  readonly MetricName: string
  readonly Dimensions?: readonly Dimension[]
}

interface Alarm extends Metric {
  readonly AlarmName: string
  readonly AlarmDescription: string
  readonly Period?: number
  readonly EvaluationPeriods: number
  readonly Metrics?: readonly {
    readonly Expression?: string
    readonly MetricStat?: { readonly Metric: Metric; readonly Period: number }
  }[]
}

const prod = await synthesised(stages.prod)
const rung = prod.of<Alarm>('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties)
const read = ({ Metrics, ...alone }: Alarm): readonly Metric[] =>
  Metrics ? Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : [])) : [alone]

/** Of AWS's metrics, those that may be looked at, with their dimensions. */
const ofAws: Readonly<Record<string, readonly string[]>> = {
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
  'AWS/ApiGateway 5xx': ['ApiId'],
  'AWS/ApiGateway Count': ['ApiId'],
  'AWS/ApiGateway Latency': ['ApiId'],
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  'AWS/DynamoDB ConsumedReadCapacityUnits': ['TableName'],
  'AWS/DynamoDB ConsumedWriteCapacityUnits': ['TableName'],
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html; without a function, of all
  'AWS/Lambda Errors': ['FunctionName'],
  'AWS/Lambda Invocations': ['FunctionName'],
  'AWS/Lambda IteratorAge': ['FunctionName'],
  'AWS/Lambda Throttles': [],
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
  'AWS/SQS ApproximateAgeOfOldestMessage': ['QueueName'],
  'AWS/SQS ApproximateNumberOfMessagesVisible': ['QueueName'],
  // https://docs.aws.amazon.com/step-functions/latest/dg/procedure-cw-metrics.html
  'AWS/States ExecutionsFailed': ['StateMachineArn'],
  'AWS/States ExecutionsTimedOut': ['StateMachineArn'],
}

const isCounted = ({ MetricName, Dimensions = [] }: Metric, stage: string): boolean => {
  const by = (metrics as Readonly<Record<string, Counted>>)[MetricName]?.dimensions
  const names = Dimensions.map(({ Name }) => Name)
  const isKnown = ({ Name, Value }: Dimension) =>
    Name === 'stage' ? Value === stage : by?.[Name]?.includes(`${Value}`)
  return (
    by !== undefined &&
    names.toSorted().join() === ['stage', ...Object.keys(by)].toSorted().join() &&
    Dimensions.every(isKnown)
  )
}

/** What the filters of the access log make. */
const filtered = prod
  .of<{ MetricTransformations: { MetricNamespace: string; MetricName: string }[] }>('AWS::Logs::MetricFilter')
  .flatMap(({ Properties }) => Properties.MetricTransformations)

const exists = (metric: Metric, stage = 'prod'): boolean => {
  const { Namespace, MetricName, Dimensions = [] } = metric
  if (Namespace === 'Verification') return isCounted(metric, stage)
  const dimensions = ofAws[`${Namespace} ${MetricName}`]
  if (dimensions) return dimensions.join() === Dimensions.map(({ Name }) => Name).join()
  return filtered.some(each => each.MetricNamespace === Namespace && each.MetricName === MetricName)
}

describe('the alarms of prod', () => {
  const ofFunctions = rung.filter(({ AlarmName }) => /-errors-\d$/.test(AlarmName))

  it('are those of the list, and those of functions', () => {
    const listed = alarms.map(({ name }) => `verification-prod-${name}`)
    const others = rung.filter(alarm => !ofFunctions.includes(alarm))
    expect(others.map(({ AlarmName }) => AlarmName).toSorted()).toEqual(listed.toSorted())
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('watch every function once, and say by a number which one fails and who is affected', () => {
    const watched = ofFunctions.flatMap(read).map(({ Dimensions }) => Dimensions![0]!.Value)
    const names = entries.map(entry => `verification-prod-${entry.replaceAll('/', '-')}`)
    expect(watched.toSorted()).toEqual(names.toSorted())
    const [link] = ofFunctions.filter(({ AlarmName }) => AlarmName === 'verification-prod-link-errors-1')
    expect(link!.Metrics![0]!.Expression).toBe(
      `MAX([${[1, 2, 3, 4, 5, 6].map(number => `IF(FILL(m${number}, 0) > 0, ${number}, 0)`).join(', ')}])`,
    )
    expect(link!.AlarmDescription).toContain(
      'The value is the number of the last one: 1) pages/documents/token: Applicants cannot help if',
    )
    for (const alarm of ofFunctions) {
      expect(read(alarm).length, alarm.AlarmName).toBeLessThanOrEqual(10)
      for (const [index, { Dimensions }] of read(alarm).entries()) {
        const entry = entries.find(
          each => Dimensions![0]!.Value === `verification-prod-${each.replaceAll('/', '-')}`,
        )
        expect(alarm.AlarmDescription).toMatch(new RegExp(` ${index + 1}\\) ${entry}: [A-Z]`))
      }
    }
  })

  it('look at metrics that there are: in the list, of AWS, or made from the access log', () => {
    for (const alarm of rung)
      for (const metric of read(alarm)) expect(exists(metric), alarm.AlarmName).toBe(true)
  })

  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  it('look at no more of the past than CloudWatch lets them: a day, or a week by the hour', () => {
    for (const { AlarmName, EvaluationPeriods, Period = 0, Metrics = [] } of rung)
      for (const seconds of [Period, ...Metrics.map(({ MetricStat }) => MetricStat?.Period ?? 0)]) {
        expect(seconds % 60, AlarmName).toBe(0)
        expect(seconds * EvaluationPeriods, AlarmName).toBeLessThanOrEqual(seconds < 3600 ? 86_400 : 604_800)
      }
  })

  it('keep their names for ever, because roll-backs refer to them', () => {
    const own = alarms.map(({ name }) => name)
    expect(own.filter(name => !/-(late|silent|dead-letters)$/.test(name))).toEqual([
      'api-server-errors',
      'verifications-late-address',
      'verifications-late-address-pro',
      'verifications-late-business-address',
      'verifications-late-employment',
      'fieldwork-behind',
      'reports-unsent',
      'deliveries-failing',
      'registries-open',
      'registries-unreadable',
      'sign-in-failures',
      'sign-in-failures-people',
      'case-searches-unusual',
      'functions-throttled',
      'reconciliation-mismatches',
      'trail-faults',
      'messages-held',
      'messages-refused',
      'ledger-mismatches',
      'workflow-failed',
      'workflow-timedout',
      'api-status-401',
      'api-status-403',
      'api-status-429',
      ...['nin', 'nin-premium', 'driver-license', 'alien-card', 'passport'].map(
        name => `lookups-unmatched-${name}`,
      ),
    ])
  })

  it('ring when one live verification in five is late, of twenty in a day', () => {
    const late = prod
      .of<Alarm & { Threshold: number }>('AWS::CloudWatch::Alarm')
      .find(({ Properties }) => Properties.AlarmName.endsWith('-verifications-late-employment'))!
    const metric = (MetricName: string, ...values: [string, string][]) => ({
      MetricStat: {
        Metric: { MetricName, Dimensions: values.map(([Name, Value]) => ({ Name, Value })) },
        Period: 86_400,
        Stat: 'Sum',
      },
    })
    expect(late.Properties).toMatchObject({
      Threshold: 20,
      Metrics: [
        { Expression: 'IF(whole >= 20, 100 * part / whole, 0)' },
        metric('VerificationsOverdue', ['product', 'employment'], ['stage', 'prod']),
        metric('VerificationsDue', ['product', 'employment'], ['stage', 'prod']),
      ],
    })
  })
})

interface Widget {
  readonly type: string
  readonly y: number
  readonly properties: { readonly markdown?: string; readonly metrics?: readonly unknown[][] }
}

/** The body, with what only a deploy knows replaced by its name. */
const widgetsOf = (stage: Synthesised): readonly Widget[] => {
  const [dashboard] = stage.of<{ DashboardBody: { 'Fn::Join': [string, unknown[]] } }>(
    'AWS::CloudWatch::Dashboard',
  )
  const [, parts] = dashboard!.Properties.DashboardBody['Fn::Join']
  const text = parts.map(part => (typeof part === 'string' ? part : 'token')).join('')
  return (JSON.parse(text) as { widgets: Widget[] }).widgets
}

/** A widget's line leaves out what is as in the line above it: `...`, `.`; the last part says how it looks. */
const metricsIn = ({ properties }: Widget): readonly Metric[] =>
  (properties.metrics ?? []).map(line => {
    const [Namespace, MetricName, ...rest] = line.filter(part => typeof part === 'string')
    const pairs = Array.from({ length: rest.length / 2 }, (_, n) => rest.slice(2 * n, 2 * n + 2))
    const Dimensions = pairs.map(([Name, Value]) => ({ Name: Name!, Value }))
    return { Namespace: Namespace!, MetricName: MetricName!, Dimensions }
  })

describe.each(await everyStage())('the dashboard of $settings.name', stage => {
  const widgets = widgetsOf(stage)

  it('answers an operator’s questions in their order', () => {
    const headings = widgets.flatMap(({ properties: { markdown }, y }) => (markdown ? [{ markdown, y }] : []))
    expect(headings.map(({ markdown }) => markdown)).toEqual(
      Object.values(dashboardSections).map(question => `## ${question}`),
    )
    expect(headings.map(({ y }) => y)).toEqual(headings.map(({ y }) => y).toSorted((one, two) => one - two))
  })

  it('shows every metric of the list at each of its values, and of AWS’s those that there are', () => {
    const shown = widgets.flatMap(metricsIn)
    for (const metric of shown)
      expect(exists(metric, stage.settings.name), `${metric.Namespace} ${metric.MetricName}`).toBe(true)
    const ours = shown.filter(({ Namespace }) => Namespace === 'Verification')
    expect(new Set(ours.map(({ MetricName }) => MetricName))).toEqual(new Set(Object.keys(metrics)))
    const counted = estimateMonitoringCost({ alarms: null }).metrics
    expect(new Set(ours.map(metric => JSON.stringify(metric))).size).toBe(counted)
  })
})

describe('the cost of watching', () => {
  it.each([stages.prod, stages.dev])('is what the lists come to, to the cent: $name', stage => {
    const { metrics, metricsOfAlarms, dollars } = estimateMonitoringCost(stage)
    expect(dollars).toBeCloseTo(0.3 * metrics + 0.1 * metricsOfAlarms + 3)
  })

  it('counts what the alarms that are synthesised read, and what is counted for them in the access log', () => {
    const [watched, silent] = [stages.prod, stages.dev].map(estimateMonitoringCost)
    expect(watched!.metricsOfAlarms).toBe(rung.flatMap(read).length)
    expect(watched!.metrics).toBe(silent!.metrics + filtered.length)
    expect(silent!.metricsOfAlarms).toBe(0)
  })

  it('is told in the guide, by stage, with where its prices stand and since when', () => {
    const { watchingCost, watchingPrices } = buildFacts(stages.prod)
    expect(watchingCost!.split('\n').slice(2)).toHaveLength(3)
    expect(watchingPrices).toContain(`(${cloudWatchPricesSource.link}) of ${cloudWatchPricesSource.on}`)
  })
})

it('says in the guide of every alarm who is affected and what to do first', () => {
  const rows = buildFacts(stages.prod).alarms!.split('\n')
  expect(rows).toHaveLength(alarms.length + 2)
  for (const row of rows) expect(row.split(' | ')).toHaveLength(4)
  const guide = readFileSync(join(import.meta.dirname, '../../../functions/pages/docs/alarms.md'), 'utf8')
  expect(guide).toContain('{{alarms}}')
})

it('keeps what functions count from the local environment’s terminal, and shows what they warn of', () => {
  const line = JSON.stringify(toEmfLine([toMeasurement({}, { RequestFaults: 1 })], 'local', 0))
  expect(isRequestLog(`api-addresses ${line}`)).toBe(true)
  expect(isRequestLog('api-addresses {"timestamp":"x","level":"INFO","message":{}}')).toBe(true)
  expect(isRequestLog('api-addresses {"timestamp":"x","level":"ERROR","message":{}}')).toBe(false)
  expect(isRequestLog('api-addresses {"of":"_aws"}')).toBe(false)
})
