import { readFileSync } from 'node:fs'
import {
  guardWords,
  type Move,
  type MoveName,
  moves,
  moveWords,
} from '../../../shared/work/assignment/moves.ts'
import { identityProducts, registryNames } from '../../../shared/identity/products.ts'
import { dashboardSections, type Metric, metrics } from '../../../shared/metrics/definitions.ts'
import { adminCommands } from '../../admin/admin-commands.ts'
import { exitCodes } from '../../admin/help.ts'
import { alarms, functionErrorsFirst } from '../../monitoring/alarms.ts'
import { cloudWatchPrices, cloudWatchPricesSource, estimateMonitoringCost } from '../../monitoring/cost.ts'
import { stages } from '../../stages.ts'
import { dataFlowDiagram } from '../protection/data-flow-diagram.ts'
import {
  dataFlows,
  dataHolders,
  furtherServices,
  measures,
  risks,
  services,
} from '../protection/protection.ts'
import { inlineCode, markdownTable } from './table.ts'

const rowOf = ({ name, example, summary }: (typeof adminCommands)[number]) => [
  inlineCode([name, example].filter(part => part !== '').join(' ')),
  summary,
]

export const choreFacts = () => ({
  chores: markdownTable(['`npm run admin -- …`', 'what it does'], adminCommands.map(rowOf)),
  exitCodes: Object.entries(exitCodes)
    .map(([number, means]) => `| ${number} | ${means} |`)
    .join('\n'),
})

const asItWas = 'as it was'
const holders = { agent: 'the agent’s', reviewer: 'the reviewer’s', nobody: 'nobody’s' } as const

const moveRow = ([name, move]: readonly [string, Move]): readonly string[] => {
  const { from, to, guards = [], list, holder, word } = move
  const statuses = from.map(status => (status === 'unopened' ? 'not opened yet' : inlineCode(status)))
  return [
    `${inlineCode(name)}: ${moveWords[name as MoveName]}`,
    statuses.join(', '),
    guards.map(guard => guardWords[guard]).join('; ') || 'nothing else',
    to ? inlineCode(to) : asItWas,
    list ?? asItWas,
    holder ? holders[holder] : asItWas,
    word ? inlineCode(word) : 'that of the record',
  ]
}

/** How people's work moves, as its table says it. */
export const moveFacts = () => ({
  moves: markdownTable(
    ['move', 'from', 'only if', 'then', 'list', 'own list', 'trail'],
    Object.entries(moves).map(moveRow),
  ),
})

const json = (value: unknown): string => inlineCode(JSON.stringify(value))

export const registryFacts = () => ({
  registries: markdownTable(
    ['registry', 'is asked for', 'path', 'body', 'somebody is registered', 'nobody is'],
    registryNames.map(name => {
      const asking = identityProducts.filter(({ registry }) => registry.name === name)
      const { path, question, found, notFound, record, fields } = asking[0]!.registry.adapter
      const { idNumber, firstname, lastname } = fields
      return [
        inlineCode(name),
        asking.map(product => inlineCode(product.name)).join(', '),
        inlineCode(path),
        json({ [question]: '…' }),
        json({ ...found, [record]: { [idNumber]: '…', [firstname]: '…', [lastname]: '…' } }),
        json(notFound),
      ]
    }),
  ),
})

const figuresFile = new URL('../../../test/bench/README.md', import.meta.url)

/** Rows of the benches' table: figure, value, goal, command, source. */
const recorded = (text: string): readonly (readonly string[])[] => {
  const [, after = ''] = text.split('<!-- figures -->\n')
  const [figures = ''] = after.split('<!-- /figures -->')
  return [...figures.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row!.split(' | '))
}

/** @throws where the bench has no figure */
const figuresOf = (rows: readonly (readonly string[])[], bench: string): string => {
  const found = rows.filter(([, , , command]) => command === `\`npm run bench -- ${bench}\``)
  if (found.length === 0) throw new Error(`test/bench/README.md: no figure of ${bench}`)
  return markdownTable(
    ['what', 'measured', 'goal'],
    found.map(([what = '', measured = '', wanted = '']) => [what, measured, wanted]),
  )
}

export const figureFacts = () => {
  const rows = recorded(readFileSync(figuresFile, 'utf8'))
  return { 'figures.cost': figuresOf(rows, 'cost') }
}

const alarmTable = (): string =>
  markdownTable(
    ['alarm', 'urgency', 'what is wrong, and who is hurt', 'what to do first'],
    alarms.map(({ name, urgency, errorImpact, firstStep }) => [
      inlineCode(name),
      urgency,
      errorImpact,
      firstStep,
    ]),
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
    ['stage', 'metrics of ours', 'metrics that alarms read', 'dashboards', '$ a month'],
    Object.values(stages)
      .filter(({ name }) => name !== 'local')
      .map(stage => {
        const { metrics: ours, metricsOfAlarms, dollars } = estimateMonitoringCost(stage)
        return [inlineCode(stage.name), ...[ours, metricsOfAlarms, 1].map(String), dollars.toFixed(2)]
      }),
  )

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

const flowTable = (): string =>
  markdownTable(
    ['number', 'from', 'to', 'what', 'how'],
    dataFlows.map(({ from, to, what, how }, index) => [
      `${index + 1}`,
      dataHolders[from].title,
      dataHolders[to].title,
      what,
      how,
    ]),
  )

const serviceTable = (): string =>
  markdownTable(
    ['service of AWS', 'what it holds of a person'],
    [...Object.values(services), ...furtherServices].map(({ name, holds }) => [name, holds]),
  )

const measureTable = (): string =>
  markdownTable(
    ['what the service does', 'Nigeria', 'Kenya', 'shown by'],
    measures.map(({ what, nigeria, kenya, proof }) => [what, nigeria, kenya, inlineCode(proof.file)]),
  )

const riskTable = (): string =>
  markdownTable(
    ['risk', 'what the service does', 'shown by'],
    risks.map(({ risk, measure, proof }) => [risk, measure, inlineCode(proof.file)]),
  )

export const protectionFacts = () => ({
  risks: riskTable(),
  dataFlow: dataFlowDiagram(),
  dataFlows: flowTable(),
  subProcessors: serviceTable(),
  measures: measureTable(),
  measureCount: `${measures.length}`,
})
