import { emitMetrics } from '../metrics/emit.ts'
import { factsOf } from '../numbers/fact.ts'
import { measurementsOf } from '../numbers/measurements.ts'
import type { StreamedItem } from './effect.ts'

/** Counts the changes before the first that failed: from there on, the stream brings them again. */
export const countChanges = (
  changes: readonly StreamedItem[],
  ends: readonly PromiseSettledResult<unknown>[],
): void => {
  const failed = ends.findIndex(({ status }) => status === 'rejected')
  for (const change of failed < 0 ? changes : changes.slice(0, failed)) {
    const measurements = factsOf(change).flatMap(measurementsOf)
    if (measurements.length > 0) emitMetrics(...measurements)
  }
}
