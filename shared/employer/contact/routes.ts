import { byAssignment } from '../../assignment/contract.ts'
import type { Route } from '../../http/contract/route.ts'
import {
  ContactAttempt,
  ContactAttempts,
  RecordContactAttempt,
  SendLink,
  SentLink,
  SentLinks,
} from '../contract.ts'

const workers = ['operations.agent', 'operations.reviewer'] as const

/** How employers are reached: part of the list in `routes.ts`. */
export const contactRoutes = {
  recordContactAttempt: {
    method: 'POST',
    path: '/v1/operations/assignments/{id}/attempts',
    tag: 'Operations',
    summary: 'Note an attempt to reach the employer',
    description:
      '`at` is within the last 24 hours. A contact that is not the order’s needs `contactFrom`: where it was found.',
    access: 'operations.agent',
    params: byAssignment,
    body: RecordContactAttempt,
    // It says whom an agent called: a repeat finds the attempt itself.
    answerIsPrivate: true,
    answers: { 201: ContactAttempt },
    problems: ['lease_lost', 'already_reported', 'already_decided'],
  },
  listContactAttempts: {
    method: 'GET',
    path: '/v1/operations/assignments/{id}/attempts',
    tag: 'Operations',
    summary: 'List the attempts to reach the employer, and what is missing before it counts as unreachable',
    access: workers,
    params: byAssignment,
    answers: { 200: ContactAttempts },
  },
  sendLink: {
    method: 'POST',
    path: '/v1/operations/assignments/{id}/links',
    tag: 'Operations',
    summary: 'Send the employer a page to answer on, or the applicant one to help where nobody is reached',
    access: 'operations.agent',
    params: byAssignment,
    body: SendLink,
    // It may say an address: a repeat finds the link itself.
    answerIsPrivate: true,
    answers: { 201: SentLink },
    problems: ['lease_lost', 'already_reported', 'already_decided', 'employer_reachable', 'too_many_links'],
  },
  listLinks: {
    method: 'GET',
    path: '/v1/operations/assignments/{id}/links',
    tag: 'Operations',
    summary: 'List the links that were sent, and what became of them',
    access: workers,
    params: byAssignment,
    answers: { 200: SentLinks },
  },
} as const satisfies Record<string, Route>
