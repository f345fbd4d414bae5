import { byAssignment, FileReport, FileReportResponse } from '../assignment/contract.ts'
import type { Route } from '../http/contract/route.ts'
import { TrailPart, TrailQuery } from '../trail/contract.ts'
import {
  AssignmentFilter,
  AssignmentResponse,
  ClaimAssignment,
  ClaimResponse,
  DecideRequest,
  DecisionResponse,
  WorkList,
} from './contract.ts'

const workers = ['operations.agent', 'operations.reviewer'] as const

export const operationsRoutes = {
  listAssignments: {
    method: 'GET',
    path: '/v1/operations/assignments',
    tag: 'Operations',
    summary: 'List work: what may be claimed, what you hold, what waits for a reviewer; the latest first',
    access: workers,
    query: AssignmentFilter,
    answers: { 200: WorkList },
  },
  getAssignment: {
    method: 'GET',
    path: '/v1/operations/assignments/{id}',
    tag: 'Operations',
    summary: 'Read an assignment: as its agent, or as a reviewer with the report',
    access: workers,
    params: byAssignment,
    answers: { 200: AssignmentResponse },
  },
  claimAssignment: {
    method: 'POST',
    path: '/v1/operations/assignments/{id}/claim',
    tag: 'Operations',
    summary: 'Take a visit, or a report to review, for yourself and for a while',
    access: workers,
    params: byAssignment,
    body: ClaimAssignment,
    answers: { 200: ClaimResponse },
    problems: [
      'already_claimed',
      'too_many_claims',
      'own_visit',
      'decided_before',
      'already_decided',
      'not_reported',
    ],
  },
  releaseAssignment: {
    method: 'DELETE',
    path: '/v1/operations/assignments/{id}/claim',
    tag: 'Operations',
    summary: 'Give it back',
    access: workers,
    params: byAssignment,
    answers: { 204: null },
  },
  fileReport: {
    method: 'POST',
    path: '/v1/operations/assignments/{id}/report',
    tag: 'Operations',
    summary: 'File the report of work that you hold',
    description:
      'Of an address `visit`; of an employment `attestation`, or `unreached`. Whoever attests gives their name, title, an email address or a telephone, and that the employer consents; `worksHere` and `workedHere` need title and start of the job, `workedHere` its end, in days that can be. `mayNotAnswer` is no report.',
    access: 'operations.agent',
    params: byAssignment,
    body: FileReport,
    answers: { 200: FileReportResponse },
    problems: ['lease_lost', 'already_reported', 'already_decided', 'employer_reachable'],
  },
  getAssignmentTrail: {
    method: 'GET',
    path: '/v1/operations/assignments/{id}/trail',
    tag: 'Operations',
    summary: 'Read all that happened to a verification, oldest first, and whether the chain of it holds',
    description:
      'A page has 1,000 entries at most: go on with `nextCursor` while it is not null. `broken` is said of the page, which is held against the last entry of the one before.',
    access: 'operations.reviewer',
    params: byAssignment,
    query: TrailQuery,
    answers: { 200: TrailPart },
    problems: ['own_visit', 'decided_before', 'not_reported'],
  },
  decideAssignment: {
    method: 'POST',
    path: '/v1/operations/assignments/{id}/decision',
    tag: 'Operations',
    summary: 'Approve a report, reject the verification, or give the report back to its agent',
    access: 'operations.reviewer',
    params: byAssignment,
    body: DecideRequest,
    answers: { 200: DecisionResponse, 202: DecisionResponse },
    problems: [
      'not_reported',
      'already_claimed',
      'own_visit',
      'decided_before',
      'second_reviewer_needed',
      'already_decided',
      'employer_reachable',
    ],
  },
} as const satisfies Record<string, Route>
