import type { Route } from './route.ts'
import { Token, TokenRequest } from './token.ts'

/** Authentication: part of the list in `routes.ts`. */
export const authenticationRoutes = {
  createToken: {
    method: 'POST',
    path: '/v1/token',
    alsoAt: ['/token'],
    tag: 'Authentication',
    summary: 'Exchange client credentials for an access token',
    access: 'public',
    body: TokenRequest,
    answers: { 200: Token },
    problems: ['unauthenticated'],
  },
} as const satisfies Record<string, Route>
