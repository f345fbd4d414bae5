import type { Route } from '../http/contract/route.ts'
import { identityScopes } from '../identity/routes.ts'
import { MoveClock, MovedClock } from './clock-contract.ts'

/** The test clock: part of the list in `routes.ts`. */
export const clockRoutes = {
  moveTestClock: {
    method: 'POST',
    path: '/v1/sandbox/clock',
    tag: 'Sandbox',
    summary: 'Bring now what time would bring to a test verification, a late look-up or a delivery',
    access: ['addresses', 'employments', ...identityScopes, 'webhooks'],
    inPortal: true,
    body: MoveClock,
    answers: { 202: MovedClock },
    problems: ['not_found', 'already_decided', 'nothing_waits', 'webhook_disabled'],
  },
} as const satisfies Record<string, Route>
