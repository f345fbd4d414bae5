import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { idInPath } from '../../http/contract/text.ts'
import { identityScopes } from '../../identity/routes.ts'

const report = {
  method: 'GET',
  inPortal: true,
  params: z.object({ id: idInPath }),
  answers: { 200: null },
  mediaType: 'text/html',
  problems: ['not_complete'],
} as const

/** Reports to file: part of the list in `routes.ts`. */
export const reportRoutes = {
  getAddressReport: {
    ...report,
    path: '/v1/addresses/{id}/report',
    tag: 'Addresses',
    summary: 'Print the report of an address verification that is complete',
    access: 'addresses',
  },
  getEmploymentReport: {
    ...report,
    path: '/v1/employments/{id}/report',
    tag: 'Employments',
    summary: 'Print the report of an employment verification that is complete',
    access: 'employments',
  },
  getIdentityReport: {
    ...report,
    path: '/v1/identities/{id}/report',
    tag: 'Identities',
    summary: 'Print the report of a look-up’s verdict, without what the registry said of the person',
    access: identityScopes,
  },
} as const satisfies Record<string, Route>
