import { drawing } from '../protection/drawing.ts'
import { flows, places } from '../protection/flows.ts'
import { measures } from '../protection/measures.ts'
import { furtherServices, services } from '../protection/services.ts'
import { code, table } from './table.ts'

const flowTable = (): string =>
  table(
    ['number', 'from', 'to', 'what', 'how'],
    flows.map(({ from, to, what, how }, place) => [
      ...[`${place + 1}`, places[from].title, places[to].title],
      ...[what, how],
    ]),
  )

const serviceTable = (): string =>
  table(
    ['service of AWS', 'what it holds of a person'],
    [...Object.values(services), ...furtherServices].map(({ name, holds }) => [name, holds]),
  )

const measureTable = (): string =>
  table(
    ['what the service does', 'Nigeria', 'Kenya', 'shown by'],
    measures.map(({ what, nigeria, kenya, proof }) => [what, nigeria, kenya, code(proof.file)]),
  )

/** What an auditor is told: where data goes, who sees it, what is done for it. */
export const protectionFacts = () => ({
  dataFlow: drawing(),
  dataFlows: flowTable(),
  subProcessors: serviceTable(),
  measures: measureTable(),
  measureCount: `${measures.length}`,
})
