import * as z from 'zod/mini'
import type { Route } from './route.ts'

const page = { method: 'GET', tag: 'Docs', access: 'public', answers: { 200: null } } as const
const fileName = z.string().check(z.regex(/^[\w.-]{1,100}$/))

/** The docs, as people and their coding agents read them: part of the list of pages in `routes.ts`. */
export const docsRoutes = {
  getRoot: { ...page, path: '/', summary: 'Leads to the docs', answers: { 302: null } },
  getDocs: { ...page, path: '/v1/docs', summary: 'Where the docs begin' },
  getDocsPage: {
    ...page,
    path: '/v1/docs/{page}',
    summary:
      'A guide, as a page or, with .md after its name, as Markdown; the reference; what checks receipts',
    params: z.object({ page: fileName }),
  },
  getDocsAsset: {
    ...page,
    path: '/v1/docs/assets/{asset}',
    summary: 'What the pages are shown with; its name changes with its bytes',
    params: z.object({ asset: fileName }),
  },
  getLlms: { ...page, path: '/v1/llms.txt', summary: 'The guides by name, for coding agents' },
  getLlmsFull: { ...page, path: '/v1/llms-full.txt', summary: 'All guides in one text' },
} as const satisfies Record<string, Route>
