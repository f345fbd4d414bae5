import data from './protection.json' with { type: 'json' }

export type DataHolderName = keyof typeof data.dataHolders

/** Who or what holds personal data; `isOurs`: within the stage. Listed from top to bottom on each side of the diagram. */
interface DataHolder {
  readonly title: string
  readonly more: string
  readonly side: 'left' | 'middle' | 'right'
  readonly isOurs?: true
}

/** Personal data that moves, in the order in which a verification and a lookup meet it. */
export interface DataFlow {
  readonly from: DataHolderName
  readonly to: DataHolderName
  readonly what: string
  readonly how: string
}

export const dataHolders = data.dataHolders as Readonly<Record<DataHolderName, DataHolder>>
export const dataFlows = data.dataFlows as readonly DataFlow[]
/** What the code does for the people in its records, the sections of the Acts that ask for it, and the test that shows it. */
export const measures = data.measures
/** OWASP API Security Top 10, 2023: https://owasp.org/API-Security/editions/2023/en/0x11-t10/ */
export const risks = data.risks
/** What each AWS service of a stage's resources holds of a person. */
export const services: Readonly<Record<string, (typeof data.furtherServices)[number]>> = data.services
export const furtherServices = data.furtherServices
