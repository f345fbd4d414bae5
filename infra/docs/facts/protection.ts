import { dataFlowDiagram } from '../protection/data-flow-diagram.ts'
import { dataFlows, dataHolders, furtherServices, measures, services } from '../protection/protection.ts'
import { inlineCode, markdownTable } from './table.ts'

const flowTable = (): string =>
  markdownTable(
    ['number', 'from', 'to', 'what', 'how'],
    dataFlows.map(({ from, to, what, how }, place) => [
      ...[`${place + 1}`, dataHolders[from].title, dataHolders[to].title],
      ...[what, how],
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

/** What an auditor is told: where data goes, who sees it, what is done for it. */
export const protectionFacts = () => ({
  dataFlow: dataFlowDiagram(),
  dataFlows: flowTable(),
  subProcessors: serviceTable(),
  measures: measureTable(),
  measureCount: `${measures.length}`,
})
