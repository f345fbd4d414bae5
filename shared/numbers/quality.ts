import type { Caller } from '../account/caller.ts'
import { type AgentOutcome, listOutcomesSince, type OutcomeOf } from '../work/assignment/outcome-store.ts'
import { toVerificationKey } from '../table/tenant.ts'
import { agreesIn, type Fact } from './fact.ts'

/** A judgement of an agent's report. */
type Judgement = Extract<Fact, { kind: 'decided' | 'backChecked' }>

export const isJudgement = (fact: Fact): fact is Judgement =>
  fact.kind === 'decided' || fact.kind === 'backChecked'

const judged = (fact: Judgement): AgentOutcome => {
  const { at, outcome } = fact
  // Only what was approved is visited again.
  if (fact.kind === 'backChecked')
    return { at, judgedBy: 'back-check', found: 'verified', outcome, agrees: fact.agrees }
  const { found, returns, strongFlags, weakFlags } = fact
  return { at, judgedBy: 'review', found, outcome, agrees: agreesIn(fact), returns, strongFlags, weakFlags }
}

/** What an agent's record keeps of a judgement. */
export const toOutcome = (fact: Judgement): OutcomeOf => ({
  of: toVerificationKey(fact),
  agent: fact.agent,
  outcome: judged(fact),
})

const shownMs = 30 * 86_400_000

/** Counts of one agent's outcomes. It tells no report from another. */
export const countOutcomes = (outcomes: readonly AgentOutcome[]) => {
  const reviews = outcomes.filter(({ judgedBy }) => judgedBy === 'review')
  const seconds = outcomes.filter(({ judgedBy }) => judgedBy === 'back-check')
  const sum = (name: 'strongFlags' | 'weakFlags'): number =>
    reviews.reduce((total, { [name]: count = 0 }) => total + count, 0)
  const agreeing = (some: readonly AgentOutcome[]): number => some.filter(({ agrees }) => agrees).length
  const asFound = agreeing(reviews)
  return {
    decided: reviews.length,
    asFound,
    otherwise: reviews.length - asFound,
    returned: reviews.filter(({ returns = 0 }) => returns > 0).length,
    strongFlags: sum('strongFlags'),
    weakFlags: sum('weakFlags'),
    secondVisits: seconds.length,
    secondVisitsAgree: agreeing(seconds),
  }
}

/** What became of the caller's own reports within 30 days. */
export const readOwnQuality = async ({ mode, clientId }: Caller, nowMs: number) => {
  const since = new Date(nowMs - shownMs).toISOString()
  return { since, ...countOutcomes(await listOutcomesSince(mode, clientId, since)) }
}
