import type { Route } from '../http/contract/route.ts'
import { identityScopes } from '../identity/routes.ts'
import { SendSample, SentSample } from './sample-contract.ts'

/** Sample events: part of the list in `routes.ts`. */
export const sampleRoutes = {
  sendSampleEvent: {
    method: 'POST',
    path: '/v1/sandbox/events',
    tag: 'Sandbox',
    summary: 'Have a sample of any event sent to your endpoints',
    access: ['addresses', 'employments', ...identityScopes],
    inPortal: true,
    body: SendSample,
    answers: { 202: SentSample },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Route>
