import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { idText, statusText } from '../verification/reference.ts'
import {
  AddressRevision,
  AddressRevisions,
  Dispute,
  EmploymentRevision,
  EmploymentRevisions,
  RaiseDispute,
  RaisedDispute,
} from './contract.ts'
import { disputeRoutes } from './routes.ts'

export const groundText = ['What the objection is about.', 'wrongPlace'] as const

const revision = {
  number: ['The number of the revision. 1 is the first decision.', 1],
  status: statusText,
  decidedAt: ['When it was decided.', '2026-11-20T09:31:00.000Z'],
  dispute: ['The number of the dispute that led to it.', 1, 'Null for the first decision.'],
  receipt: ['The path of its receipt.', '/v1/addresses/890123456789012/receipt?revision=1'],
} as const

const revisions = {
  data: ['Every revision, oldest first.'],
  disputes: ['Every dispute, oldest first.'],
} as const

export const disputeSchemaTexts: readonly SchemaText[] = [
  describeSchema(RaiseDispute, 'An objection to the decision.', {
    reason: [
      'Why the decision is wrong. The reviewer reads it.',
      'The agent was at number 21, and the applicant lives at number 12.',
    ],
    ground: ['What the objection is about. `other` unless given.', 'wrongPlace'],
  }),
  describeSchema(Dispute, 'An objection to a decision, and how it ended.', {
    number: ['The number of the dispute of this verification. 1 is the first.', 1],
    revision: ['The number of the decision that it disputes.', 1],
    raisedBy: ['Who objected. `operator`: a second visit contradicted the first one.', 'customer'],
    ground: groundText,
    reason: [
      'What you wrote.',
      'The agent was at number 21.',
      'Null for the words of the applicant, which only reviewers read.',
    ],
    raisedAt: ['When it was raised.', '2026-11-20T09:32:00.000Z'],
    dueAt: ['When it shall be concluded.', '2026-11-23T09:32:00.000Z'],
    state: [
      'Whether it is open. `upheld`: the decision stays. `revised`: there is a new revision.',
      'upheld',
    ],
    concludedAt: ['When a reviewer concluded it.', '2026-11-20T09:33:00.000Z', 'Null while it is open.'],
    remark: ['What the reviewer wrote for you.', 'The photos show number 12.', 'Null if nothing.'],
  }),
  describeSchema(RaisedDispute, 'The dispute that you raised.', {
    id: idText,
    dispute: ['The dispute.'],
  }),
  describeSchema(AddressRevision, 'One decision on an address verification.', {
    ...revision,
    address: ['The record as its event showed it. Links to photos are new.'],
  }),
  describeSchema(AddressRevisions, 'All decisions on an address verification.', revisions),
  describeSchema(EmploymentRevision, 'One decision on an employment verification.', {
    ...revision,
    employment: ['The record as its event showed it.'],
  }),
  describeSchema(EmploymentRevisions, 'All decisions on an employment verification.', revisions),
]

const parameters = { id: idText } as const

const raise = {
  costs: 'Nothing. A revision charges nothing and refunds nothing.',
  returns:
    '201 with the dispute; 200 with the existing one if you repeat the same objection. It is concluded within the time that `dueAt` says.',
  parameters,
} as const

const list = {
  costs: free,
  returns: 'All revisions and all disputes at once, without pages.',
  events: [],
  parameters,
} as const

export const disputeOperationTexts = describeRoutes(disputeRoutes, {
  disputeAddress: {
    ...raise,
    does: 'Objects to the decision on an address verification. A reviewer who had no part in it examines the same evidence again. The event follows only if the decision changes.',
    events: ['address.verification_updated'],
  },
  listAddressRevisions: {
    ...list,
    does: 'Lists every decision on an address verification with its record, and what was objected.',
  },
  disputeEmployment: {
    ...raise,
    does: 'Objects to the decision on an employment verification. A reviewer who had no part in it examines the same answers again. The event follows only if the decision changes.',
    events: ['employment.verification_updated'],
  },
  listEmploymentRevisions: {
    ...list,
    does: 'Lists every decision on an employment verification with its record, and what was objected.',
  },
})
