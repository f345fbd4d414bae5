import * as z from 'zod/mini'
import type { Route } from './route.ts'
import { IssuerAnswer, ReturnTo, Session } from './session.ts'

const ofSession = { path: '/v1/session', tag: 'Session' } as const

/** A person's session: part of the list in `routes.ts`. */
export const sessionRoutes = {
  getSession: {
    ...ofSession,
    method: 'GET',
    summary: 'Who is signed in, and for how long',
    access: ['operations.agent', 'operations.reviewer', 'operations.operator'],
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

/** The way of a browser to a session and away: part of the list of pages in `routes.ts`. */
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
    summary: 'Where the issuer sends a person back to',
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
