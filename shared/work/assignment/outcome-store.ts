import { database } from '../../table/driver.ts'
import { queryAll } from '../../table/paging.ts'
import { expiresAt } from '../../table/retention.ts'
import type { Mode, VerificationKey } from '../../table/tenant.ts'
import type { DecidedOutcome } from '../../verification/contract/outcome.ts'
import type { Assignment } from './assignment.ts'
import { agentOutcomeKey, agentOutcomeKind, agentOutcomesQuery } from './kinds.ts'

/** How an agent's report ended: what it came to, and what a reviewer or a second agent made of it. */
export interface AgentOutcome {
  readonly at: string
  readonly judgedBy: 'review' | 'back-check'
  readonly found: DecidedOutcome | null
  readonly outcome: DecidedOutcome
  readonly agrees: boolean
  /** Of a review: how often the report was returned, and its flags. */
  readonly returns?: number
  readonly strongFlags?: number
  readonly weakFlags?: number
}

/** An outcome, and of whose report about which verification it is. */
export interface OutcomeOf {
  readonly of: VerificationKey
  readonly agent: string
  readonly outcome: AgentOutcome
}

/** Idempotent. They follow the table's stream, so that no decision waits for them. */
export const saveOutcomes = (outcomes: readonly OutcomeOf[]): Promise<void> =>
  database.writeMany(
    outcomes.map(({ of: { mode, verificationId }, agent, outcome }) => ({
      put: {
        ...agentOutcomeKey(mode, agent, outcome.at, verificationId),
        ...outcome,
        expiresAt: expiresAt(outcome.at, agentOutcomeKind.days),
      },
    })),
  )

export const listRecentOutcomes = async ({ mode, agent }: Assignment): Promise<readonly AgentOutcome[]> => {
  if (!agent) return []
  const query = { ...agentOutcomesQuery(mode, agent), newestFirst: true, limit: 10 }
  const { items } = await database.query<AgentOutcome>(query)
  return items.map(({ at, judgedBy, found, outcome, agrees }) => ({ at, judgedBy, found, outcome, agrees }))
}

/** @param since ISO 8601, by the time of the decision */
export const listOutcomesSince = (
  mode: Mode,
  agent: string,
  since: string,
): Promise<readonly AgentOutcome[]> => queryAll<AgentOutcome>(agentOutcomesQuery(mode, agent, since))
