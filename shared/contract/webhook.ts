import * as z from 'zod/mini'
import { type EventFilter, eventFilters } from './event.ts'
import { id, optionalText, timestamp } from './text.ts'

const filters = z
  .array(z.enum(eventFilters as [EventFilter, ...EventFilter[]]))
  .check(z.minLength(1), z.maxLength(eventFilters.length))

/** Registration of an endpoint. Whether the URL is safe to call is judged by `webhook/destination.ts`. */
export const CreateWebhook = z.object({
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
  description: optionalText(200),
  /** Completions only, unless given. */
  events: z.optional(filters),
  enabled: z.optional(z.boolean()),
  /** Also send `x-verifyme-signature`: hex HMAC-SHA512 of the body, keyed by the secret's text. */
  bodySignature: z.optional(z.boolean()),
})
export type CreateWebhook = z.infer<typeof CreateWebhook>

export const Webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  events: filters,
  enabled: z.boolean(),
  bodySignature: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Why and when the service switched the endpoint off; null while it did not. */
  disabledReason: z.nullable(z.string()),
  disabledAt: z.nullable(timestamp),
})
export type Webhook = z.infer<typeof Webhook>

/** The answer to a registration is the one that shows the secret. */
export const CreatedWebhook = z.object({ ...Webhook.shape, secret: z.string() })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

export const WebhookList = z.object({ data: z.array(Webhook), nextCursor: z.nullable(z.string()) })
