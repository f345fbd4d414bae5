import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { TokenRequest } from '../http/contract/authentication-routes.ts'
import { Page, pageSchema } from '../http/contract/page.ts'
import { ProblemBody } from '../http/contract/problem-body.ts'
import { id, text, timestamp } from '../http/contract/text.ts'

/** A link that opens the portal once. */
export const PortalLink = z.object({
  /**
   * The link. It gives access to what your client may read: send it to nobody else.
   * @example "https://api.example.com/v1/portal#/link/ZXhhbXBsZS1saW5r_test-7f3c"
   */
  url: z.string(),
  /** When the link ends, unless it was used before. @example "2026-11-20T09:31:00.000Z" */
  expiresAt: timestamp,
})

// It stood in the URL's fragment, and is sent in a body only, so that no log and no history has it.
/** The link that opens the portal. */
export const OpenPortal = z.object({
  /** The text after `#/link/` in the link. @example "ZXhhbXBsZS1saW5r_test-7f3c" */
  link: text(200),
})

export const SignInToPortal = TokenRequest

/** The portal session of a browser. */
export const PortalSession = z.object({
  /** The client that opened it. It decides what the page shows. @example "test-7f3c" */
  clientId: z.string(),
  /** The organisation of the client. */
  organisation: z.object({
    /** The id of the organisation. @example 1 */
    id,
    /** The name of the organisation. @example "Example Limited" */
    name: z.string(),
  }),
  /** The mode of the client. @example "test" */
  mode: TenantMode,
  /** The scopes of the client. @example ["addresses","webhooks"] */
  scopes: z.array(z.string()),
  /** When the session ends, whatever is done. @example "2026-11-20T17:31:00.000Z" */
  endsAt: timestamp,
  /**
   * When the session ends unless the page sends another request before.
   * @example "2026-11-20T09:31:00.000Z"
   */
  idleEndsAt: timestamp,
})
export type PortalSession = z.infer<typeof PortalSession>

/** A request that a client of your organisation sent. */
export const RequestLogLine = z.object({
  /** The id of the request, as in `X-Request-Id`. @example "7b8c1f1e-5d0a-4c9e-9f43-0d6f2a1b3c4d" */
  requestId: z.string(),
  /** When it was sent. @example "2026-11-20T09:31:00.000Z" */
  at: timestamp,
  /** The client that sent it. @example "test-7f3c" */
  clientId: z.string(),
  /** The operation, by its operationId in this document. @example "createAddress" */
  action: z.string(),
  /**
   * The path, with the ids of records and events. Anything else that stood in it, such as an id number, stays
   * a name in braces. Empty where an earlier release noted none.
   * @example "/v1/addresses"
   */
  path: z.string(),
  /** The HTTP status of the response. @example 400 */
  status: z.int(),
  /** The code of the problem. Null if the request succeeded. @example "invalid_request" */
  code: z.nullable(ProblemBody.shape.code),
  /** The fields that were wrong, at most 20. @example ["/applicant/phone"] */
  pointers: z.array(z.string()),
  /** How long the response took, in milliseconds. @example 84 */
  latencyMs: z.int(),
})

/** `failed=true` leaves out successful requests. */
export const RequestFilter = z.object({
  ...Page.shape,
  /** `true` leaves out requests that succeeded. @example "true" */
  failed: z.optional(z.enum(['true', 'false'])),
})

/** A page of requests. @property data The requests of this page, newest first. */
export const RequestLog = pageSchema(RequestLogLine)
