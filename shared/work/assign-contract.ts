import * as z from 'zod/mini'
import { AssignmentId } from '../assignment/contract.ts'
import { refusalReasonNames } from '../assignment/refusal-contract.ts'
import { Page, pageSchema } from '../http/contract/page.ts'
import { idInQuery, nullable, text, timestamp } from '../http/contract/text.ts'
import { products } from '../verification/contract/product.ts'

const agentId = text(255)

/** As many as one request can assign one after the other. */
const maxAssignees = 50

const isOnce = (assignees: readonly { readonly id: string }[]): boolean =>
  new Set(assignees.map(({ id }) => id)).size === assignees.length

export const AssignWork = z.object({
  /** `agent` null takes it from whoever holds it. */
  assignees: z
    .array(z.object({ id: AssignmentId, agent: z.nullable(agentId) }))
    .check(z.minLength(1), z.maxLength(maxAssignees), z.refine(isOnce, 'Expected each assignment once.')),
})
export type AssignWork = z.infer<typeof AssignWork>

/** What came of each: done, or the problem that stood in the way. */
export const assignResults = [
  'assigned',
  'unassigned',
  'no_such_agent',
  'cannot_do',
  'not_found',
  'own_visit',
  'too_many_claims',
  'already_claimed',
  'already_reported',
  'already_decided',
] as const
export type AssignResult = (typeof assignResults)[number]

const Assigned = z.object({
  id: z.string(),
  agent: nullable(z.string()),
  result: z.enum(assignResults),
  /** Until when the agent can accept it, or has claimed it. */
  leaseUntil: nullable(timestamp),
})

export const AssignedWork = z.object({ data: z.array(Assigned) })
export type AssignedWork = z.infer<typeof AssignedWork>

export const ProposalQuery = z.object({ ...Page.shape, lgaId: idInQuery })
export type ProposalQuery = z.infer<typeof ProposalQuery>

const Proposal = z.object({
  id: z.string(),
  product: z.enum(products),
  dueAt: timestamp,
  /** Null where nobody may take it who has time. */
  agent: nullable(z.string()),
  refusals: z.array(z.object({ agent: z.string(), reason: z.enum(refusalReasonNames), at: timestamp })),
})

/** Whom to choose from, and how many visits they can still take. */
const Available = z.object({ agent: z.string(), left: z.int() })

export const AssigneeProposals = z.object({ ...pageSchema(Proposal).shape, agents: z.array(Available) })
export type AssigneeProposals = z.infer<typeof AssigneeProposals>
