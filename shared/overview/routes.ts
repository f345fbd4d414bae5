import type { Route } from '../http/contract/route.ts'
import { byStuck, Mended, MendStuck, OpenCaseFilter, OpenCases, Overview } from './contract.ts'

export const overviewRoutes = {
  getOverview: {
    method: 'GET',
    path: '/v1/operations/overview',
    tag: 'Operations',
    summary: 'Read the overview: work, turnaround, people, deliveries, registries, and what is stuck',
    access: 'operations.operator',
    answers: { 200: Overview },
  },
  listOpenCases: {
    method: 'GET',
    path: '/v1/operations/cases',
    tag: 'Operations',
    summary: 'List the cases that a number of the overview or of the fieldwork health counts, due first',
    access: ['operations.reviewer', 'operations.supervisor', 'operations.operator'],
    query: OpenCaseFilter,
    answers: { 200: OpenCases },
  },
  mendStuck: {
    method: 'POST',
    path: '/v1/operations/stuck/{id}/mend',
    tag: 'Operations',
    summary: 'Repair something that is stuck, by the action that the overview names',
    access: 'operations.operator',
    params: byStuck,
    body: MendStuck,
    answers: { 200: Mended },
    problems: ['not_stuck'],
  },
} as const satisfies Record<string, Route>
