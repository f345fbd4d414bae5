import { database } from '../table/driver.ts'
import { heldIndexAttributes, pendingDecisionIndex, pendingDecisionsPartition } from '../table/keys.ts'
import type { Item, Key, QueryPage } from '../table/port.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import type { Facts } from '../trail/entry.ts'
import { type Assignment, type PendingDecision, recordKeyOf } from './assignment.ts'
import { pendingDecisionAttributes, readReportCondition } from './report-store.ts'
import { updateOpenAssignment } from './store.ts'

/** Queue `decisions`: a pending decision whose time has come, unless it was taken back. */
export interface DueDecision extends VerificationKey {
  readonly holdsAt: string
}

/** Answers false if it is not of the report that was read, or another decision is pending. */
export const savePendingDecision = (
  assignment: Assignment,
  pendingDecision: PendingDecision,
  facts: Facts,
): Promise<boolean> => {
  const { by, at, holdsAt } = pendingDecision
  return updateOpenAssignment(
    assignment,
    { what: 'decisionPending', by, at, facts: { ...facts, holdsAt } },
    {
      set: {
        pendingDecision,
        decisionHoldsAt: holdsAt,
        ...pendingDecisionIndex(recordKeyOf(assignment), holdsAt),
      },
      condition: readReportCondition(assignment),
    },
    stored => stored?.decisionHoldsAt === holdsAt,
  )
}

interface PendingRemoval {
  readonly by: string
  readonly at: string
  /** Whoever had decided has the report until then; `at` for nobody. */
  readonly reviewUntil: string
  readonly facts?: Facts
}

/** Leaves the report as it was before the decision. Answers false if the decision is no longer pending. */
export const deletePendingDecision = (
  assignment: Assignment,
  { by, at, reviewUntil, facts }: PendingRemoval,
): Promise<boolean> =>
  updateOpenAssignment(
    assignment,
    { what: 'decisionTakenBack', by, at, ...(facts && { facts }) },
    {
      set: { reviewer: assignment.pendingDecision?.by, reviewUntil },
      remove: [...pendingDecisionAttributes(assignment), ...heldIndexAttributes],
      condition: readReportCondition(assignment),
    },
  )

/** The first to hold first. */
export const listPendingDecisions = async (
  tenant: Tenant,
  after: Item | undefined,
): Promise<QueryPage<Pick<Assignment, keyof VerificationKey | 'decisionHoldsAt'>>> => {
  const partition = pendingDecisionsPartition(tenant)
  const query = { index: 'gsi2', partition, limit: 100, after } as const
  const { items, ...page } = await database.query<Key>(query)
  const keys = items.map(({ pk, sk }) => ({ pk, sk }))
  return { ...page, items: await database.getMany<Assignment>(keys) }
}
