import * as z from 'zod/mini'
import type { Route } from '../http/contract/route.ts'

/** Any text: a text that is no token is answered with a page of its own. */
const token = z.object({ token: z.string() })
const common = { tag: 'Links', access: 'public', params: token } as const
const get = { ...common, method: 'GET', answers: { 200: null, 404: null, 410: null } } as const
const answers = { 303: null, 400: null, 404: null, 409: null, 410: null }
const asking = { ...answers, 200: null }
const post = { ...common, method: 'POST', form: true, answers } as const

/**
 * The status is 404 for a link that is not ours, 410 for a link that has ended (expired, replaced, or its verification
 * decided), 409 for a second answer, and 400 for a form with errors. 200 to a form asks once more whether a check shall end.
 */
export const linkRoutes = {
  getApplicantPage: {
    ...get,
    path: '/v1/applicant/{token}',
    summary: 'The applicant sees who asks and why, and once it is decided, how',
  },
  postApplicantPage: {
    ...post,
    answers: asking,
    path: '/v1/applicant/{token}',
    summary: 'The applicant consents or not, says what helps, ends the check, or objects to the decision',
  },
  getPositionScript: {
    tag: 'Links',
    access: 'public',
    method: 'GET',
    path: '/v1/links/position.js',
    summary: 'Fills in where the telephone is, for who wants that',
    answers: { 200: null },
  },
  getAttestPage: {
    ...get,
    path: '/v1/attest/{token}',
    summary: 'The employer sees who asks, about whom, and the form for the answer',
  },
  postAttestPage: {
    ...post,
    path: '/v1/attest/{token}',
    summary: 'The employer answers, once',
  },
  getDocumentsPage: {
    ...get,
    path: '/v1/documents/{token}',
    summary: 'The applicant sees who could not be reached',
  },
  postDocumentsPage: {
    ...post,
    path: '/v1/documents/{token}',
    summary: 'The applicant says which documents they have, and who else can be asked',
  },
  postDocumentPhoto: {
    ...post,
    path: '/v1/documents/{token}/photos',
    summary: 'The applicant sends a photo of a document',
    form: 'file',
  },
} as const satisfies Record<string, Route>
