import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { pageSchema, Page } from '../http/contract/page.ts'
import { ProblemBody } from '../http/contract/problem.ts'
import { id, text, timestamp } from '../http/contract/text.ts'
import { TokenRequest } from '../http/contract/authentication-routes.ts'

/** A page of a client's own: `url` opens the portal once, in the browser of whoever has it first. */
export const PortalLink = z.object({ url: z.string(), expiresAt: timestamp })

/** What stands behind `#/link/` in a link. It reaches us in a body alone: no log and no history has it. */
export const OpenPortal = z.object({ link: text(200) })

export const SignInToPortal = TokenRequest

/** Which client a portal is open for, and for how long. */
export const PortalSession = z.object({
  clientId: z.string(),
  organisation: z.object({ id, name: z.string() }),
  mode: TenantMode,
  scopes: z.array(z.string()),
  /** When it ends, whatever is done. */
  endsAt: timestamp,
  /** When it ends unless this is asked again. */
  idleEndsAt: timestamp,
})
export type PortalSession = z.infer<typeof PortalSession>

/** A request of one of the organisation's clients. `action` is an `operationId` of this document. */
export const RequestLogLine = z.object({
  requestId: z.string(),
  at: timestamp,
  clientId: z.string(),
  action: z.string(),
  status: z.int(),
  /** Of the problem; null where the request succeeded. */
  code: z.nullable(ProblemBody.shape.code),
  /** The fields that were wrong, as the answer named them: at most 20. */
  pointers: z.array(z.string()),
  latencyMs: z.int(),
})

/** `failed=true` leaves out what succeeded. */
export const RequestFilter = z.object({ ...Page.shape, failed: z.optional(z.enum(['true', 'false'])) })

export const RequestLog = pageSchema(RequestLogLine)
