import * as z from 'zod/mini'
import { Attempt } from '../event/attempt-contract.ts'
import { type EventFilter, eventFilters, payloadProfiles } from '../event/name-contract.ts'
import { optional, orNull, anyText, id, text, timestamp } from '../http/contract/text.ts'
import { instant, pageSchema } from '../http/contract/page.ts'
import { webhookHeaders } from './header-contract.ts'

export const EventFilterName = z.enum(eventFilters as [EventFilter, ...EventFilter[]])
const filters = z.array(EventFilterName).check(z.minLength(1), z.maxLength(eventFilters.length))

/** An `https` URL, or the ARN of an SQS queue or EventBridge bus. Whether it may be called is judged by `transport/destination.ts`, or `cloud/arn.ts`. */
const url = text(2000)
/** Of a queue or bus: the role in its account by which events get there. */
const roleArn = optional(text(200))
const description = anyText(200)

const settings = {
  /** Completions of what the client may read, unless given. */
  events: orNull(filters),
  enabled: optional(z.boolean()),
  /** `full` unless given. All but `thin` need the scopes of what the events are about. */
  payload: optional(z.enum(payloadProfiles)),
  /** Also send `x-verifyme-signature`: hex HMAC-SHA512 of the body, keyed by the secret's text. */
  bodySignature: optional(z.boolean()),
  /** Also sign with Ed25519 (`v1a` in `webhook-signature`), to be verified with the `publicKey`. */
  ed25519: optional(z.boolean()),
  /** Sent with every request beside ours, at most five in all. Their values are sealed, and shown to nobody. */
  headers: webhookHeaders,
  roleArn,
}

/** Registration of an endpoint. */
export const CreateWebhook = z.object({ url, description: optional(description), ...settings })
export type CreateWebhook = z.infer<typeof CreateWebhook>

/**
 * Fields that are not given stay as they are. `enabled: true` resumes with what is pending. An empty description is
 * one: there is no other way to take it back. Headers that are not named stay, too, unless the URL leads to another host.
 */
export const UpdateWebhook = z.object({
  url: optional(url),
  description: orNull(description),
  ...settings,
})
export type UpdateWebhook = z.infer<typeof UpdateWebhook>

/** Whether an endpoint answers, as far as its deliveries know. */
export const WebhookHealth = z.object({
  /** Since when every attempt has failed; null while the last one succeeded. */
  failingSince: z.nullable(timestamp),
  /** While it keeps failing, deliveries wait, and one of them is tried at this time. */
  nextProbeAt: z.nullable(timestamp),
  /** The last failed attempt, of whatever time. */
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
  /**
   * An attempt took 3 seconds or more: until this time deliveries go at most ten at once. Null if none ever did. A slow
   * 2xx is a success all the same; answer first and work afterwards.
   */
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
  /** Of the headers that are sent beside ours, in lower case. */
  headerNames: z.array(z.string()),
  /** Of a queue or bus: the role by which events get there, and what its trust policy has to name; null for a URL. */
  role: z.nullable(z.object({ arn: z.string(), externalId: z.string(), trustedAccountId: z.string() })),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Why the service switched the endpoint off; null while it did not. */
  disabledReason: z.nullable(z.string()),
  /** When it was switched off, by whomever. */
  disabledAt: z.nullable(timestamp),
  health: WebhookHealth,
})
export type Webhook = z.infer<typeof Webhook>

/** The answer to a registration shows the secret, and so does `GET /v1/webhooks/{id}/secret`; nothing else does. */
export const CreateWebhookResponse = z.object({ ...Webhook.shape, secret: z.string() })

export const WebhookList = pageSchema(Webhook)

/** How long the old secret signs beside the new one: a day unless given, 0 if it has leaked. */
export const RotateSecret = z.object({
  overlapSeconds: optional(z.int().check(z.minimum(0), z.maximum(86_400))),
})

/** The secret that signs, and those before it that still do. */
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

/** What came of a ping. `bodyRaw` is what was sent; it is no event and cannot be read again. */
export const Ping = z.object({
  id: z.string(),
  outcome: z.enum(['delivered', 'failed']),
  ...z.pick(Attempt, { at: true, status: true, latencyMs: true, failure: true, detail: true, answer: true })
    .shape,
  bodyRaw: z.string(),
})

/** Events of `since` (at most 30 days ago) up to `until` (now unless given) that did not reach the endpoint. */
export const RecoverWebhook = z.object({ since: instant, until: optional(instant) })

/** The time whose events are looked through, as it was understood. */
export const RecoverySpan = z.object({ since: timestamp, until: timestamp })

export const AttemptList = pageSchema(Attempt)

/** What a ping delivers. It is of no verification, and in no list. */
export const PingEvent = z.object({
  event: z.literal('webhook'),
  event_type: z.literal('ping'),
  data: z.object({ id }),
})
