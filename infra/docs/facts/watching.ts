import { type Metric, metrics, dashboardSections } from '../../../shared/metrics/definitions.ts'
import { stages } from '../../stages.ts'
import { alarms } from '../../monitoring/alarms.ts'
import { cloudWatchPrices, cloudWatchPricesSource, estimateMonitoringCost } from '../../monitoring/cost.ts'
import { functionErrorsFirst } from '../../monitoring/resource-alarms.ts'
import { inlineCode, markdownTable } from './table.ts'

const alarmTable = (): string =>
  markdownTable(
    ['alarm', 'what is wrong, and who is hurt', 'what to do first'],
    alarms.map(({ name, errorImpact, firstStep }) => [inlineCode(name), errorImpact, firstStep]),
  )

const metricTable = (): string =>
  markdownTable(
    ['metric', 'what it counts', 'unit', 'by', 'answers'],
    Object.entries<Metric>(metrics).map(([name, { description, unit, dimensions, section }]) => [
      inlineCode(name),
      description,
      unit,
      Object.keys(dimensions).map(inlineCode).join(', ') || 'its stage alone',
      dashboardSections[section],
    ]),
  )

const costTable = (): string =>
  markdownTable(
    ['stage', 'metrics of ours', 'alarms', 'metrics that they read', 'dashboards', '$ a month'],
    Object.values(stages)
      .filter(({ name }) => name !== 'local')
      .map(stage => {
        const { metrics: ours, alarms: rings, metricsOfAlarms, dollars } = estimateMonitoringCost(stage)
        return [inlineCode(stage.name), ...[ours, rings, metricsOfAlarms, 1].map(String), dollars.toFixed(2)]
      }),
  )

/** What is counted, what rings, and what both cost. */
export const watchingFacts = () => ({
  alarms: alarmTable(),
  functionAlarmFirst: functionErrorsFirst,
  metrics: metricTable(),
  watchingCost: costTable(),
  metricPrice: `$${cloudWatchPrices.customMetric.toFixed(2)}`,
  alarmPrice: `$${cloudWatchPrices.alarmMetric.toFixed(2)}`,
  dashboardPrice: `$${cloudWatchPrices.dashboard}`,
  watchingPrices: `[AWS’s list prices](${cloudWatchPricesSource.link}) of ${cloudWatchPricesSource.on}`,
})
