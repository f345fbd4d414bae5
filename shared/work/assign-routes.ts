import type { Route } from '../http/contract/route.ts'
import { AssignedWork, AssignWork, ProposalQuery, AssigneeProposals } from './assign-contract.ts'

export const assignRoutes = {
  assignWork: {
    method: 'POST',
    path: '/v1/operations/assignees',
    tag: 'Operations',
    summary: 'Assign visits to agents, assign them to others, or take them back',
    access: 'operations.supervisor',
    body: AssignWork,
    answers: { 200: AssignedWork },
  },
  proposeAssignees: {
    method: 'GET',
    path: '/v1/operations/assignees',
    tag: 'Operations',
    summary: 'Propose an agent for each open visit of an LGA',
    access: 'operations.supervisor',
    query: ProposalQuery,
    answers: { 200: AssigneeProposals },
  },
} as const satisfies Record<string, Route>
