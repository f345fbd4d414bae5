import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'

/** Any text: one that is no token has its own page. */
const token = z.object({ token: z.string() })
const page = { tag: 'Links', access: 'public', params: token } as const

/**
 * Pages behind links: part of the list of pages in `routes.ts`. 404 is a link that is not ours, 410 one that is over
 * (past its time, replaced, or its verification decided), 409 a second answer, 400 a form with bad fields.
 */
export const linkRoutes = {
  getApplicantPage: {
    ...page,
    method: 'GET',
    path: '/v1/applicant/{token}',
    summary: 'The applicant sees who asks and why, and once it is decided, how',
    answers: { 200: null, 404: null, 410: null },
  },
  postApplicantPage: {
    ...page,
    method: 'POST',
    path: '/v1/applicant/{token}',
    summary:
      'The applicant consents or not, says what helps, takes the consent back, or objects to the decision',
    form: true,
    answers: { 303: null, 400: null, 404: null, 409: null, 410: null },
  },
  getPositionScript: {
    tag: 'Links',
    access: 'public',
    method: 'GET',
    path: '/v1/links/position.js',
    summary: 'Fills in where the telephone is, for who wants that',
    answers: { 200: null },
  },
} as const satisfies Record<string, Route>
