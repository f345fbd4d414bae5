import * as z from 'zod/mini'
import type { Route } from './route.ts'
import { optional, text } from './text.ts'

/** The credentials of a client. */
export const TokenRequest = z.object({
  /**
   * The id of your client. It decides the organisation and whether the mode is test or live.
   * @example "test-7f3c"
   */
  clientId: text(100),
  /** The secret of your client. Keep it on your server. @example "a-secret-that-only-your-server-knows" */
  secret: text(200),
})
export type TokenRequest = z.infer<typeof TokenRequest>

/** An access token. */
export const Token = z.object({
  /** Send it as `Authorization: Bearer …` with every request. @example "JKJaXmPLvHcESHA5dQyGq0f3vB2xW7nT" */
  accessToken: z.string(),
  /** Seconds from now until the token ends. Fetch a new one before. @example 7200 */
  expiresIn: z.int(),
  /** How to send the token (RFC 6750). @example "Bearer" */
  tokenType: z.literal('Bearer'),
})
export type Token = z.infer<typeof Token>

export const authenticationRoutes = {
  /**
   * Exchanges the id and secret of a client for an access token. Use one token for many requests until it
   * ends; wrong secrets are limited.
   *
   * Standard OAuth clients send a form in place of JSON and are answered as RFC 6749 says: [with an OAuth
   * client](/v1/docs/first-verification#with-an-oauth-client).
   * @returns The token and its lifetime in seconds.
   */
  createToken: {
    method: 'POST',
    path: '/v1/token',
    alsoAt: ['/token'],
    tag: 'Authentication',
    summary: 'Exchange client credentials for an access token',
    access: 'public',
    body: TokenRequest,
    answers: { 200: Token },
    problems: ['unauthenticated', 'client_suspended'],
  },
} as const satisfies Record<string, Route>

const once = 'Expected one value.'

/** RFC 6749 §4.4.2; the secret comes here or by Basic (§2.3.1). A parameter that is sent twice is a list, which no field takes (§3.2). */
export const TokenForm = z.object({
  grant_type: text(100, 'Expected client_credentials, once.'),
  scope: optional(text(2000, once)),
  client_id: optional(text(100, once)),
  client_secret: optional(text(200, once)),
})
export type TokenForm = z.infer<typeof TokenForm>

/** RFC 6749 §5.1. */
const OAuthToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  /** All of the client's, separated by spaces. */
  scope: z.string(),
})

/** The same path for standard OAuth clients, whose own documents describe it. */
export const tokenFormRoutes = {
  createToken: {
    ...authenticationRoutes.createToken,
    body: TokenForm,
    bodyIsForm: true,
    answers: { 200: OAuthToken },
  },
} as const satisfies Record<string, Route>
