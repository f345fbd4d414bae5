import { defaultEventFilters, type EventFilter } from '../contract/event.ts'
import type { CreateWebhook, Webhook } from '../contract/webhook.ts'
import type { Owner } from './caller.ts'

/** Where an organisation receives its events. `secrets` sign; the first is the current one. */
export interface Endpoint extends Owner {
  readonly id: number
  readonly url: string
  readonly description: string
  readonly events: readonly EventFilter[]
  readonly enabled: boolean
  readonly bodySignature: boolean
  readonly secrets: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  /** Why and when the service switched it off. */
  readonly disabledReason?: string
  readonly disabledAt?: string
}

/** A new endpoint: switched on and hearing of completions, unless the body says otherwise. */
export const endpointOf = (
  body: CreateWebhook,
  { organisationId, mode, id, secret, now }: Owner & { id: number; secret: string; now: string },
): Endpoint => ({
  organisationId,
  mode,
  id,
  url: body.url,
  description: body.description ?? '',
  events: body.events ?? defaultEventFilters,
  enabled: body.enabled ?? true,
  bodySignature: body.bodySignature ?? false,
  secrets: [secret],
  createdAt: now,
  updatedAt: now,
})

/** An endpoint as its owner sees it: without its secrets. */
export const presentWebhook = (endpoint: Endpoint): Webhook => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: [...endpoint.events],
  enabled: endpoint.enabled,
  bodySignature: endpoint.bodySignature,
  createdAt: endpoint.createdAt,
  updatedAt: endpoint.updatedAt,
  disabledReason: endpoint.disabledReason ?? null,
  disabledAt: endpoint.disabledAt ?? null,
})
