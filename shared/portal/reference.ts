import { describeRoutes, describeSchema, free, type SchemaText } from '../http/describe.ts'
import { nextCursorText, pageParameters } from '../http/reference.ts'
import { OpenPortal, PortalLink, PortalSession, RequestLog, RequestLogLine } from './contract.ts'
import { portalRoutes } from './routes.ts'

const at = '2026-11-20T09:31:00.000Z'

export const portalSchemaTexts: readonly SchemaText[] = [
  describeSchema(PortalLink, 'A link that opens the portal once.', {
    url: [
      'The link. It gives access to what your client may read: send it to nobody else.',
      'https://api.example.com/v1/portal#/link/ZXhhbXBsZS1saW5r_test-7f3c',
    ],
    expiresAt: ['When the link ends, unless it was used before.', at],
  }),
  describeSchema(OpenPortal, 'The link that opens the portal.', {
    link: ['The text after `#/link/` in the link.', 'ZXhhbXBsZS1saW5r_test-7f3c'],
  }),
  describeSchema(PortalSession, 'The portal session of a browser.', {
    clientId: ['The client that opened it. It decides what the page shows.', 'test-7f3c'],
    organisation: [
      'The organisation of the client.',
      { id: ['The id of the organisation.', 1], name: ['The name of the organisation.', 'Example Limited'] },
    ],
    mode: ['The mode of the client.', 'test'],
    scopes: ['The scopes of the client.', ['addresses', 'webhooks']],
    endsAt: ['When the session ends, whatever is done.', '2026-11-20T17:31:00.000Z'],
    idleEndsAt: ['When the session ends unless the page sends another request before.', at],
  }),
  describeSchema(RequestLogLine, 'A request that a client of your organisation sent.', {
    requestId: ['The id of the request, as in `X-Request-Id`.', '7b8c1f1e-5d0a-4c9e-9f43-0d6f2a1b3c4d'],
    at: ['When it was sent.', at],
    clientId: ['The client that sent it.', 'test-7f3c'],
    action: ['The operation, by its operationId in this document.', 'createAddress'],
    path: [
      'The path, with the ids of records and events. Anything else that stood in it, such as an id number, stays a name in braces. Empty where an earlier release noted none.',
      '/v1/addresses',
    ],
    status: ['The HTTP status of the response.', 400],
    code: ['The code of the problem.', 'invalid_request', 'Null if the request succeeded.'],
    pointers: ['The fields that were wrong, at most 20.', ['/applicant/phone']],
    latencyMs: ['How long the response took, in milliseconds.', 84],
  }),
  describeSchema(RequestLog, 'A page of requests.', {
    data: ['The requests of this page, newest first.'],
    nextCursor: nextCursorText,
  }),
]

const ofPage = { costs: free, events: [] } as const

export const portalOperationTexts = describeRoutes(portalRoutes, {
  createPortalLink: {
    ...ofPage,
    does: 'Makes a link that signs a person in at the portal as your client. Open it in a browser, or redirect a signed-in user of your own tool to it.',
    returns: '201 with the link. It works once, and for five minutes.',
  },
  openPortal: {
    ...ofPage,
    does: 'Opens the portal with a link. Only the portal’s own page may send this request.',
    returns: '201 with the session. Its token is in a cookie that no script reads.',
  },
  signInToPortal: {
    ...ofPage,
    does: 'Opens the portal with the id and secret of a client. Only the portal’s own page may send this request.',
    returns: '201 with the session. Its token is in a cookie that no script reads.',
  },
  getPortalSession: {
    ...ofPage,
    does: 'Says which client the portal session belongs to. Each request moves the idle end.',
    returns: 'The session, or 404 with a token, which has no portal session.',
  },
  closePortal: {
    ...ofPage,
    does: 'Ends the portal session of this browser.',
    returns: '204 without a body. Without a session it is the same.',
  },
  listRequests: {
    ...ofPage,
    does: 'Lists the requests of your organisation’s clients in the mode of your client, so that you can find what was refused and why. In live mode only failed requests are stored.',
    returns: 'A page, newest first, and the cursor of the next one.',
    parameters: {
      ...pageParameters,
      failed: ['`true` leaves out requests that succeeded.', 'true'],
    },
  },
  listCharges: {
    ...ofPage,
    does: 'Adds up the charges of a month from the ledger: one charge for each verdict that costs something, in the month (UTC) in which it was decided. It counts all clients of your organisation in the mode of your client, and only products that your client may read.',
    returns: 'The charges by product, their sum, and the spend cap of this client.',
    parameters: { month: ['The month in UTC, as YYYY-MM. The present one unless given.', '2026-11'] },
    details:
      'In test mode nothing is invoiced: the amounts are what live mode would charge. `spendCap` belongs to this client alone: `used` is what its orders of the month cost, with what is reserved for those in progress.',
  },
  listChargeLines: {
    ...ofPage,
    does: 'Lists every charge that `GET /v1/charges` adds up, with the reference of its order, so that you can compare an invoice with your own records.',
    returns:
      'A page, oldest first, and the cursor of the next one. A page holds fewer than `limit` where charges of the month are of products that your client may not read.',
    parameters: {
      month: ['The month in UTC, as YYYY-MM. The present one unless given.', '2026-11'],
      limit: ['How many charges are read for a page; 20 unless given, at most 1000.', 1000],
      cursor: pageParameters.cursor,
    },
  },
})
