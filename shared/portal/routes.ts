import type { Route } from '../http/contract/route.ts'
import { identityScopes } from '../identity/routes.ts'
import { ChargeLineFilter, ChargeLines, Charges, ChargesFilter } from '../ledger/contract.ts'
import {
  OpenPortal,
  PortalLink,
  PortalSession,
  RequestFilter,
  RequestLog,
  SignInToPortal,
} from './contract.ts'

/** Whatever a customer's client may be given. */
export const customerScopes = ['addresses', 'employments', ...identityScopes, 'webhooks', 'events'] as const

// For the portal's own page alone.
const ofSession = { path: '/v1/portal/session', tag: 'Session' } as const

/** Paths that the page calls besides are marked by `inPortal`. */
export const portalRoutes = {
  /**
   * Makes a link that signs a person in at the portal as your client. Open it in a browser, or redirect a
   * signed-in user of your own tool to it.
   * @returns 201 with the link. It works once, and for five minutes.
   */
  createPortalLink: {
    method: 'POST',
    path: '/v1/portal/links',
    tag: 'Portal',
    summary: 'Make a link that opens the portal once, within five minutes',
    access: customerScopes,
    answerIsPrivate: true,
    answers: { 201: PortalLink },
  },
  openPortal: {
    method: 'POST',
    path: '/v1/portal/links/open',
    tag: 'Session',
    summary: 'Open the portal with a link: for our own page',
    access: 'public',
    body: OpenPortal,
    answers: { 201: PortalSession },
    problems: ['unauthenticated', 'client_suspended', 'foreign_origin'],
  },
  signInToPortal: {
    ...ofSession,
    method: 'POST',
    summary: 'Open the portal with client credentials: for our own page',
    access: 'public',
    body: SignInToPortal,
    answers: { 201: PortalSession },
    problems: ['unauthenticated', 'client_suspended', 'foreign_origin'],
  },
  getPortalSession: {
    ...ofSession,
    method: 'GET',
    summary: 'Read which client the portal session belongs to, and when it ends',
    access: customerScopes,
    inPortal: true,
    answers: { 200: PortalSession },
    problems: ['not_found'],
  },
  closePortal: {
    ...ofSession,
    method: 'DELETE',
    summary: 'End the portal session',
    access: 'public',
    answers: { 204: null },
    problems: ['foreign_origin'],
  },
  /**
   * Lists the requests of your organisation’s clients in the mode of your client, so that you can find what
   * was refused and why. In live mode only failed requests are stored.
   * @returns A page, newest first, and the cursor of the next one.
   */
  listRequests: {
    method: 'GET',
    path: '/v1/requests',
    tag: 'Portal',
    summary: 'List requests of the last seven days, newest first: those that failed, in test mode all',
    access: customerScopes,
    inPortal: true,
    query: RequestFilter,
    answers: { 200: RequestLog },
  },
  /**
   * Adds up the charges of a month from the ledger: one charge for each verdict that costs something, in the
   * month (UTC) in which it was decided. It counts all clients of your organisation in the mode of your
   * client, and only products that your client may read.
   *
   * In test mode nothing is invoiced: the amounts are what live mode would charge. `spendCap` belongs to this
   * client alone: `used` is what its orders of the month cost, with what is reserved for those in progress.
   * @returns The charges by product, their sum, and the spend cap of this client.
   */
  listCharges: {
    method: 'GET',
    path: '/v1/charges',
    tag: 'Portal',
    summary: 'Read the charges of a month by product, and the rest of a spend cap',
    access: customerScopes,
    inPortal: true,
    query: ChargesFilter,
    answers: { 200: Charges },
  },
  /**
   * Lists every charge that `GET /v1/charges` adds up, with the reference of its order, so that you can
   * compare an invoice with your own records.
   * @returns A page, oldest first, and the cursor of the next one. A page holds fewer than `limit` where
   * charges of the month are of products that your client may not read.
   */
  listChargeLines: {
    method: 'GET',
    path: '/v1/charges/lines',
    tag: 'Portal',
    summary: 'List every charge of a month, oldest first',
    access: customerScopes,
    inPortal: true,
    query: ChargeLineFilter,
    answers: { 200: ChargeLines },
  },
} as const satisfies Record<string, Route>
