import type { Assignment } from '../work/assignment/assignment.ts'
import { countFlags } from '../work/assignment/flag-counts.ts'
import { outcomeOfFindings } from '../work/assignment/visit-report.ts'
import type { LateLookup } from '../identity/late/late-lookup.ts'
import type { IdentityProduct } from '../identity/products.ts'
import type { Link } from '../link/link.ts'
import { hasFailed } from '../link/message/contract.ts'
import { timeOfId } from '../table/id.ts'
import type { StreamChange } from '../table/stream-change.ts'
import { toVerificationKey, type VerificationKey } from '../table/tenant.ts'
import type { ContradictionReason } from '../verification/contract/contradiction.ts'
import { type DecidedOutcome, isFinal, type Outcome } from '../verification/contract/outcome.ts'
import type { Product } from '../verification/contract/product.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'

/*
 * What happened, said once of each change: whatever is counted, on a page or in a metric, is a fold of these. Ids, our own
 * words and times; no personal data of applicants.
 */

interface FactBase extends VerificationKey {
  /** ISO 8601. */
  readonly at: string
}

interface FlagCounts {
  readonly strongFlags: number
  readonly weakFlags: number
}

/** A visit or a call was reported, anew after a return, too. */
export interface Reported extends FactBase, FlagCounts {
  readonly kind: 'reported'
  readonly product: Product
  readonly agent: string
  /** 0 of a call. */
  readonly lgaId: number
  /** From when the work was opened, as its order was accepted. */
  readonly tookMs: number
  readonly isBackCheck?: true
}

/** A reviewer decided on a report, whom a second one may have had to confirm. A dispute decides nothing anew of an agent's work. */
export interface Decided extends FactBase, FlagCounts {
  readonly kind: 'decided'
  readonly agent: string
  readonly reviewer: string
  /** Null where nothing was found: of a call. */
  readonly found: DecidedOutcome | null
  readonly outcome: DecidedOutcome
  /** Whether strong flags were answered in words. */
  readonly isOverFlags?: true
  /** Whether it was approved against what was found, without a second reviewer. */
  readonly isAlone?: true
  /** Why it was decided against what was found. */
  readonly against?: ContradictionReason
  /** How often the report was returned. */
  readonly returns: number
  /** From the report. */
  readonly tookMs: number
}

/** A decision is as it was found, or nothing that was found speaks against it. */
export const agreesIn = ({ found, outcome }: Decided): boolean => found === null || found === outcome

export type Fact =
  | (FactBase & { readonly kind: 'ordered'; readonly product: Product | IdentityProduct })
  /** It was not decided in time. */
  | (FactBase & { readonly kind: 'delayed'; readonly product: Product })
  /** It got its first outcome. */
  | (FactBase & {
      readonly kind: 'ended'
      readonly product: Product
      readonly outcome: Outcome
      readonly price: number
      readonly isDelayed?: true
      /** From the order. */
      readonly tookMs: number
    })
  | Reported
  | Decided
  | (FactBase & { readonly kind: 'returned' | 'staged'; readonly agent: string; readonly reviewer: string })
  | (FactBase & {
      readonly kind: 'backChecked'
      readonly product: Product
      /** Who made the first visit. */
      readonly agent: string
      readonly outcome: DecidedOutcome
      readonly agrees: boolean
    })
  /** A message with a link did not arrive. */
  | (FactBase & { readonly kind: 'unsent'; readonly purpose: Link['purpose']; readonly number: number })

export type FactKind = Fact['kind']

const msBetween = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from))

/** Its end, of a verification that is final. */
export const endOf = (ended: Verification): readonly Fact[] => {
  const { product, outcome, price, requestedAt, updatedAt: at, delayedAt, erasedAt } = ended
  if (!isFinal(outcome) || erasedAt) return []
  const tookMs = msBetween(requestedAt, at)
  const end = { kind: 'ended', ...verificationKeyOf(ended), at, product, outcome, price, tookMs } as const
  return [{ ...end, ...(delayedAt && { isDelayed: true }) }]
}

const ofVerification = (before: Verification | undefined, after: Verification): readonly Fact[] => {
  const { product, requestedAt, outcome, delayedAt, erasedAt } = after
  const key = verificationKeyOf(after)
  if (!before) return [{ kind: 'ordered', ...key, at: requestedAt, product }]
  if (erasedAt || isFinal(before.outcome)) return []
  if (isFinal(outcome)) return endOf(after)
  return delayedAt && !before.delayedAt ? [{ kind: 'delayed', ...key, at: delayedAt, product }] : []
}

