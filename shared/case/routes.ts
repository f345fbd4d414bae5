import type { Route } from '../http/contract/route.ts'
import { TrailPart, TrailQuery } from '../trail/contract.ts'
import { CaseFile } from './contract.ts'
import { byCase } from '../work/case-id-contract.ts'

export const caseRoutes = {
  getCase: {
    method: 'GET',
    path: '/v1/operations/cases/{id}',
    tag: 'Operations',
    summary: 'Open the file of a case of any organisation, whatever became of it',
    access: ['operations.reviewer', 'operations.operator'],
    params: byCase,
    answers: { 200: CaseFile },
    problems: ['own_visit', 'not_reported'],
  },
  getCaseTrail: {
    method: 'GET',
    path: '/v1/operations/cases/{id}/trail',
    tag: 'Operations',
    summary: 'Read all that happened in a case, oldest first, and whether the chain of it holds',
    access: ['operations.reviewer', 'operations.operator'],
    params: byCase,
    query: TrailQuery,
    answers: { 200: TrailPart },
    problems: ['own_visit', 'not_reported'],
  },
} as const satisfies Record<string, Route>
