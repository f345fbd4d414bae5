import { byAssignment } from '../../work/assignment/contract.ts'
import type { Route } from '../../http/contract/route.ts'
import {
  ContactAttempt,
  ContactAttempts,
  RecordContactAttempt,
  SendLink,
  SentLink,
  SentLinks,
} from '../contract.ts'

const common = { tag: 'Operations', params: byAssignment } as const
const get = { ...common, method: 'GET', access: ['operations.agent', 'operations.reviewer'] } as const
// The answer says whom an agent called, or an address: a repeat finds the attempt or link itself.
const post = { ...common, method: 'POST', access: 'operations.agent', answerIsPrivate: true } as const

export const contactRoutes = {
  recordContactAttempt: {
    ...post,
    path: '/v1/operations/assignments/{id}/attempts',
    summary: 'Note an attempt to reach the employer',
    body: RecordContactAttempt,
    answers: { 201: ContactAttempt },
    problems: ['lease_lost', 'already_reported', 'already_decided'],
  },
  listContactAttempts: {
    ...get,
    path: '/v1/operations/assignments/{id}/attempts',
    summary: 'List the attempts to reach the employer, and what is missing before it counts as unreachable',
    answers: { 200: ContactAttempts },
  },
  sendLink: {
    ...post,
    path: '/v1/operations/assignments/{id}/links',
    summary:
      'Send a link: to the employer for an answer, or to the applicant for documents if nobody is reached',
    body: SendLink,
    answers: { 201: SentLink },
    problems: ['lease_lost', 'already_reported', 'already_decided', 'employer_reachable', 'too_many_links'],
  },
  listLinks: {
    ...get,
    path: '/v1/operations/assignments/{id}/links',
    summary: 'List the links that were sent, and their states',
    answers: { 200: SentLinks },
  },
} as const satisfies Record<string, Route>
