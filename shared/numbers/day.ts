import type { LinkKey } from '../link/link.ts'
import type { ContradictionReason } from '../verification/contract/contradiction.ts'
import { isDecided, type Outcome } from '../verification/contract/outcome.ts'
import type { Product } from '../verification/contract/product.ts'
import { agreesIn, type Fact, type FactKind } from './fact.ts'

export type Histogram = Readonly<Record<string, number>>

/** Each step ends a fifth above its start: a quantile is at most a tenth off. */
const growth = 1.2

/** Step 0 is below a minute. @param minutes whole */
const stepOf = (minutes: number): number =>
  minutes < 1 ? 0 : 1 + Math.floor(Math.log(minutes) / Math.log(growth) + 1e-9)

/** The geometric middle of a step, in minutes. */
const middleOf = (step: number): number => (step === 0 ? 0 : Math.round(growth ** (step - 0.5)))

export const addDuration = (histogram: Histogram, minutes: number): Histogram => {
  const step = stepOf(minutes)
  return { ...histogram, [step]: (histogram[step] ?? 0) + 1 }
}

export const mergeHistograms = (one: Histogram, other: Histogram): Histogram => ({
  ...one,
  ...Object.fromEntries(Object.entries(other).map(([step, n]) => [step, n + (one[step] ?? 0)])),
})

export const countIn = (histogram: Histogram): number =>
  Object.values(histogram).reduce((sum, n) => sum + n, 0)

/** In minutes; null of none. @param share from 0 to 1 */
export const quantileOf = (histogram: Histogram, share: number): number | null => {
  const wanted = Math.max(1, Math.ceil(countIn(histogram) * share))
  const steps = Object.keys(histogram)
    .map(Number)
    .toSorted((one, other) => one - other)
  let seen = 0
  for (const step of steps) {
    seen += histogram[step]!
    if (seen >= wanted) return middleOf(step)
  }
  return null
}

/** A missing name counts as 0. */
type NamedCounts<Name extends string> = Readonly<Partial<Record<Name, number>>>

export interface ProductStats {
  readonly outcomes: NamedCounts<Outcome>
  /** From order to decision. */
  readonly turnaround: Histogram
}
type AgentStats = NamedCounts<
  'approved' | 'rejected' | 'returned' | 'agreed' | 'backChecked' | 'backCheckAgreed'
>
interface ReviewerStats {
  readonly counts: NamedCounts<'approved' | 'rejected' | 'returned' | 'staged' | 'overFlags' | 'alone'>
  /** Decisions against what was found, by their reason. */
  readonly against?: NamedCounts<ContradictionReason>
  readonly waits: Histogram
}

export interface DayStats {
  readonly products: Readonly<Partial<Record<Product, ProductStats>>>
  readonly agents: Readonly<Record<string, AgentStats>>
  readonly reviewers: Readonly<Record<string, ReviewerStats>>
  /** The latest ones. */
  readonly unsent: readonly LinkKey[]
}

export const emptyStats: DayStats = { products: {}, agents: {}, reviewers: {}, unsent: [] }

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

const plus = <Name extends string>(one: NamedCounts<Name>, other: NamedCounts<Name>): NamedCounts<Name> =>
  joined<number>(one, other, (n, more) => n + more) as NamedCounts<Name>

const joinProducts = (one: ProductStats, other: ProductStats): ProductStats => ({
  outcomes: plus(one.outcomes, other.outcomes),
  turnaround: mergeHistograms(one.turnaround, other.turnaround),
})

const joinReviewers = (one: ReviewerStats, other: ReviewerStats): ReviewerStats => ({
  counts: plus(one.counts, other.counts),
  against: plus(one.against ?? {}, other.against ?? {}),
  waits: mergeHistograms(one.waits, other.waits),
})

export const mergeStats = (one: DayStats, other: DayStats): DayStats => ({
  products: joined(one.products, other.products, joinProducts),
  agents: joined(one.agents, other.agents, plus),
  reviewers: joined(one.reviewers, other.reviewers, joinReviewers),
  unsent: [...one.unsent, ...other.unsent].slice(-mostUnsent),
})

const ofReviewer = (
  reviewer: string,
  counts: ReviewerStats['counts'],
  { against = {}, waits = {} }: Partial<ReviewerStats> = {},
) => ({ reviewers: { [reviewer]: { counts, against, waits } } })

const minutesOf = (ms: number): number => Math.round(ms / 60_000)

/** What a day counts of each kind of fact. What it lacks, a day does not count. */
type Folds = { readonly [Kind in FactKind]?: (fact: Extract<Fact, { kind: Kind }>) => Partial<DayStats> }

const folds = {
  ended: ({ product, outcome, tookMs }) => {
    const turnaround = isDecided(outcome) ? addDuration({}, minutesOf(tookMs)) : {}
    return { products: { [product]: { outcomes: { [outcome]: 1 }, turnaround } } }
  },
  decided: fact => {
    const { agent, reviewer, outcome, tookMs, isOverFlags, isAlone, against } = fact
    const name = outcome === 'verified' ? 'approved' : 'rejected'
    const counts = { [name]: 1, ...(isOverFlags && { overFlags: 1 }), ...(isAlone && { alone: 1 }) }
    return {
      agents: { [agent]: { [name]: 1, ...(agreesIn(fact) && { agreed: 1 }) } },
      ...ofReviewer(reviewer, counts, {
        against: against && { [against]: 1 },
        waits: addDuration({}, minutesOf(tookMs)),
      }),
    }
  },
  returned: ({ agent, reviewer }) => ({
    agents: { [agent]: { returned: 1 } },
    ...ofReviewer(reviewer, { returned: 1 }),
  }),
  staged: ({ reviewer }) => ofReviewer(reviewer, { staged: 1 }),
  backChecked: ({ agent, agrees }) => ({
    agents: { [agent]: { backChecked: 1, ...(agrees && { backCheckAgreed: 1 }) } },
  }),
  unsent: ({ organisationId, mode, verificationId, purpose, number }) => ({
    unsent: [{ organisationId, mode, verificationId, purpose, number }],
  }),
} as const satisfies Folds

/** What a day counts. */
export type DayFact = Extract<Fact, { kind: keyof typeof folds }>

export const isOfDay = (fact: Fact): fact is DayFact => fact.kind in folds

const summaryOfOne = (fact: DayFact): Partial<DayStats> =>
  (folds[fact.kind] as (fact: DayFact) => Partial<DayStats>)(fact)

/** A verification ends once, and is decided on once; other facts are told apart by their time. */
const nameOf = ({ kind, organisationId, verificationId, at }: DayFact): string => {
  const happensOnce = kind === 'ended' || kind === 'decided' || kind === 'backChecked'
  return `${kind} ${organisationId} ${verificationId} ${happensOnce ? '' : at}`
}

/** By halves: adding one by one would copy every name per entry. */
export const mergeAllStats = (parts: readonly DayStats[]): DayStats => {
  if (parts.length < 2) return parts[0] ?? emptyStats
  const half = parts.length >> 1
  return mergeStats(mergeAllStats(parts.slice(0, half)), mergeAllStats(parts.slice(half)))
}

/** Order and duplicates do not matter: a repeated batch leaves facts twice, and each counts once. */
export const summarise = (facts: readonly DayFact[]): DayStats => {
  const once = new Map(facts.map(fact => [nameOf(fact), fact]))
  return mergeAllStats([...once.values()].map(fact => ({ ...emptyStats, ...summaryOfOne(fact) })))
}
