import * as z from 'zod/mini'
import { Attempt } from '../event/attempt-contract.ts'
import { type EventFilter, eventFilters, payloadProfiles } from '../event/name-contract.ts'
import { instant, pageSchema } from '../http/contract/page.ts'
import { anyText, id, optional, orNull, text, timestamp } from '../http/contract/text.ts'
import { webhookHeaders } from './header-contract.ts'

export const EventFilterName = z.enum(eventFilters as [EventFilter, ...EventFilter[]])
const filters = z.array(EventFilterName).check(z.minLength(1), z.maxLength(eventFilters.length))

const url = text(2000)
const roleArn = optional(text(200))
const description = anyText(200)

const settings = {
  /** Default: completions of what the client may read. */
  events: orNull(filters),
  enabled: optional(z.boolean()),
  /** Default `full`. All but `thin` need the products' scopes. */
  payload: optional(z.enum(payloadProfiles)),
  /** Also send `x-verifyme-signature`: hex HMAC-SHA512 of the body, keyed by the secret's text. */
  bodySignature: optional(z.boolean()),
  /** Also sign with Ed25519 (`v1a`), verified with `publicKey`. */
  ed25519: optional(z.boolean()),
  /** At most five headers; values are encrypted and never shown. */
  headers: webhookHeaders,
  roleArn,
}

export const CreateWebhook = z.object({ url, description: optional(description), ...settings })
export type CreateWebhook = z.infer<typeof CreateWebhook>

/** Absent fields stay unchanged, unnamed headers too unless the host changes. `enabled: true` resumes pending deliveries. An empty description removes it. */
export const UpdateWebhook = z.object({
  url: optional(url),
  description: orNull(description),
  ...settings,
})
export type UpdateWebhook = z.infer<typeof UpdateWebhook>

export const WebhookHealth = z.object({
  failingSince: z.nullable(timestamp),
  /** Deliveries wait while it fails; one is tried at this time. */
  nextProbeAt: z.nullable(timestamp),
  lastFailure: z.nullable(
    z.pick(Attempt, {
      eventId: true,
      at: true,
      status: true,
      failure: true,
      detail: true,
      answer: true,
    }),
  ),
  recoveredAt: z.nullable(timestamp),
  /** After an attempt of 3 seconds or more at most ten deliveries run at once until this time. A slow 2xx is a success. */
  slowUntil: z.nullable(timestamp),
})
export type WebhookHealth = z.infer<typeof WebhookHealth>

export const Webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  events: filters,
  enabled: z.boolean(),
  payload: z.enum(payloadProfiles),
  bodySignature: z.boolean(),
  ed25519: z.boolean(),
  /** `whpk_` and the Ed25519 public key in base64; null unless `ed25519`. */
  publicKey: z.nullable(z.string()),
  headerNames: z.array(z.string()),
  /** For a queue or bus: the role and what its trust policy must name; null for a URL. */
  role: z.nullable(z.object({ arn: z.string(), externalId: z.string(), trustedAccountId: z.string() })),
  createdAt: timestamp,
  updatedAt: timestamp,
  disabledReason: z.nullable(z.string()),
  disabledAt: z.nullable(timestamp),
  health: WebhookHealth,
})
export type Webhook = z.infer<typeof Webhook>

/** Only this response and `GET /v1/webhooks/{id}/secret` show the secret. */
export const CreateWebhookResponse = z.object({ ...Webhook.shape, secret: z.string() })

export const WebhookList = pageSchema(Webhook)

/** How long the old secret still signs: a day by default, 0 if it has leaked. */
export const RotateSecret = z.object({
  overlapSeconds: optional(z.int().check(z.minimum(0), z.maximum(86_400))),
})

export const WebhookSecret = z.object({
  secret: z.string(),
  publicKey: z.nullable(z.string()),
  previous: z.array(
    z.object({
      secret: z.nullable(z.string()),
      publicKey: z.nullable(z.string()),
      expiresAt: timestamp,
    }),
  ),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

/** `bodyRaw` was sent; it is no event and cannot be read again. */
export const Ping = z.object({
  id: z.string(),
  outcome: z.enum(['delivered', 'failed']),
  ...z.pick(Attempt, { at: true, status: true, latencyMs: true, failure: true, detail: true, answer: true })
    .shape,
  bodyRaw: z.string(),
})

/** Since at most 30 days ago, until now by default. */
export const RecoverWebhook = z.object({ since: instant, until: optional(instant) })

export const RecoverySpan = z.object({ since: timestamp, until: timestamp })

export const AttemptList = pageSchema(Attempt)

/** Not of a verification, and in no list. */
export const PingEvent = z.object({
  event: z.literal('webhook'),
  event_type: z.literal('ping'),
  data: z.object({ id }),
})
