import type { Route } from '../http/contract/route.ts'
import { ofDecision } from '../receipt/routes.ts'
import { report } from './routes.ts'
import { byCase } from '../work/case-id-contract.ts'

const { inPortal: _, ...ofStaff } = report

export const caseDocumentRoutes = {
  getCaseReport: {
    ...ofStaff,
    path: '/v1/operations/cases/{id}/report',
    tag: 'Operations',
    summary: 'Print the report of a case, as its customer does',
    access: ['operations.reviewer', 'operations.operator'],
    params: byCase,
    problems: ['not_final', 'own_visit', 'not_reported'],
  },
  getCaseReceipt: {
    ...ofDecision,
    path: '/v1/operations/cases/{id}/receipt',
    tag: 'Operations',
    summary: 'Fetch the receipt of a case, as its customer does',
    access: ['operations.reviewer', 'operations.operator'],
    params: byCase,
    problems: ['not_final', 'own_visit', 'not_reported'],
  },
} as const satisfies Record<string, Route>
