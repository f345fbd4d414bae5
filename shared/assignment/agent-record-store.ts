import { database } from '../table/driver.ts'
import { agentOutcomeKey, agentOutcomesQuery } from '../table/keys.ts'
import type { Put } from '../table/port.ts'
import { expiresAt, retentionDays } from '../table/retention.ts'
import type { DecidedOutcome } from '../verification/contract/outcome.ts'
import type { Assignment } from './assignment.ts'

/** How a report of an agent's ended: what it came to, and what a reviewer or a second agent made of it. */
export interface AgentOutcome {
  readonly at: string
  readonly judgedBy: 'review' | 'back-check'
  readonly found: DecidedOutcome | null
  readonly outcome: DecidedOutcome
  readonly agrees: boolean
}

/** So many of the last are what a reviewer looks at. */
const shown = 10

/** To be written with what ended the report. */
export const agentOutcomeWrite = (
  { mode, verificationId }: Assignment,
  agent: string,
  outcome: AgentOutcome,
): Put => ({
  put: {
    ...agentOutcomeKey(mode, agent, outcome.at, verificationId),
    ...outcome,
    expiresAt: expiresAt(outcome.at, retentionDays.agentOutcome),
  },
})

/** The last ten of an agent, newest first. */
export const listRecentOutcomes = async ({ mode, agent }: Assignment): Promise<readonly AgentOutcome[]> => {
  if (!agent) return []
  const query = { ...agentOutcomesQuery(mode, agent), newestFirst: true, limit: shown }
  const { items } = await database.query<AgentOutcome>(query)
  return items.map(({ at, judgedBy, found, outcome, agrees }) => ({ at, judgedBy, found, outcome, agrees }))
}
