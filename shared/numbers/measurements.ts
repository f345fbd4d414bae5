import { type Measurement, toMeasurement } from '../metrics/emit.ts'
import { isDecided } from '../verification/contract/outcome.ts'
import type { Fact } from './fact.ts'

/** In test mode the price and the time of a decision mean nothing, since clocks move and nobody pays. */
const ofEnd = ({ mode, product, outcome, price, tookMs, isDelayed }: Extract<Fact, { kind: 'ended' }>) => {
  if (outcome === 'accepted') return []
  const completed = toMeasurement({ mode, outcome }, { VerificationsCompleted: 1 })
  if (mode === 'test' || !isDecided(outcome)) return [completed]
  const counts = { Turnaround: Math.round(tookMs / 1000), Charged: price }
  const inTime = toMeasurement({ product }, { VerificationsDue: 1, VerificationsOverdue: 0 })
  return [completed, toMeasurement({ product }, counts), ...(isDelayed ? [] : [inTime])]
}

/** The metrics of a fact. */
export const measurementsOf = (fact: Fact): readonly Measurement[] => {
  switch (fact.kind) {
    case 'ordered':
      return [toMeasurement({ mode: fact.mode, product: fact.product }, { OrdersAccepted: 1 })]
    case 'delayed':
      if (fact.mode === 'test') return []
      return [toMeasurement({ product: fact.product }, { VerificationsDue: 1, VerificationsOverdue: 1 })]
    case 'ended':
      return ofEnd(fact)
    case 'reported':
      if (fact.mode === 'test' || fact.isBackCheck) return []
      return [toMeasurement({ product: fact.product }, { ReportsFiled: 1 })]
    case 'backChecked':
      if (fact.mode === 'test') return []
      return [toMeasurement({ product: fact.product }, { BackChecked: 1, Disagreed: fact.agrees ? 0 : 1 })]
    default:
      return []
  }
}
