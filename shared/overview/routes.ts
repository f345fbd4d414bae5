import type { Route } from '../http/contract/route.ts'
import { byStuck, Mended, MendStuck, Overview } from './contract.ts'

export const overviewRoutes = {
  getOverview: {
    method: 'GET',
    path: '/v1/operations/overview',
    tag: 'Operations',
    summary:
      'See how the service stands: work, turnaround, people, deliveries, registries, and what is stuck',
    access: 'operations.operator',
    answers: { 200: Overview },
  },
  mendStuck: {
    method: 'POST',
    path: '/v1/operations/stuck/{id}/mend',
    tag: 'Operations',
    summary: 'Mend something that is stuck, by the action that the overview names',
    description:
      '`expire` ends a verification that nobody took: its customer is told and pays nothing. `release` takes a late visit back from its agent. `delay` notes that it is late, as its workflow would have. `reconcile` looks over all that its organisation has open. `send` makes a new link and sends it. `resend` brings an event to its endpoint again.',
    access: 'operations.operator',
    params: byStuck,
    body: MendStuck,
    answers: { 200: Mended },
    problems: ['not_stuck'],
  },
} as const satisfies Record<string, Route>
