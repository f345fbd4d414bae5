import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'
import { idInPath } from '../http/contract/text.ts'
import { AddressRevisions, EmploymentRevisions, RaiseDispute, RaisedDispute } from './contract.ts'

const byId = z.object({
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id: idInPath,
})

const addresses = { tag: 'Addresses', access: 'addresses' } as const
const employments = { tag: 'Employments', access: 'employments' } as const

/**
 * @costs Nothing. A revision charges nothing and refunds nothing.
 * @returns 201 with the dispute; 200 with the existing one if you repeat the same objection. It is concluded
 * within the time that `dueAt` says.
 */
const dispute = {
  method: 'POST',
  inPortal: true,
  params: byId,
  body: RaiseDispute,
  // The response holds personal words, so it is not stored: a repeat finds the dispute itself.
  answerIsPrivate: true,
  answers: { 201: RaisedDispute, 200: RaisedDispute },
  problems: ['not_final', 'not_disputable', 'already_disputed', 'dispute_over'],
} as const

/** @returns All revisions and all disputes at once, without pages. */
const revisions = { method: 'GET', inPortal: true, params: byId, problems: ['not_final'] } as const

export const disputeRoutes = {
  /**
   * Objects to the decision on an address verification. A reviewer who had no part in it examines the same
   * evidence again. The event follows only if the decision changes.
   * @events address.verification_updated
   */
  disputeAddress: {
    ...dispute,
    ...addresses,
    path: '/v1/addresses/{id}/dispute',
    summary: 'Dispute the decision on an address verification: another reviewer examines it',
  },
  /**
   * Lists every decision on an address verification with its record, and what was objected.
   */
  listAddressRevisions: {
    ...revisions,
    ...addresses,
    path: '/v1/addresses/{id}/revisions',
    summary: 'Read every revision of an address verification, and its disputes',
    answers: { 200: AddressRevisions },
  },
  /**
   * Objects to the decision on an employment verification. A reviewer who had no part in it examines the same
   * answers again. The event follows only if the decision changes.
   * @events employment.verification_updated
   */
  disputeEmployment: {
    ...dispute,
    ...employments,
    path: '/v1/employments/{id}/dispute',
    summary: 'Dispute the decision on an employment verification: another reviewer examines it',
  },
  /**
   * Lists every decision on an employment verification with its record, and what was objected.
   */
  listEmploymentRevisions: {
    ...revisions,
    ...employments,
    path: '/v1/employments/{id}/revisions',
    summary: 'Read every revision of an employment verification, and its disputes',
    answers: { 200: EmploymentRevisions },
  },
} as const satisfies Record<string, Route>
