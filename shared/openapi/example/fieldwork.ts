import { type Assignment, toAssignmentId, visitAreaOf } from '../../assignment/assignment.ts'
import {
  toReviewAssignment,
  toAgentAssignment,
  toReviewItem,
  toWorkItem,
} from '../../work/assignment-response.ts'
import type { EmployerCase } from '../../employer/attestation/case-contract.ts'
import type { Provenance } from '../../assignment/provenance.ts'
import type { StoredContactAttempt } from '../../employer/contact/attempt.ts'
import { toContactAttempt, toContactAttempts } from '../../employer/contact/attempt-answer.ts'
import type { Property } from '../../work/contract/assignment.ts'
import type { FileReport } from '../../assignment/contract/report.ts'
import { toDocument } from '../../evidence/document.ts'
import { simulationOf } from '../../sandbox/agent/report.ts'
import { toCheckedTrail } from '../../trail/check.ts'
import { nextEntry, trailStart } from '../../trail/entry.ts'
import { statusOf } from '../../verification/outcome.ts'
import type { EmploymentReport } from '../../verification/report.ts'
import { type EmploymentVerification, verificationKeyOf } from '../../verification/verification.ts'
import type { Examples } from './examples.ts'
import { accepted, endedAt, orders, photoUrl, requestedAt } from './verification.ts'

const dueAt = '2026-11-22T09:30:00.000Z'
const claimedAt = '2026-11-21T08:00:00.000Z'
const leaseUntil = '2026-11-22T08:00:00.000Z'
const nowMs = Date.parse(claimedAt)

const verification = accepted('address')
export const key = verificationKeyOf(verification)
export const assignmentId = { id: toAssignmentId(key) }

const findings = { addressExists: true, hadAccess: true, isThere: true }

const open: Assignment = {
  ...key,
  ...visitAreaOf(verification),
  taskToken: '',
  assignedAt: requestedAt,
  product: verification.product,
  dueAt,
  way: 'open',
}
const claimed: Assignment = { ...open, way: 'claimed', agent: 'agent-1', claimedAt, leaseUntil }
const reported: Assignment = {
  ...claimed,
  way: 'reported',
  reportedAt: endedAt,
  report: simulationOf.address.report(verification, { at: endedAt, outcome: 'verified' }),
  findings,
  reviewer: 'reviewer-1',
  reviewUntil: '2026-11-21T14:32:00.000Z',
}

const earlier = {
  at: '2026-11-20T16:20:00.000Z',
  judgedBy: 'review',
  found: 'verified',
  outcome: 'verified',
  agrees: true,
} as const

const agent = { worker: 'agent-1', nowMs }
const reviewer = { worker: 'reviewer-1', nowMs: Date.parse(endedAt) }
const task = (assignment: Assignment) => ({ assignment, verification })

const job = accepted('employment')
const sentAt = '2026-11-21T09:00:00.000Z'
const employment = job as EmploymentVerification
const employmentReport = simulationOf.employment.report(job, {
  at: endedAt,
  outcome: 'verified',
}) as EmploymentReport
const provenance: Provenance = {
  claim: 'workedHere',
  source: 'page',
  answeredAt: endedAt,
  link: { number: 1, channel: 'mail', to: employment.employerEmail, sentAt },
}
const attested = {
  verification: job,
  assignment: {
    ...reported,
    ...verificationKeyOf(job),
    ...visitAreaOf(job),
    product: job.product,
    report: employmentReport,
    findings: undefined,
    provenance,
  } as Assignment,
}

const attempt: StoredContactAttempt = {
  ...{
    ...verificationKeyOf(job),
    id: 890123456789140,
    channel: 'phone',
    outcome: 'noAnswer',
    at: sentAt,
    recordedAt: sentAt,
  },
  ...{ by: 'agent-1', contactFrom: 'order', comment: 'It rang for a minute.' },
}

const employerCase: EmployerCase = {
  claim: provenance.claim,
  source: provenance.source,
  answeredAt: endedAt,
  linkSentTo: employment.employerEmail,
  // Written down: the code that finds them carries every public suffix there is.
  facts: [
    { code: 'linkSentAsOrdered', text: 'The link went to the address in the order.' },
    {
      code: 'attempts',
      text: '1 attempt (phone 1), of which 1 failed at least 2 hours apart.',
    },
  ],
  documents: [
    toDocument(
      {
        ...{ ...verificationKeyOf(job), number: 1, sha256: 'b'.repeat(64), size: 812_345 },
        ...{ uploadedAt: sentAt, width: 1500, height: 2000 },
      },
      photoUrl,
    ),
  ],
}

