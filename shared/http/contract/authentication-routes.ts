import * as z from 'zod/mini'
import type { Route } from './route.ts'
import { text } from './text.ts'

export const TokenRequest = z.object({ clientId: text(100), secret: text(200) })
export type TokenRequest = z.infer<typeof TokenRequest>

export const Token = z.object({
  accessToken: z.string(),
  /** Seconds from now. */
  expiresIn: z.int(),
  tokenType: z.literal('Bearer'),
})
export type Token = z.infer<typeof Token>

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
