import { database } from '../../table/driver.ts'
import { circuitKey } from '../../table/keys.ts'
import { type Condition, conditionsMet } from '../../table/port.ts'
import { type Circuit, type CircuitChange, closedCircuit } from './circuit.ts'

/** Where the state is kept that all containers share: a container of its own sees one call at a time and no pattern. */
export interface CircuitStore {
  readonly read: () => Promise<Circuit>
  /** Counts a failure. Answers the new state. */
  readonly countFailure: () => Promise<Circuit>
  /** Makes a transition. Answers false if another made it first. */
  readonly apply: (transition: CircuitChange) => Promise<boolean>
}

/** An attribute that was never written counts as untouched. */
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

/** The circuit of one registry. Reading it is half a read unit. */
export const circuitStore = (registry: string): CircuitStore => {
  const key = circuitKey(registry)
  return {
    read: async () => ({ ...closedCircuit, ...(await database.get<Circuit>(key)) }),
    countFailure: async () => ({
      ...closedCircuit,
      ...(await database.write<Circuit>({ update: key, set: {}, add: { failures: 1 } })),
    }),
    apply: ({ from, set }) => conditionsMet(database.write({ update: key, set, condition: stillIs(from) })),
  }
}
