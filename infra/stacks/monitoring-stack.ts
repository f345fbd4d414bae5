import { Dashboard, GraphWidget, type IWidget, Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import {
  type Metric as Counted,
  dashboardSections,
  metricNamespace,
  metrics,
} from '../../shared/metrics/definitions.ts'
import { functionName, physicalName } from '../constructs/names.ts'
import { queueUrls } from '../constructs/work-queue.ts'
import type { StageSettings } from '../stage-settings.ts'
import { published, tableName } from './names.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

type DashboardSection = keyof typeof dashboardSections

const perRow = 3
const columns = 24

const graph = (title: string, left: readonly Metric[]): IWidget =>
  new GraphWidget({ title, left: [...left], width: columns / perRow, height: 6 })

const combinations = (by: Counted['dimensions']): readonly Readonly<Record<string, string>>[] =>
  Object.entries(by).reduce<readonly Readonly<Record<string, string>>[]>(
    (sets, [name, values]) => sets.flatMap(set => values.map(value => ({ ...set, [name]: value }))),
    [{}],
  )

/** Times are shown as the 90th percentile, levels as their average, all else as a sum. */
const statisticOf = ({ unit, isLevel }: Counted): string => {
  if (/seconds/i.test(unit)) return 'p90'
  return isLevel ? 'Average' : 'Sum'
}

const ownGraph = ({ name: stage }: StageSettings, [name, metric]: readonly [string, Counted]): IWidget =>
  graph(
    `${metric.description} (${name}, ${metric.unit})`,
    combinations(metric.dimensions).map(
      of =>
        new Metric({
          namespace: metricNamespace,
          metricName: name,
          dimensionsMap: { stage, ...of },
          statistic: statisticOf(metric),
          label: Object.values(of).join(' ') || name,
        }),
    ),
  )

const awsMetric = (
  namespace: string,
  metricName: string,
  dimensionsMap: Readonly<Record<string, string>>,
  { statistic = 'Sum', label = metricName }: { readonly statistic?: string; readonly label?: string } = {},
) => new Metric({ namespace: `AWS/${namespace}`, metricName, dimensionsMap, statistic, label })

const queueGraph = (
  settings: StageSettings,
  title: string,
  metricName: string,
  end: 'from' | 'to',
): IWidget =>
  graph(
    title,
    queueUrls(settings).map(({ queue, [end]: QueueName }) =>
      awsMetric('SQS', metricName, { QueueName }, { statistic: 'Maximum', label: queue }),
    ),
  )

const awsGraphs = (settings: StageSettings): Readonly<Record<DashboardSection, readonly IWidget[]>> => {
  const api = { ApiId: published(settings, 'ApiId') }
  const relay = { FunctionName: functionName(settings, 'outbox/relay') }
  const table = { TableName: tableName(settings) }
  const latency = (statistic: string) =>
    awsMetric('ApiGateway', 'Latency', api, { statistic, label: statistic })
  return {
    customerImpact: [
      graph('Answers of the API that were errors of ours', [awsMetric('ApiGateway', '5xx', api)]),
    ],
    backlog: [
      queueGraph(settings, 'Age of the oldest message (seconds)', 'ApproximateAgeOfOldestMessage', 'to'),
      queueGraph(settings, 'Dead letters', 'ApproximateNumberOfMessagesVisible', 'from'),
      graph('Age of the stream (milliseconds)', [
        awsMetric('Lambda', 'IteratorAge', relay, { statistic: 'Maximum' }),
      ]),
    ],
    latency: [graph('The API’s answers (milliseconds)', ['p50', 'p90', 'p99'].map(latency))],
    correctness: [],
    cost: [
      graph('Requests', [awsMetric('ApiGateway', 'Count', api)]),
      graph('The table’s units', [
        awsMetric('DynamoDB', 'ConsumedWriteCapacityUnits', table),
        awsMetric('DynamoDB', 'ConsumedReadCapacityUnits', table),
      ]),
    ],
  }
}

/** The state of the stage at one look, with alarms beside the metrics that they watch. */
export class MonitoringStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'monitoring', description: 'Dashboard' })
    const { settings } = this
    const ofAws = awsGraphs(settings)
    const own = (section: DashboardSection) =>
      Object.entries<Counted>(metrics).filter(([, metric]) => metric.section === section)
    const rows = (Object.keys(dashboardSections) as DashboardSection[]).flatMap(section => [
      [new TextWidget({ markdown: `## ${dashboardSections[section]}`, width: columns, height: 1 })],
      [...ofAws[section], ...own(section).map(each => ownGraph(settings, each))],
    ])
    new Dashboard(this, 'Dashboard', { dashboardName: physicalName(settings, 'monitoring'), widgets: rows })
  }
}
