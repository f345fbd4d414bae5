import * as z from 'zod/mini'
import type { Route } from './route.ts'

const page = { method: 'GET', tag: 'Pages', access: 'public', answers: { 200: null } } as const
const asset = {
  ...page,
  summary: 'What the page is made of',
  params: z.object({ asset: z.string().check(z.regex(/^[\w.-]{1,100}$/)) }),
} as const

/** The pages that people work in: part of the list of pages in `routes.ts`. What they show comes from the API. */
export const appRoutes = {
  getWork: { ...page, path: '/v1/work', summary: 'Where agents work' },
  getWorkAsset: { ...asset, path: '/v1/work/{asset}' },
  getDesk: { ...page, path: '/v1/desk', summary: 'Where reviewers and the operator work' },
  getDeskAsset: { ...asset, path: '/v1/desk/{asset}' },
  getPortal: { ...page, path: '/v1/portal', summary: 'Where integrators look' },
  getPortalAsset: { ...asset, path: '/v1/portal/{asset}' },
} as const satisfies Record<string, Route>
