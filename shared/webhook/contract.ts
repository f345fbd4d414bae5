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
  /**
   * What the endpoint subscribes to: single events, or all of a resource as in `address.*`. Unless given:
   * completions of what your client may read.
   * @example ["address.*"]
   */
  events: orNull(filters),
  /** Whether events are sent. True unless given. Enabling sends what is pending. @example true */
  enabled: optional(z.boolean()),
  /** How much of an event is sent: `full` unless given, `masked`, or `thin`. @example "full" */
  payload: optional(z.enum(payloadProfiles)),
  /**
   * Also send `x-verifyme-signature`: the hexadecimal HMAC-SHA512 of the body. False unless given.
   * @example false
   */
  bodySignature: optional(z.boolean()),
  /** Also sign with Ed25519 (`v1a`). False unless given. @example false */
  ed25519: optional(z.boolean()),
  /** Headers of your own, at most five. Values are encrypted and never shown. */
  headers: webhookHeaders,
  /**
   * The role that the service assumes to send to a queue or bus of yours. Only with an ARN as `url`.
   * @example "arn:aws:iam::444455556666:role/verification-events"
   */
  roleArn,
}

/** An endpoint to register. */
export const CreateWebhook = z.object({
  /**
   * The `https` URL that receives events, or the ARN of an SQS queue or EventBridge bus. On the laptop a URL
   * of the laptop may be `http`.
   * @example "https://example.com/hook"
   */
  url,
  /** Your own words, to tell endpoints apart. @example "Orders" */
  description: optional(description),
  ...settings,
})
export type CreateWebhook = z.infer<typeof CreateWebhook>

/** What to change. Absent fields stay unchanged. */
export const UpdateWebhook = z.object({
  /**
   * The new URL. A new host or port loses the headers of your own that the request does not contain.
   * @example "https://example.com/hook"
   */
  url: optional(url),
  /** Your own words. An empty text removes them. @example "Orders" */
  description: orNull(description),
  ...settings,
})
export type UpdateWebhook = z.infer<typeof UpdateWebhook>

/** How deliveries to an endpoint go. */
export const WebhookHealth = z.object({
  /**
   * Since when every attempt has failed. Null if the last one succeeded.
   * @example "2026-11-20T09:31:00.000Z"
   */
  failingSince: z.nullable(timestamp),
  /**
   * When the next delivery is tried while the others wait. Null unless it fails.
   * @example "2026-11-20T09:31:00.000Z"
   */
  nextProbeAt: z.nullable(timestamp),
  /** The last failed attempt. Null if none failed. */
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
  /** When it last succeeded after failures. Null if it never failed. @example "2026-11-20T09:31:00.000Z" */
  recoveredAt: z.nullable(timestamp),
  // A slow 2xx is a success.
  /**
   * Until when at most ten deliveries run at once, because one took 3 seconds or more. Null if none was slow.
   * @example "2026-11-20T09:31:00.000Z"
   */
  slowUntil: z.nullable(timestamp),
})
export type WebhookHealth = z.infer<typeof WebhookHealth>

/** An endpoint that receives events. */
export const Webhook = z.object({
  /** The id of the endpoint. @example 890123456789030 */
  id,
  /** The URL, or the ARN of the queue or bus. @example "https://example.com/hook" */
  url: z.string(),
  /** Your own words. Empty if there are none. @example "Orders" */
  description: z.string(),
  /** What the endpoint subscribes to. @example ["address.*"] */
  events: filters,
  /** Whether events are sent. @example true */
  enabled: z.boolean(),
  /** How much of an event is sent. @example "full" */
  payload: z.enum(payloadProfiles),
  /** Whether `x-verifyme-signature` is sent. @example false */
  bodySignature: z.boolean(),
  /** Whether deliveries are also signed with Ed25519. @example false */
  ed25519: z.boolean(),
  /**
   * The Ed25519 public key: `whpk_` and base64. Null unless `ed25519` is true.
   * @example "whpk_ZXhhbXBsZS1vZi1hLXB1YmxpYy1rZXktMzItYnl0ZXM="
   */
  publicKey: z.nullable(z.string()),
  /** The names of your own headers. @example ["Authorization"] */
  headerNames: z.array(z.string()),
  /** The role that the service assumes, and whom its trust policy must name. Null for a URL. */
  role: z.nullable(
    z.object({
      /** The role. @example "arn:aws:iam::444455556666:role/verification-events" */
      arn: z.string(),
      /** The external id that only your organisation has. @example "1-5f0c1d2e" */
      externalId: z.string(),
      /** The AWS account to trust. @example "111122223333" */
      trustedAccountId: z.string(),
    }),
  ),
  /** When it was registered. @example "2026-11-20T09:31:00.000Z" */
  createdAt: timestamp,
  /** When its settings last changed. @example "2026-11-20T09:31:00.000Z" */
  updatedAt: timestamp,
  /** Why the service disabled it. Null unless it did. @example "The receiver answered 410: it is gone." */
  disabledReason: z.nullable(z.string()),
  /** When the service disabled it. Null unless it did. @example "2026-11-20T09:31:00.000Z" */
  disabledAt: z.nullable(timestamp),
  /** How deliveries go. */
  health: WebhookHealth,
})
export type Webhook = z.infer<typeof Webhook>

