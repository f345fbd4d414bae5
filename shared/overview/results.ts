import type { Assignment } from '../assignment/assignment.ts'
import type { Day } from '../stats/store.ts'
import {
  type AgentStats,
  type DayStats,
  mergeAllStats,
  mergeHistograms,
  type ProductStats,
  quantileOf,
  type ReviewerStats,
} from '../stats/summary.ts'
import { possibleOutcomes, statusOf } from '../verification/contract/outcome.ts'
import { products } from '../verification/contract/product.ts'
import type { Overview } from './contract.ts'

export interface DayResults {
  readonly day: Day
  readonly summary: DayStats
}

const sumOf = (days: readonly DayResults[]): DayStats => mergeAllStats(days.map(({ summary }) => summary))

const endedOf = (product: (typeof products)[number], tally: ProductStats) => ({
  product,
  outcomes: possibleOutcomes(product).flatMap(outcome => {
    const count = tally.outcomes[outcome]
    return count ? [{ status: statusOf(outcome).subStatus, count }] : []
  }),
  medianMinutes: quantileOf(tally.turnaround, 0.5),
  p90Minutes: quantileOf(tally.turnaround, 0.9),
})

export const toResults = (days: readonly DayResults[], count: number): Overview['ended'][number] => {
  const sum = sumOf(days.slice(-count))
  return {
    days: count,
    products: products.flatMap(product => {
      const tally = sum.products[product]
      return tally ? [endedOf(product, tally)] : []
    }),
  }
}

const onDay = ({ day, summary }: DayResults): Overview['daily'][number] => {
  const tallies = Object.values(summary.products)
  const turnaround = tallies.reduce((all, tally) => mergeHistograms(all, tally.turnaround), {})
  const ended = tallies.flatMap(({ outcomes }) => Object.values(outcomes)).reduce((sum, n) => sum + n, 0)
  return { day, ended, medianMinutes: quantileOf(turnaround, 0.5) }
}

export const toDaily = (days: readonly DayResults[]): Overview['daily'] => days.map(onDay)

const namesOf = (...groups: readonly (readonly string[])[]): readonly string[] =>
  [...new Set(groups.flat())].toSorted()

const held = (work: readonly Assignment[], status: Assignment['status']) => (id: string) =>
  work.filter(one => one.agent === id && one.status === status).length

export const toAgents = (days: readonly DayResults[], all: readonly Assignment[]): Overview['agents'] => {
  // A dispute is a reviewer's work, not its agent's.
  const work = all.filter(({ dispute }) => dispute === undefined)
  const { agents } = sumOf(days)
  const [claimed, reported] = [held(work, 'claimed'), held(work, 'reported')]
  const busy = work.flatMap(({ agent, status }) => (agent && status !== 'open' ? [agent] : []))
  return namesOf(Object.keys(agents), busy).map(id => {
    const tally: AgentStats = agents[id] ?? {}
    const { approved = 0, rejected = 0, returned = 0, agreed = 0 } = tally
    const { backChecked = 0, backCheckAgreed = 0 } = tally
    return {
      ...{ id, claimed: claimed(id), reported: reported(id) },
      ...{ approved, rejected, returned, agreed, backChecked, backCheckAgreed },
    }
  })
}

const reviewerLine = (id: string, { counts, waits }: ReviewerStats): Overview['reviewers'][number] => {
  const { approved = 0, rejected = 0, returned = 0, staged = 0 } = counts
  return { id, approved, rejected, returned, staged, medianWaitMinutes: quantileOf(waits, 0.5) }
}

export const toReviewers = (days: readonly DayResults[]): Overview['reviewers'] => {
  const { reviewers } = sumOf(days)
  return namesOf(Object.keys(reviewers)).map(id => reviewerLine(id, reviewers[id]!))
}

/** Newest last. */
export const toUnsentMessages = (days: readonly DayResults[]): DayStats['unsent'] => sumOf(days).unsent
