import type { Route } from '../../http/contract/route.ts'
import { FoundCases, SearchCases } from './contract.ts'

export const caseSearchRoutes = {
  searchCases: {
    method: 'POST',
    path: '/v1/operations/searches',
    tag: 'Operations',
    summary: 'Search the cases of all organisations by one field, with a purpose',
    access: ['operations.reviewer', 'operations.operator'],
    answerIsPrivate: true,
    body: SearchCases,
    answers: { 200: FoundCases },
  },
} as const satisfies Record<string, Route>
