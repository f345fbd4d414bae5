import type { Assignment } from '../assignment/assignment.ts'
import { countFlags } from '../assignment/flag-counts.ts'
import { outcomeOfFindings } from '../assignment/visit-report.ts'
import type { Link } from '../link/link.ts'
import { hasFailed } from '../link/message/contract.ts'
import { toVerificationKey, type VerificationKey } from '../table/tenant.ts'
import type { ContradictionReason } from '../verification/contract/contradiction.ts'
import { isFinal, type Outcome } from '../verification/contract/outcome.ts'
import type { Product } from '../verification/contract/product.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'

interface StatsSubject extends VerificationKey {
  /** ISO 8601. */
  readonly at: string
}

/** A visit whose report came, a second visit included. */
export interface VisitEntry extends StatsSubject {
  readonly agent: string
  readonly lgaId: number
  /** From the order to the report. */
  readonly minutes: number
  readonly strongFlags: number
  readonly weakFlags: number
}

/** Ids, our own words and minutes; no personal data of applicants. */
export type StatsEntry = StatsSubject &
  (
    | {
        readonly kind: 'ended'
        readonly product: Product
        readonly outcome: Outcome
        readonly minutes: number
      }
    | {
        readonly kind: 'decided'
        readonly agent: string
        readonly reviewer: string
        readonly isApproved: boolean
        readonly agrees: boolean
        /** Whether strong flags were answered in words. */
        readonly isOverFlags?: boolean
        /** Whether it was approved against what was found, without a second reviewer. */
        readonly isAlone?: boolean
        /** Why it was decided against what was found. */
        readonly against?: ContradictionReason
        readonly minutes: number
      }
    | { readonly kind: 'returned'; readonly agent: string; readonly reviewer: string }
    | { readonly kind: 'staged'; readonly agent: string; readonly reviewer: string }
    | { readonly kind: 'backChecked'; readonly agent: string; readonly agrees: boolean }
    | { readonly kind: 'unsent'; readonly purpose: Link['purpose']; readonly number: number }
  )

const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))

export const toVerificationStats = (
  before: Verification | undefined,
  after: Verification,
): readonly StatsEntry[] => {
  const { product, outcome, requestedAt, updatedAt: at } = after
  if (!isFinal(outcome) || after.erasedAt || (before && isFinal(before.outcome))) return []
  const minutes = minutesBetween(requestedAt, at)
  return [{ kind: 'ended', ...verificationKeyOf(after), at, product, outcome, minutes }]
}

type WorkField =
  | ('agent' | 'reportedAt' | 'findings' | 'returns' | 'stagedDecision' | 'verdict')
  | ('visitedBy' | 'agrees' | 'assignedAt' | 'lgaId' | 'flags')

export type WorkSnapshot = VerificationKey & Partial<Pick<Assignment, WorkField>>

const decided = (after: WorkSnapshot): readonly StatsEntry[] => {
  const { agent, verdict, reportedAt, findings } = after
  if (!agent || !verdict || !reportedAt) return []
  const { by: reviewer, at, outcome, answered, againstFinding, decisionFlags } = verdict
  const entry = {
    at,
    agent,
    reviewer,
    isApproved: outcome === 'verified',
    agrees: !findings || outcomeOfFindings(findings) === outcome,
    minutes: minutesBetween(reportedAt, at),
    ...(answered && { isOverFlags: true }),
    ...(decisionFlags?.includes('approved_alone') && { isAlone: true }),
    ...(againstFinding && { against: againstFinding.reason }),
  }
  return [{ kind: 'decided', ...toVerificationKey(after), ...entry }]
}

const backChecked = (after: WorkSnapshot): readonly StatsEntry[] => {
  const { agrees, visitedBy: agent, reportedAt: at } = after
  if (agrees === undefined || !agent || !at) return []
  return [{ kind: 'backChecked', ...toVerificationKey(after), at, agent, agrees }]
}

/** The work is opened as its order is accepted. What needs no visit is in no LGA. */
export const toVisitEntries = (
  before: WorkSnapshot | undefined,
  after: WorkSnapshot,
): readonly VisitEntry[] => {
  const { agent, reportedAt: at, assignedAt, lgaId, flags } = after
  if (!agent || !at || !assignedAt || !lgaId || at === before?.reportedAt) return []
  const minutes = minutesBetween(assignedAt, at)
  return [{ ...toVerificationKey(after), at, agent, lgaId, minutes, ...countFlags(flags) }]
}

/** A decision, a staged one, a returned report, or the report of a back-check. */
export const toAssignmentStats = (
  before: WorkSnapshot | undefined,
  after: WorkSnapshot,
): readonly StatsEntry[] => {
  const { agent = '', returns = [], stagedDecision } = after
  const key = toVerificationKey(after)
  const entries = after.verdict && !before?.verdict ? [...decided(after)] : []
  if (before?.agrees === undefined) entries.push(...backChecked(after))
  const last = returns.at(-1)
  if (last && returns.length > (before?.returns?.length ?? 0))
    entries.push({ kind: 'returned', ...key, at: last.at, agent, reviewer: last.by })
  if (stagedDecision && stagedDecision.at !== before?.stagedDecision?.at) {
    const { at, by: reviewer } = stagedDecision
    entries.push({ kind: 'staged', ...key, at, agent, reviewer })
  }
  return entries
}

export const toLinkStats = (before: Link | undefined, after: Link): readonly StatsEntry[] => {
  const { message, purpose, number, sentAt: at } = after
  const isNew = hasFailed(message) && !hasFailed(before?.message)
  return isNew ? [{ kind: 'unsent', ...toVerificationKey(after), at, purpose, number }] : []
}
