import * as z from 'zod/mini'
import { TenantMode } from '../account/contract.ts'
import { TokenRequest } from '../http/contract/authentication-routes.ts'
import { Page, pageSchema } from '../http/contract/page.ts'
import { ProblemBody } from '../http/contract/problem-body.ts'
import { id, text, timestamp } from '../http/contract/text.ts'

/** `url` opens the portal once, in the first browser. */
export const PortalLink = z.object({ url: z.string(), expiresAt: timestamp })

/** From the URL's fragment, sent in a body only, so that no log and no history has it. */
export const OpenPortal = z.object({ link: text(200) })

export const SignInToPortal = TokenRequest

export const PortalSession = z.object({
  clientId: z.string(),
  organisation: z.object({ id, name: z.string() }),
  mode: TenantMode,
  scopes: z.array(z.string()),
  endsAt: timestamp,
  /** The end unless this is requested again. */
  idleEndsAt: timestamp,
})
export type PortalSession = z.infer<typeof PortalSession>

/** `action` is an operationId. */
export const RequestLogLine = z.object({
  requestId: z.string(),
  at: timestamp,
  clientId: z.string(),
  action: z.string(),
  path: z.string(),
  status: z.int(),
  code: z.nullable(ProblemBody.shape.code),
  /** At most 20. */
  pointers: z.array(z.string()),
  latencyMs: z.int(),
})

/** `failed=true` leaves out successful requests. */
export const RequestFilter = z.object({ ...Page.shape, failed: z.optional(z.enum(['true', 'false'])) })

export const RequestLog = pageSchema(RequestLogLine)