export const lists: Examples = {
  200: {
    open: { data: [toWorkItem(task(open), agent)], nextCursor: null },
    'waiting-for-a-reviewer': { data: [toReviewItem(task(reported), reviewer)], nextCursor: null },
  },
}

const {
  latitude: _latitude,
  longitude: _longitude,
  applicantPhoto1: _photo,
  ...said
} = orders['address-pro'].addressExtraData

/** What comes with an order of the product `address-pro` alone. */
const shownProperty: Property = {
  ...said,
  photos: [
    {
      ...{ slot: 'applicantPhoto1', width: 1500, height: 2000 },
      photoUrl: photoUrl(`applicantPhoto1-${'c'.repeat(64)}.jpeg`),
      thumbnail: null,
    },
  ],
}

export const reads: Examples = {
  200: {
    'to-its-agent': toAgentAssignment(task(claimed), agent, { property: shownProperty }),
    'to-a-reviewer': toReviewAssignment(task(reported), reviewer, {
      urlOf: photoUrl,
      outcomes: [earlier],
      employerCase: null,
      property: null,
    }),
    'of-an-employment': toReviewAssignment(attested, reviewer, {
      urlOf: photoUrl,
      outcomes: [],
      employerCase,
      property: null,
    }),
  },
}

const { id } = assignmentId

const position = {
  latitude: 6.601838,
  longitude: 3.351486,
  accuracyMetres: 12,
  measuredAt: '2026-11-21T14:03:00.000Z',
}

export const claim = { position: { ...position, measuredAt: claimedAt } }

export const claims: Examples = { 200: { claimed: { id, way: 'claimed', leaseUntil } } }

export const contact = {
  body: { channel: 'phone', outcome: 'noAnswer', comment: 'It rang for a minute.' },
  recorded: { 201: { noted: toContactAttempt(attempt) } } as Examples,
  read: { 200: { one: toContactAttempts([attempt], undefined, nowMs) } } as Examples,
}

const sent = {
  ...{ purpose: 'attest', number: 1, channel: 'email', to: null, state: 'sent', message: 'sent' },
  ...{
    by: 'agent-1',
    sentAt,
    endsAt: '2026-12-05T09:00:00.000Z',
    openedAt: null,
    answeredAt: null,
    said: null,
  },
}
export const links = {
  body: { purpose: 'attest', channel: 'email' },
  sent: { 201: { sent: { ...sent, message: null } } } as Examples,
  read: { 200: { one: { data: [sent] } } } as Examples,
}

/** What an agent found at the address. */
export const report: FileReport = {
  visit: {
    findings,
    position,
    addressType: 'Residential',
    neededHelp: false,
    neighbor: {
      firstname: 'Ibrahim',
      lastname: 'Musa',
      phone: '+2348031234568',
      comment: 'Knows the applicant.',
    },
    comment: 'Blue gate, second floor.',
  },
}

export const filedReport: Examples = { 200: { filed: { id, way: 'reported', submittedAt: endedAt } } }

const taken = nextEntry(
  trailStart(key),
  claimedAt,
  { what: 'claimed', by: 'agent-1', facts: { leaseUntil } },
  '5f0c1d2e3a4b59687786a5b4c3d2e1f0',
)
const viewed = nextEntry(
  taken,
  endedAt,
  { what: 'viewed', by: 'reviewer-1', facts: { part: 'trail' } },
  '00112233445566778899aabbccddeeff',
)

export const trails: Examples = { 200: { whole: toCheckedTrail(key, [taken, viewed]) } }

export const decision = { decision: 'approve', adminComment: 'Everything is as claimed.' }

export const decisions: Examples = {
  200: {
    approved: { id, way: 'decided', isStaged: false, status: statusOf('verified') },
    returned: { id, way: 'claimed', isStaged: false, status: null },
  },
  202: { staged: { id, way: 'reported', isStaged: true, status: null } },
}
