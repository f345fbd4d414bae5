import * as z from 'zod/mini'
import { Role } from '../../account/contract.ts'
import type { Route } from './route.ts'
import { timestamp } from './text.ts'

/** The person who is signed in, and for how long. */
export const Session = z.object({
  /** The id of the person at the identity provider. @example "agent-1" */
  id: z.string(),
  /**
   * What the person may do. The operator gives roles by groups of the identity provider.
   * @example ["agent"]
   */
  roles: z.array(Role),
  /** When the session ends, whatever is done. @example "2026-11-20T21:30:00.000Z" */
  endsAt: timestamp,
  /**
   * When the session ends unless the person sends another request before.
   * @example "2026-11-20T09:30:00.000Z"
   */
  idleEndsAt: timestamp,
})
export type Session = z.infer<typeof Session>

/** With the place in it that a shared link names. */
const ownPage =
  /^\/v1\/(work|desk|portal|docs|session)(\/[\w-]{1,100}){0,4}(#\/?[\w%.-]{1,200}(\/[\w%.-]{1,200}){0,5})?$/

/** Where a sign-in may lead: to our own pages, and nowhere else. */
export const ReturnTo = z.string().check(z.regex(ownPage, 'Expected the path of a page, as in /v1/work.'))

const word = z.optional(z.string().check(z.maxLength(4000)))

/** What an issuer sends back with a person (RFC 6749 §4.1.2, RFC 9207). */
export const IssuerAnswer = z.object({ code: word, state: word, iss: word, error: word })
export type IssuerAnswer = z.infer<typeof IssuerAnswer>

const ofSession = { path: '/v1/session', tag: 'Session' } as const

export const sessionRoutes = {
  getSession: {
    ...ofSession,
    method: 'GET',
    summary: 'Who is signed in, and for how long',
    access: ['operations.agent', 'operations.reviewer', 'operations.supervisor', 'operations.operator'],
    answers: { 200: Session },
    problems: ['not_found'],
  },
  endSession: {
    ...ofSession,
    method: 'DELETE',
    summary: 'End the session here',
    access: 'public',
    answers: { 204: null },
    problems: ['foreign_origin'],
  },
} as const satisfies Record<string, Route>

const page = { tag: 'Session', access: 'public' } as const

export const sessionPages = {
  beginSignIn: {
    ...page,
    method: 'GET',
    path: '/v1/session/sign-in',
    summary: 'Leads to the issuer',
    query: z.object({ returnTo: z.optional(ReturnTo) }),
    answers: { 302: null },
    problems: ['issuer_unavailable'],
  },
  finishSignIn: {
    ...page,
    method: 'GET',
    path: '/v1/session/callback',
    summary: 'Receives a person whom the identity provider sends back',
    query: IssuerAnswer,
    answers: { 200: null },
    problems: ['sign_in_failed', 'no_role', 'issuer_unavailable'],
  },
  signOut: {
    ...page,
    method: 'POST',
    path: '/v1/session/sign-out',
    summary: 'Ends the session, here and at the issuer: for a form',
    answers: { 200: null },
    problems: ['foreign_origin'],
  },
} as const satisfies Record<string, Route>
