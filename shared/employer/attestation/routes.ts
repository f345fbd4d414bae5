import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'

/** Any text: one that is no token has its own page. */
const token = z.object({ token: z.string() })
const page = { path: '/v1/attest/{token}', tag: 'Links', access: 'public', params: token } as const

/** The page on which an employer answers: part of the list of pages in `routes.ts`, answered as those of `linkRoutes` are. */
export const attestRoutes = {
  getAttestPage: {
    ...page,
    method: 'GET',
    summary: 'The employer sees who asks, about whom, and the form for the answer',
    answers: { 200: null, 404: null, 410: null },
  },
  postAttestPage: {
    ...page,
    method: 'POST',
    summary: 'The employer answers, once',
    form: true,
    answers: { 303: null, 400: null, 404: null, 409: null, 410: null },
  },
} as const satisfies Record<string, Route>
