import { emitMetrics, type Measurement, toMeasurement } from '../metrics/emit.ts'
import { isDecided, isFinal } from '../verification/contract/outcome.ts'
import type { StreamedItem } from './effect.ts'

type Item<Kind extends StreamedItem['kind']> = NonNullable<Extract<StreamedItem, { kind: Kind }>['after']>

type Verification = Item<'verification'>

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))

const ofPromise = ({ product }: Verification, isLate: boolean): Measurement =>
  toMeasurement({ product }, { VerificationsDue: 1, VerificationsOverdue: isLate ? 1 : 0 })

/** Price and time of a decision; in test mode both mean nothing, since clocks move and nobody pays. */
const ofEnd = (ended: Verification): Measurement[] => {
  const { mode, product, outcome, price, requestedAt, updatedAt, delayedAt } = ended
  if (outcome === 'accepted') return []
  const completed = toMeasurement({ mode, outcome }, { VerificationsCompleted: 1 })
  if (mode === 'test' || !isDecided(outcome)) return [completed]
  const counts = { Turnaround: secondsBetween(requestedAt, updatedAt), Charged: price }
  return [completed, toMeasurement({ product }, counts), ...(delayedAt ? [] : [ofPromise(ended, false)])]
}

const ofVerification = (before: Verification | undefined, after: Verification): Measurement[] => {
  const { mode, product, outcome, erasedAt, delayedAt } = after
  if (!before) return [toMeasurement({ mode, product }, { OrdersAccepted: 1 })]
  if (erasedAt) return []
  if (isFinal(outcome)) return isFinal(before.outcome) ? [] : ofEnd(after)
  const isDelayed = delayedAt && !before.delayedAt && mode === 'live'
  return isDelayed ? [ofPromise(after, true)] : []
}

/** A returned report counts again once it is corrected; a back-check's report says whether it agrees. */
const ofAssignment = (
  before: Item<'assignment'> | undefined,
  { mode, product, reportedAt, agrees }: Item<'assignment'>,
): Measurement[] => {
  if (!product || !reportedAt || reportedAt === before?.reportedAt) return []
  if (agrees !== undefined) return [toMeasurement({ product }, { BackChecked: 1, Disagreed: agrees ? 0 : 1 })]
  return mode === 'live' ? [toMeasurement({ product }, { ReportsFiled: 1 })] : []
}

const ofLateLookup = (
  before: Item<'late-lookup'> | undefined,
  { mode, product }: Item<'late-lookup'>,
): Measurement[] => (before ? [] : [toMeasurement({ mode, product }, { OrdersAccepted: 1 })])

export const toMeasurements = (change: StreamedItem): readonly Measurement[] => {
  if (!change.after) return []
  switch (change.kind) {
    case 'verification':
      return ofVerification(change.before, change.after)
    case 'assignment':
      return ofAssignment(change.before, change.after)
    case 'late-lookup':
      return ofLateLookup(change.before, change.after)
    default:
      return []
  }
}

/** Counts the changes before the first that failed: from there on, the stream brings them again. */
export const countChanges = (
  changes: readonly StreamedItem[],
  ends: readonly PromiseSettledResult<unknown>[],
): void => {
  const failed = ends.findIndex(({ status }) => status === 'rejected')
  for (const change of failed < 0 ? changes : changes.slice(0, failed)) {
    const measurements = toMeasurements(change)
    if (measurements.length > 0) emitMetrics(...measurements)
  }
}
