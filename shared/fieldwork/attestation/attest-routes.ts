import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'

const page = {
  path: '/v1/attest/{token}',
  tag: 'Pages',
  access: 'public',
  params: z.object({ token: z.string() }),
} as const

/** The page on which an employer's contact answers: part of the list of pages in `routes.ts`. */
export const attestRoutes = {
  getAttestPage: {
    ...page,
    method: 'GET',
    summary: 'Who asks an employer, about whom, and the form for the answer',
    answers: { 200: null, 404: null, 410: null },
  },
  answerAttestPage: {
    ...page,
    method: 'POST',
    summary: 'Takes the employer’s answer, once',
    takes: 'form',
    answers: { 200: null, 400: null, 404: null, 410: null },
  },
} as const satisfies Record<string, Route>