/** A registered endpoint with its secret. */
export const CreateWebhookResponse = z.object({
  ...Webhook.shape,
  /** The signing secret. Keep it on your server. @example "whsec_ZXhhbXBsZS1vZi1hLXNpZ25pbmctc2VjcmV0LTMy" */
  secret: z.string(),
})

/** Your endpoints. @property data The endpoints. */
export const WebhookList = pageSchema(Webhook)

/** How to replace the secret. */
export const RotateSecret = z.object({
  /**
   * For how many seconds the old secret still signs, too. A day unless given; 0 if it has leaked.
   * @example 3600
   */
  overlapSeconds: optional(z.int().check(z.minimum(0), z.maximum(86_400))),
})

/** The secrets that sign now. */
export const WebhookSecret = z.object({
  /** The signing secret. Keep it on your server. @example "whsec_ZXhhbXBsZS1vZi1hLXNpZ25pbmctc2VjcmV0LTMy" */
  secret: z.string(),
  /**
   * The Ed25519 public key: `whpk_` and base64. Null unless `ed25519` is true.
   * @example "whpk_ZXhhbXBsZS1vZi1hLXB1YmxpYy1rZXktMzItYnl0ZXM="
   */
  publicKey: z.nullable(z.string()),
  /** Older secrets that still sign. */
  previous: z.array(
    z.object({
      /**
       * The older secret. Null if only its key signs.
       * @example "whsec_ZXhhbXBsZS1vZi1hLXNpZ25pbmctc2VjcmV0LTMy"
       */
      secret: z.nullable(z.string()),
      /**
       * The older public key. Null if only its secret signs.
       * @example "whpk_ZXhhbXBsZS1vZi1hLXB1YmxpYy1rZXktMzItYnl0ZXM="
       */
      publicKey: z.nullable(z.string()),
      /** When it stops. @example "2026-11-20T09:31:00.000Z" */
      expiresAt: timestamp,
    }),
  ),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

/** The result of a ping. */
export const Ping = z.object({
  /** The id of the sample. It is no event. @example "ping_890123456789030" */
  id: z.string(),
  /** Whether your endpoint answered 2xx. @example "delivered" */
  outcome: z.enum(['delivered', 'failed']),
  ...z.pick(Attempt, { at: true, status: true, latencyMs: true, failure: true, detail: true, answer: true })
    .shape,
  /**
   * The exact bytes that were sent.
   * @example "{\"event\":\"webhook\",\"event_type\":\"ping\",\"data\":{\"id\":890123456789030}}"
   */
  bodyRaw: z.string(),
})

/** Which events to send again. */
export const RecoverWebhook = z.object({
  /** From when. At most 30 days ago. @example "2026-11-01T00:00:00Z" */
  since: instant,
  /** Until when. Now unless given. @example "2026-11-02T00:00:00Z" */
  until: optional(instant),
})

/** The time whose events are sent again. */
export const RecoverySpan = z.object({
  /** From when. @example "2026-11-20T09:31:00.000Z" */
  since: timestamp,
  /** Until when. @example "2026-11-20T09:31:00.000Z" */
  until: timestamp,
})

/** A page of attempts. @property data The attempts of this page. */
export const AttemptList = pageSchema(Attempt)

/** The sample that a ping sends. */
export const PingEvent = z.object({
  /** Always `webhook`. @example "webhook" */
  event: z.literal('webhook'),
  /** Always `ping`. @example "ping" */
  event_type: z.literal('ping'),
  /** What it is about. */
  data: z.object({
    /** The id of the endpoint. @example 890123456789030 */
    id,
  }),
})
