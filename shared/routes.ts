import { caseDocumentRoutes } from './report/case-routes.ts'
import { caseNoteRoutes } from './case/note-routes.ts'
import { caseRoutes } from './case/routes.ts'
import { disputeRoutes } from './dispute/routes.ts'
import { contactRoutes } from './employer/contact/routes.ts'
import { eventsRoutes } from './event/routes.ts'
import { evidenceRoutes, mediaRoutes } from './evidence/routes.ts'
import { fieldworkRoutes } from './fieldwork/routes.ts'
import { authenticationRoutes } from './http/contract/authentication-routes.ts'
import { appRoutes, docsRoutes } from './http/contract/page-routes.ts'
import type { Route } from './http/contract/route.ts'
import { serviceRoutes } from './http/contract/service-routes.ts'
import { sessionPages, sessionRoutes } from './http/contract/session-routes.ts'
import { identitiesRoutes } from './identity/routes.ts'
import { linkRoutes } from './link/routes.ts'
import { locationsRoutes } from './location/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { portalRoutes } from './portal/routes.ts'
import { clockRoutes } from './sandbox/routes.ts'
import { receiptRoutes } from './receipt/routes.ts'
import { identityReportRoutes } from './report/identity-routes.ts'
import { reportCheckRoutes } from './report/check-routes.ts'
import { reportRoutes } from './report/routes.ts'
import { addressRecordRoutes } from './verification/contract/address-record-routes.ts'
import { addressesRoutes } from './verification/contract/address-routes.ts'
import { describedAddressRoutes } from './verification/contract/described-address-routes.ts'
import { employmentsRoutes } from './verification/contract/employment-routes.ts'
import { sandboxRoutes } from './verification/contract/sandbox-routes.ts'
import { webhooksRoutes } from './webhook/routes.ts'
import { assignRoutes } from './work/assign-routes.ts'
import { caseSearchRoutes } from './case/search/routes.ts'
import { dayRoutes } from './work/day-routes.ts'
import { operationsRoutes } from './review/routes.ts'

/**
 * The list of routes. Resources, gateway routes, log groups, alarms, the OpenAPI document, the local environment and
 * the conformance tests follow from it. A key is the constant in `functions/api`, the operationId and the title of
 * its tests. Each tag has a file of its own, so that a function carries only the schemas of its routes.
 */
export const routes = {
  ...authenticationRoutes,
  ...sessionRoutes,
  ...addressesRoutes,
  ...describedAddressRoutes,
  ...addressRecordRoutes,
  ...employmentsRoutes,
  ...disputeRoutes,
  ...identitiesRoutes,
  ...reportRoutes,
  ...identityReportRoutes,
  ...webhooksRoutes,
  ...eventsRoutes,
  ...receiptRoutes,
  ...mediaRoutes,
  ...locationsRoutes,
  ...sandboxRoutes,
  ...clockRoutes,
  ...operationsRoutes,
  ...assignRoutes,
  ...dayRoutes,
  ...evidenceRoutes,
  ...contactRoutes,
  ...portalRoutes,
  ...overviewRoutes,
  ...fieldworkRoutes,
  ...caseSearchRoutes,
  ...caseRoutes,
  ...caseDocumentRoutes,
  ...caseNoteRoutes,
  ...mcpRoutes,
  ...serviceRoutes,
} as const satisfies Record<string, Route>

export type ActionName = keyof typeof routes

/** Pages for browsers: served like the API, but not part of its document. */
export const pages = {
  ...docsRoutes,
  ...appRoutes,
  ...linkRoutes,
  ...reportCheckRoutes,
  ...sessionPages,
} as const satisfies Record<string, Route>

export const served = { ...routes, ...pages }

export type Path = (typeof served)[keyof typeof served]['path']

const pathsOf = (list: Readonly<Record<string, { readonly path: Path }>>): readonly Path[] => [
  ...new Set(Object.values(list).map(({ path }) => path)),
]

export const paths = pathsOf(served)
export const pagePaths = pathsOf(pages)
