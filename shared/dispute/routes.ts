import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'
import { idInPath } from '../http/contract/text.ts'
import { AddressRevisions, EmploymentRevisions, RaiseDispute, RaisedDispute } from './contract.ts'

const byId = z.object({ id: idInPath })

const addresses = { tag: 'Addresses', access: 'addresses' } as const
const employments = { tag: 'Employments', access: 'employments' } as const

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

const revisions = { method: 'GET', inPortal: true, params: byId, problems: ['not_final'] } as const

export const disputeRoutes = {
  disputeAddress: {
    ...dispute,
    ...addresses,
    path: '/v1/addresses/{id}/dispute',
    summary: 'Dispute the decision on an address verification: another reviewer examines it',
  },
  listAddressRevisions: {
    ...revisions,
    ...addresses,
    path: '/v1/addresses/{id}/revisions',
    summary: 'Read every revision of an address verification, and its disputes',
    answers: { 200: AddressRevisions },
  },
  disputeEmployment: {
    ...dispute,
    ...employments,
    path: '/v1/employments/{id}/dispute',
    summary: 'Dispute the decision on an employment verification: another reviewer examines it',
  },
  listEmploymentRevisions: {
    ...revisions,
    ...employments,
    path: '/v1/employments/{id}/revisions',
    summary: 'Read every revision of an employment verification, and its disputes',
    answers: { 200: EmploymentRevisions },
  },
} as const satisfies Record<string, Route>
