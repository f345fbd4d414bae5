import type { Route } from '../http/contract/route.ts'
import { FieldworkHealth, FieldworkQuery } from './contract.ts'

export const fieldworkRoutes = {
  getFieldworkHealth: {
    method: 'GET',
    path: '/v1/operations/fieldwork-health',
    tag: 'Operations',
    summary: 'Read how the fieldwork of today goes: plan, visits, agents, late and unsent, by area',
    access: ['operations.supervisor', 'operations.operator'],
    query: FieldworkQuery,
    answers: { 200: FieldworkHealth },
  },
} as const satisfies Record<string, Route>
