import { toDispute, toRevision } from '../../dispute/answer.ts'
import { type DisputeWork, buildDisputeWork } from '../../dispute/dispute.ts'
import { toAddressRecord } from '../../verification/response/address.ts'
import { toEmploymentRecord } from '../../verification/response/employment.ts'
import type { DecidedOutcome } from '../../verification/outcome.ts'
import type { AddressVerification, EmploymentVerification } from '../../verification/verification.ts'
import type { Examples } from './examples.ts'
import { ended, endedAt, photoUrl } from './verification.ts'

const revisedAt = '2026-11-24T10:12:03.000Z'
const threeDays = 3 * 86_400
const body = { reason: 'The agent was at number 21.', ground: 'wrongPlace' } as const

const refused = ended('address', 'notInResidence') as AddressVerification
const nothing = { assignment: undefined, disputes: [] }
const objected = { by: 'customer', ...body, nowMs: Date.parse('2026-11-23T08:30:00.000Z') } as const
const open: DisputeWork = buildDisputeWork(refused, nothing, objected, threeDays)
const concluded: DisputeWork = {
  ...open,
  way: 'decided',
  verdict: {
    ...{ outcome: 'verified' as DecidedOutcome, by: 'reviewer-2', at: revisedAt },
    adminComment: 'The second photo shows number 12.',
  },
}
const revised: AddressVerification = {
  ...refused,
  ...{ outcome: 'verified', updatedAt: revisedAt, approvedAt: revisedAt, revision: 2, chargedAt: endedAt },
  adminComment: 'The second photo shows number 12.',
}
const job = ended('employment', 'verified') as EmploymentVerification

export const raised = {
  body,
  answers: {
    201: { raised: { id: refused.id, dispute: toDispute(open) } },
    200: { repeated: { id: refused.id, dispute: toDispute(open) } },
  } as Examples,
}

export const addressRevisions: Examples = {
  200: {
    revised: {
      data: [refused, revised].map(record => ({
        ...toRevision(record, [concluded]),
        address: toAddressRecord(record, photoUrl),
      })),
      disputes: [toDispute(concluded)],
    },
  },
}

export const employmentRevisions: Examples = {
  200: {
    'never-disputed': {
      data: [{ ...toRevision(job, []), employment: toEmploymentRecord(job) }],
      disputes: [],
    },
  },
}
