import * as z from 'zod/mini'
import { AssignmentId } from './assignment/contract.ts'
import { refusalReasonNames } from './assignment/refusal-contract.ts'
import { Page, pageSchema } from '../http/contract/page.ts'
import { idInQuery, nullable, text, timestamp } from '../http/contract/text.ts'
import { products } from '../verification/contract/product.ts'

const agentId = text(255)

/** As many as one request can assign one after the other. */
const maxAssignees = 50

const isOnce = (assignees: readonly { readonly id: string }[]): boolean =>
  new Set(assignees.map(({ id }) => id)).size === assignees.length

/** Whom to give which visits, at most 50 of them. */
export const AssignWork = z.object({
  /** Each assignment once. */
  assignees: z
    .array(
      z.object({
        /**
         * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
         * dispute.
         * @example "1-890123456789012"
         */
        id: AssignmentId,
        /**
         * The id of the agent, a person or a client, who is in a team. Null takes it from whoever holds it.
         * @example "agent-1"
         */
        agent: z.nullable(agentId),
      }),
    )
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
  /**
   * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
   * dispute.
   * @example "1-890123456789012"
   */
  id: z.string(),
  /**
   * The id of the agent, a person or a client, who is in a team. Null of what was to be taken back.
   * @example "agent-1"
   */
  agent: nullable(z.string()),
  /**
   * `assigned` or `unassigned`; or why not: `no_such_agent` is in no team, `cannot_do` does not do such work,
   * `own_visit` had a part in it before, `too_many_claims` holds as many as they can do in a day,
   * `already_claimed` somebody was faster.
   * @example "assigned"
   */
  result: z.enum(assignResults),
  /**
   * Until when the agent can accept it; after that it is open again. Null of what was not assigned.
   * @example "2026-11-20T09:31:00.000Z"
   */
  leaseUntil: nullable(timestamp),
})

/** What came of each, in the order of the request. */
export const AssignedWork = z.object({
  /** The assignments. */
  data: z.array(Assigned),
})
export type AssignedWork = z.infer<typeof AssignedWork>

export const ProposalQuery = z.object({
  ...Page.shape,
  /** The local government area, by its id. @example 2411 */
  lgaId: idInQuery,
})
export type ProposalQuery = z.infer<typeof ProposalQuery>

/** An open visit, and who could do it. */
const Proposal = z.object({
  /**
   * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
   * dispute.
   * @example "1-890123456789012"
   */
  id: z.string(),
  /** What the customer ordered. @example "address" */
  product: z.enum(products),
  /** When it is due. @example "2026-11-20T09:31:00.000Z" */
  dueAt: timestamp,
  /** Who could do it. Null where nobody can who has time. @example "agent-1" */
  agent: nullable(z.string()),
  /** Who gave it back before, the last ten. */
  refusals: z.array(
    z.object({
      /** The agent. @example "agent-2" */
      agent: z.string(),
      /** Why. @example "tooFar" */
      reason: z.enum(refusalReasonNames),
      /** When. @example "2026-11-20T09:31:00.000Z" */
      at: timestamp,
    }),
  ),
})

const Available = z.object({
  /** The agent. @example "agent-1" */
  agent: z.string(),
  /** How many more visits they can hold. @example 6 */
  left: z.int(),
})

/** A page of open visits, the latest first, each with an agent. @property data The visits. */
export const AssigneeProposals = z.object({
  ...pageSchema(Proposal).shape,
  /** The agents of the LGA, at most 100, and how much they can still take. */
  agents: z.array(Available),
})
export type AssigneeProposals = z.infer<typeof AssigneeProposals>
