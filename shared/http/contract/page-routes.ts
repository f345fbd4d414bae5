import * as z from 'zod/mini'
import type { Route } from './route.ts'

const page = { method: 'GET', tag: 'Docs', access: 'public', answers: { 200: null } } as const
const fileName = z.string().check(z.regex(/^[\w.-]{1,100}$/))

export const docsRoutes = {
  getRoot: { ...page, path: '/', summary: 'Leads to the docs', answers: { 302: null } },
  getSecurityTxt: {
    ...page,
    path: '/.well-known/security.txt',
    summary: 'To whom weaknesses are reported, by RFC 9116',
  },
  getDocs: { ...page, path: '/v1/docs', summary: 'Where the docs begin' },
  getDocsPage: {
    ...page,
    path: '/v1/docs/{page}',
    summary:
      'A guide, as a page or, with .md after its name, as Markdown; the reference; what checks receipts',
    params: z.object({ page: fileName }),
  },
  getOperatorsGuide: {
    ...page,
    path: '/v1/docs/operators/{page}',
    summary: 'A guide for operators, as a page or as Markdown',
    access: 'operations.operator',
    params: z.object({ page: fileName }),
  },
  getDocsAsset: {
    ...page,
    path: '/v1/docs/assets/{asset}',
    summary: 'What the pages are shown with; its name changes with its bytes',
    params: z.object({ asset: fileName }),
  },
  getDocsClient: {
    ...page,
    path: '/v1/docs/clients/{file}',
    summary: 'A client to install: an npm tarball for TypeScript, a wheel for Python',
    params: z.object({ file: fileName }),
  },
  getLlms: { ...page, path: '/v1/llms.txt', summary: 'The guides by name, for coding agents' },
  getLlmsFull: { ...page, path: '/v1/llms-full.txt', summary: 'All guides in one text' },
} as const satisfies Record<string, Route>

const app = { ...page, tag: 'Pages' } as const
const asset = {
  ...app,
  summary: 'What the page is made of',
  params: z.object({ asset: fileName }),
} as const

export const appRoutes = {
  getWork: { ...app, path: '/v1/work', summary: 'Where agents work' },
  getWorkAsset: { ...asset, path: '/v1/work/{asset}' },
  getDesk: { ...app, path: '/v1/desk', summary: 'Where reviewers, supervisors and the operator work' },
  getDeskAsset: { ...asset, path: '/v1/desk/{asset}' },
  getPortal: { ...app, path: '/v1/portal', summary: 'Where integrators look' },
  getPortalAsset: { ...asset, path: '/v1/portal/{asset}' },
} as const satisfies Record<string, Route>
