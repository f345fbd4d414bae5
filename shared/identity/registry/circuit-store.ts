import { database } from '../../table/driver.ts'
import { type Condition, conditionsMet } from '../../table/port.ts'
import { circuitKey } from './circuit-kind.ts'
import { type Circuit, type CircuitChange, closedCircuit } from './circuit.ts'

/** Shared by all containers: one alone sees one call at a time and no pattern. */
export interface CircuitStore {
  readonly read: () => Promise<Circuit>
  readonly countFailure: () => Promise<Circuit>
  /** Returns false if another container changed it first. */
  readonly apply: (transition: CircuitChange) => Promise<boolean>
}

/** A missing attribute counts as unchanged. */
const stillIs = (from: CircuitChange['from']): Condition => ({
  when: Object.entries(from)
    .map(([name, value]) =>
      value === closedCircuit[name as keyof Circuit]
        ? `(attribute_not_exists(#${name}) OR #${name} = :${name})`
        : `#${name} = :${name}`,
    )
    .join(' AND '),
  values: from,
})

export const circuitStore = (registry: string): CircuitStore => {
  const key = circuitKey(registry)
  return {
    read: async () => ({ ...closedCircuit, ...(await database.get<Circuit>(key)) }),
    countFailure: async () => ({
      ...closedCircuit,
      ...(await database.update<Circuit>({ update: key, set: {}, add: { failures: 1 } })),
    }),
    apply: ({ from, set }) => conditionsMet(database.write({ update: key, set, condition: stillIs(from) })),
  }
}
