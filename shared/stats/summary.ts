import type { Product } from '../verification/contract/product.ts'
import { isDecided, type Outcome } from '../verification/contract/outcome.ts'
import type { LinkKey } from '../link/link.ts'
import type { StatsEntry } from './entry.ts'
import { type Histogram, mergeHistograms, addDuration } from './histogram.ts'

/** Counts by name; what is not there is 0. */
type Counts<Name extends string> = Readonly<Partial<Record<Name, number>>>

export interface ProductStats {
  readonly outcomes: Counts<Outcome>
  /** From order to end, of what people decided. */
  readonly turnaround: Histogram
}
export type AgentStats = Counts<
  'approved' | 'rejected' | 'returned' | 'agreed' | 'backChecked' | 'backCheckAgreed'
>
export interface ReviewerStats {
  readonly counts: Counts<'approved' | 'rejected' | 'returned' | 'staged'>
  /** From report to decision. */
  readonly waits: Histogram
}

/** What happened on a day, or on several. */
export interface DayStats {
  readonly products: Readonly<Partial<Record<Product, ProductStats>>>
  readonly agents: Readonly<Record<string, AgentStats>>
  readonly reviewers: Readonly<Record<string, ReviewerStats>>
  /** Links whose message did not arrive, the latest of them. */
  readonly unsent: readonly LinkKey[]
}

export const emptyStats: DayStats = { products: {}, agents: {}, reviewers: {}, unsent: [] }

/** More nobody looks through. */
const mostUnsent = 100

const joined = <Part>(
  one: Readonly<Partial<Record<string, Part>>>,
  other: Readonly<Partial<Record<string, Part>>>,
  join: (one: Part, other: Part) => Part,
): Readonly<Record<string, Part>> => {
  const parts = Object.entries(other) as [string, Part][]
  const both = parts.map(([name, part]) => [name, one[name] === undefined ? part : join(one[name], part)])
  return { ...(one as Readonly<Record<string, Part>>), ...Object.fromEntries(both) }
}

const plus = <Name extends string>(one: Counts<Name>, other: Counts<Name>): Counts<Name> =>
  joined<number>(one, other, (n, more) => n + more) as Counts<Name>

const joinProducts = (one: ProductStats, other: ProductStats): ProductStats => ({
  outcomes: plus(one.outcomes, other.outcomes),
  turnaround: mergeHistograms(one.turnaround, other.turnaround),
})

const joinReviewers = (one: ReviewerStats, other: ReviewerStats): ReviewerStats => ({
  counts: plus(one.counts, other.counts),
  waits: mergeHistograms(one.waits, other.waits),
})

/** Two summaries as one. */
export const mergeStats = (one: DayStats, other: DayStats): DayStats => ({
  products: joined(one.products, other.products, joinProducts),
  agents: joined(one.agents, other.agents, plus),
  reviewers: joined(one.reviewers, other.reviewers, joinReviewers),
  unsent: [...one.unsent, ...other.unsent].slice(-mostUnsent),
})

const ofReviewer = (reviewer: string, name: keyof ReviewerStats['counts'], waits: Histogram = {}) => ({
  reviewers: { [reviewer]: { counts: { [name]: 1 }, waits } },
})

const summaryOfOne = (entry: StatsEntry): Partial<DayStats> => {
  switch (entry.kind) {
    case 'ended': {
      const turnaround = isDecided(entry.outcome) ? addDuration({}, entry.minutes) : {}
      return { products: { [entry.product]: { outcomes: { [entry.outcome]: 1 }, turnaround } } }
    }
    case 'decided': {
      const name = entry.isApproved ? 'approved' : 'rejected'
      return {
        agents: { [entry.agent]: { [name]: 1, ...(entry.agrees && { agreed: 1 }) } },
        ...ofReviewer(entry.reviewer, name, addDuration({}, entry.minutes)),
      }
    }
    case 'returned':
      return { agents: { [entry.agent]: { returned: 1 } }, ...ofReviewer(entry.reviewer, 'returned') }
    case 'staged':
      return ofReviewer(entry.reviewer, 'staged')
    case 'backChecked':
      return { agents: { [entry.agent]: { backChecked: 1, ...(entry.agrees && { backCheckAgreed: 1 }) } } }
    case 'unsent': {
      const { organisationId, mode, verificationId, purpose, number } = entry
      return { unsent: [{ organisationId, mode, verificationId, purpose, number }] }
    }
  }
}

/** What makes two entries the same thing: a verification ends and is decided once, all else by its time, too. */
const nameOf = ({ kind, organisationId, verificationId, at }: StatsEntry): string => {
  const happensOnce = kind === 'ended' || kind === 'decided' || kind === 'backChecked'
  return `${kind} ${organisationId} ${verificationId} ${happensOnce ? '' : at}`
}

/** By halves: to add one after the other would copy every name once an entry. */
const sumOf = (parts: readonly DayStats[]): DayStats => {
  if (parts.length < 2) return parts[0] ?? emptyStats
  const half = parts.length >> 1
  return mergeStats(sumOf(parts.slice(0, half)), sumOf(parts.slice(half)))
}

/**
 * What entries come to. A batch of changes that was worked on again left some of them twice: each counts once, in
 * whatever order and company it comes.
 */
export const summarise = (entries: readonly StatsEntry[]): DayStats => {
  const once = new Map(entries.map(entry => [nameOf(entry), entry]))
  return sumOf([...once.values()].map(entry => ({ ...emptyStats, ...summaryOfOne(entry) })))
}

/** Several days as one. */
export const mergeAllStats = sumOf