type WorkField =
  | ('agent' | 'reportedAt' | 'findings' | 'returns' | 'stagedDecision' | 'verdict' | 'flags')
  | ('visitedBy' | 'agrees' | 'backCheckOf' | 'assignedAt' | 'lgaId' | 'product')

/** Work as the stream tells of it: where a record was final before its work was opened, a mark alone. */
export type WorkSnapshot = VerificationKey & Partial<Pick<Assignment, WorkField>>

const decided = (after: WorkSnapshot): readonly Fact[] => {
  const { agent, verdict, reportedAt, findings, returns = [], flags } = after
  if (!agent || !verdict || !reportedAt) return []
  const { by: reviewer, at, outcome, answered, againstFinding, decisionFlags } = verdict
  return [
    {
      kind: 'decided',
      ...toVerificationKey(after),
      at,
      agent,
      reviewer,
      found: findings ? outcomeOfFindings(findings) : null,
      outcome,
      returns: returns.length,
      ...countFlags(flags),
      tookMs: msBetween(reportedAt, at),
      ...(answered && { isOverFlags: true }),
      ...(decisionFlags?.includes('approved_alone') && { isAlone: true }),
      ...(againstFinding && { against: againstFinding.reason }),
    },
  ]
}

const reported = (after: WorkSnapshot): readonly Fact[] => {
  const { agent, reportedAt: at, assignedAt, product, lgaId = 0, flags, backCheckOf } = after
  if (!agent || !at || !assignedAt || !product) return []
  const tookMs = msBetween(assignedAt, at)
  const report = { kind: 'reported', ...toVerificationKey(after), at, product, agent, lgaId, tookMs } as const
  return [{ ...report, ...countFlags(flags), ...(backCheckOf && { isBackCheck: true }) }]
}

const backChecked = (after: WorkSnapshot): readonly Fact[] => {
  const { agrees, visitedBy: agent, reportedAt: at, product, findings } = after
  if (agrees === undefined || !agent || !at || !product || !findings) return []
  const outcome = outcomeOfFindings(findings)
  return [{ kind: 'backChecked', ...toVerificationKey(after), at, product, agent, outcome, agrees }]
}

const ofWork = (before: WorkSnapshot | undefined, after: WorkSnapshot): readonly Fact[] => {
  const { agent = '', reportedAt, returns = [], stagedDecision: staged, verdict } = after
  const facts: Fact[] = []
  const last = returns.at(-1)
  const add = (
    kind: 'returned' | 'staged',
    { at, by: reviewer }: { readonly at: string; readonly by: string },
  ) => facts.push({ kind, ...toVerificationKey(after), at, agent, reviewer })
  if (reportedAt !== before?.reportedAt) facts.push(...reported(after))
  if (before?.agrees === undefined) facts.push(...backChecked(after))
  if (last && returns.length > (before?.returns?.length ?? 0)) add('returned', last)
  if (staged && staged.at !== before?.stagedDecision?.at) add('staged', staged)
  if (verdict && !before?.verdict) facts.push(...decided(after))
  return facts
}

const ofLateLookup = (before: LateLookup | undefined, after: LateLookup): readonly Fact[] => {
  const { product, verificationId } = after
  if (before) return []
  return [{ kind: 'ordered', ...toVerificationKey(after), at: timeOfId(verificationId), product }]
}

const ofLink = (before: Link | undefined, after: Link): readonly Fact[] => {
  const { message, purpose, number, sentAt: at } = after
  if (!before || !hasFailed(message) || hasFailed(before.message)) return []
  return [{ kind: 'unsent', ...toVerificationKey(after), at, purpose, number }]
}

/** A change of what facts are about. */
export type FactChange =
  | StreamChange<'verification', Verification>
  | StreamChange<'assignment', WorkSnapshot>
  | StreamChange<'late-lookup', LateLookup>
  | StreamChange<'link', Link>

/** Of the kinds of change, what each comes to. What was deleted comes to nothing. */
export const factsOf = (change: FactChange | StreamChange<'alert', object>): readonly Fact[] => {
  if (!change.after) return []
  switch (change.kind) {
    case 'verification':
      return ofVerification(change.before, change.after)
    case 'assignment':
      return ofWork(change.before, change.after)
    case 'late-lookup':
      return ofLateLookup(change.before, change.after)
    case 'link':
      return ofLink(change.before, change.after)
    // Of others the stream brings, nothing is counted.
    default:
      return []
  }
}
