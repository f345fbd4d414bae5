import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'

/** Any text: one that is no token has its own page. */
const token = z.object({ token: z.string() })
const page = { tag: 'Links', access: 'public', params: token } as const

/** The page for an applicant whose employer could not be reached: part of the list of pages in `routes.ts`. */
export const documentsRoutes = {
  getDocumentsPage: {
    ...page,
    method: 'GET',
    path: '/v1/documents/{token}',
    summary: 'The applicant sees who could not be reached',
    answers: { 200: null, 404: null, 410: null },
  },
  postDocumentsPage: {
    ...page,
    method: 'POST',
    path: '/v1/documents/{token}',
    summary: 'The applicant says which documents they have, and who else can be asked',
    form: true,
    answers: { 303: null, 400: null, 404: null, 409: null, 410: null },
  },
  postDocumentPhoto: {
    ...page,
    method: 'POST',
    path: '/v1/documents/{token}/photos',
    summary: 'The applicant sends a photo of a document',
    form: 'file',
    answers: { 303: null, 400: null, 404: null, 409: null, 410: null },
  },
} as const satisfies Record<string, Route>
