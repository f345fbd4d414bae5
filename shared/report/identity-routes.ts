import type { Route } from '../http/contract/route.ts'
import { identityScopes } from '../identity/routes.ts'
import { report } from './routes.ts'

/** Reports of look-ups, beside the others, whose functions need not know what identity products there are: part of the list in `routes.ts`. */
export const identityReportRoutes = {
  /**
   * Returns the report of a look-up as a page to print or to save: its verdict, without the registry’s data.
   * @property id The id of the look-up.
   */
  getIdentityReport: {
    ...report,
    path: '/v1/identities/{id}/report',
    tag: 'Identities',
    summary: 'Print the report of a look-up’s verdict',
    access: identityScopes,
  },
} as const satisfies Record<string, Route>
