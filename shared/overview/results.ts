import type { Assignment } from '../work/assignment/assignment.ts'
import type { ListedWork } from '../work/assignment/list-store.ts'
import type { Day } from '../numbers/day-store.ts'
import {
  type DayStats,
  mergeAllStats,
  mergeHistograms,
  type ProductStats,
  quantileOf,
} from '../numbers/day.ts'
import type { ContradictionReason } from '../verification/contract/contradiction.ts'
import { possibleOutcomes, statusOf } from '../verification/contract/outcome.ts'
import { products } from '../verification/contract/product.ts'
import type { Overview } from './contract.ts'
import { agentOf } from './counted-work.ts'

export interface DayResults {
  readonly day: Day
  readonly summary: DayStats
}

const sumOf = (days: readonly DayResults[]): DayStats => mergeAllStats(days.map(({ summary }) => summary))

const endedOf = (product: (typeof products)[number], productStats: ProductStats) => ({
  product,
  outcomes: possibleOutcomes(product).flatMap(outcome => {
    const count = productStats.outcomes[outcome]
    return count ? [{ status: statusOf(outcome).subStatus, count }] : []
  }),
  medianMinutes: quantileOf(productStats.turnaround, 0.5),
  p90Minutes: quantileOf(productStats.turnaround, 0.9),
})

export const toResults = (days: readonly DayResults[], count: number): Overview['ended'][number] => {
  const sum = sumOf(days.slice(-count))
  return {
    days: count,
    products: products.flatMap(product => {
      const productStats = sum.products[product]
      return productStats ? [endedOf(product, productStats)] : []
    }),
  }
}

export const toDaily = (days: readonly DayResults[]): Overview['daily'] =>
  days.map(({ day, summary }) => {
    const stats = Object.values(summary.products)
    const turnaround = stats.reduce((all, productStats) => mergeHistograms(all, productStats.turnaround), {})
    const ended = stats.flatMap(({ outcomes }) => Object.values(outcomes)).reduce((sum, n) => sum + n, 0)
    return { day, ended, medianMinutes: quantileOf(turnaround, 0.5) }
  })

/** What each agent has now. */
export type HeldWork = Readonly<Record<string, { readonly claimed: number; readonly reported: number }>>

export const toHeld = (all: readonly ListedWork[]): HeldWork => {
  const countOf = (work: readonly ListedWork[], status: Assignment['status']): number =>
    work.filter(one => one.status === status).length
  const byAgent = Map.groupBy(all, one => agentOf(one) ?? '')
  byAgent.delete('')
  return Object.fromEntries(
    [...byAgent].map(([agent, work]) => [
      agent,
      { claimed: countOf(work, 'claimed'), reported: countOf(work, 'reported') },
    ]),
  )
}

export const toAgents = (days: readonly DayResults[], held: HeldWork): Overview['agents'] => {
  const { agents } = sumOf(days)
  return [...new Set([...Object.keys(agents), ...Object.keys(held)])].toSorted().map(id => ({
    id,
    claimed: 0,
    reported: 0,
    ...held[id],
    approved: 0,
    rejected: 0,
    returned: 0,
    agreed: 0,
    backChecked: 0,
    backCheckAgreed: 0,
    ...agents[id],
  }))
}

export const toReviewers = (days: readonly DayResults[]): Overview['reviewers'] => {
  const reviewers = Object.entries(sumOf(days).reviewers).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return reviewers.map(([id, { counts, against = {}, waits }]) => ({
    id,
    approved: 0,
    rejected: 0,
    returned: 0,
    staged: 0,
    overFlags: 0,
    alone: 0,
    ...counts,
    against: Object.entries(against).map(([reason, count]) => ({
      reason: reason as ContradictionReason,
      count,
    })),
    medianWaitMinutes: quantileOf(waits, 0.5),
  }))
}

export const toUnsentMessages = (days: readonly DayResults[]): DayStats['unsent'] => sumOf(days).unsent
