import type { Scope } from '../../account/contract.ts'
import type { EventFilter, PayloadProfile } from '../../event/name-contract.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { CreateWebhook, UpdateWebhook, Webhook } from '../contract.ts'
import type { EncryptedHeader } from './header.ts'
import { type EndpointHealth, toWebhookHealth } from './health.ts'
import { findPublicKey, type EncryptedSecret } from './secret.ts'
import { defaultFiltersFor, productScopesIn } from './subscription.ts'

/** The customer's role that sends events into their account. */
export interface CloudRole {
  readonly arn: string
  /** Of one organisation in one mode. Its trust policy asks for it. */
  readonly externalId: string
  /** Ours. */
  readonly trustedAccountId: string
}

/** What the owner decides. */
interface Settings {
  readonly url: string
  readonly description: string
  readonly events: readonly EventFilter[]
  readonly enabled: boolean
  readonly payload: PayloadProfile
  readonly bodySignature: boolean
}

/** How many endpoints an organisation may have in a mode. */
export const endpointLimit = 20

/** Where an organisation receives its events. */
export interface Endpoint extends Tenant, Settings, EndpointHealth {
  readonly id: number
  /** Newest first; see `liveSecrets`. */
  readonly secrets: readonly EncryptedSecret[]
  /** What its owner wants every request to carry; absent from endpoints older than that. */
  readonly headers?: readonly EncryptedHeader[]
  /** Of a queue or bus alone. */
  readonly role?: CloudRole
  /** The calls that rotated them, newest first: one that is repeated does so once. */
  readonly rotations?: readonly number[]
  /** What the client that chose its URL, events and payload may read: an event of anything else is sent thin. */
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly updatedAt: string
  /** Counts the changes of settings: a change or a finding that was made of an older one comes to nothing. */
  readonly revision: number
  /** Why the service switched it off; absent if its owner did. */
  readonly disabledReason?: string
  readonly disabledAt?: string
}

interface Registration extends Tenant {
  readonly id: number
  readonly secrets: readonly EncryptedSecret[]
  readonly headers?: readonly EncryptedHeader[]
  readonly role?: CloudRole | undefined
  /** Of the client that registers it. */
  readonly scopes: readonly Scope[]
  readonly now: string
}

/** A new endpoint: switched on, hearing of completions in full of what its client may read, unless the body says otherwise. */
export const buildEndpoint = (
  body: CreateWebhook,
  { organisationId, mode, id, secrets, headers, role, scopes, now }: Registration,
): Endpoint => ({
  organisationId,
  mode,
  id,
  url: body.url,
  description: body.description ?? '',
  events: body.events ?? defaultFiltersFor(scopes),
  enabled: body.enabled ?? true,
  payload: body.payload ?? 'full',
  bodySignature: body.bodySignature ?? false,
  secrets,
  ...(headers && { headers }),
  ...(role && { role }),
  scopes: productScopesIn(scopes),
  createdAt: now,
  updatedAt: now,
  revision: 1,
  ...(body.enabled === false && { disabledAt: now }),
})

/** Attributes to write and to remove. */
export interface EndpointChange {
  readonly set: Partial<Omit<Endpoint, keyof Tenant | 'id' | 'revision'>>
  readonly remove?: readonly (keyof Endpoint)[]
}

const health = [
  ...(['failingSince', 'nextProbeAt', 'lastFailure', 'lastAnswer'] as const),
  ...(['recoveredAt', 'slowUntil'] as const),
]
const disabled = ['disabledReason', 'disabledAt'] as const

const switched = (endpoint: Endpoint, enabled: boolean | undefined, now: string): EndpointChange => {
  if (enabled === undefined || enabled === endpoint.enabled) return { set: {} }
  return enabled
    ? { set: { enabled }, remove: [...disabled, 'failingSince', 'nextProbeAt'] }
    : { set: { enabled, disabledAt: now } }
}

/** Whether a PATCH says where records go, or which. */
const isAboutRecords = ({ url, events, payload }: UpdateWebhook): boolean =>
  (url ?? events ?? payload) !== undefined

/**
 * What a PATCH by a client with these scopes changes. Another URL is another receiver: what was learnt of the old one
 * is forgotten.
 */
export const toEndpointChange = (
  endpoint: Endpoint,
  body: UpdateWebhook,
  { scopes, now }: { scopes: readonly Scope[]; now: string },
): EndpointChange => {
  const { url, description, events, payload, bodySignature, enabled } = body
  const { set, remove = [] } = switched(endpoint, enabled, now)
  const isMoved = url !== undefined && url !== endpoint.url
  return {
    set: {
      url,
      description,
      events,
      payload,
      bodySignature,
      ...set,
      ...(isAboutRecords(body) && { scopes: productScopesIn(scopes) }),
      updatedAt: now,
    } as EndpointChange['set'],
    remove: [...new Set([...remove, ...(isMoved ? health : [])])],
  }
}

/** An endpoint as its owner sees it: without its secrets. */
export const toWebhook = (endpoint: Endpoint): Webhook => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: [...endpoint.events],
  enabled: endpoint.enabled,
  payload: endpoint.payload,
  bodySignature: endpoint.bodySignature,
  ed25519: findPublicKey(endpoint.secrets) !== null,
  publicKey: findPublicKey(endpoint.secrets),
  headerNames: (endpoint.headers ?? []).map(({ name }) => name),
  role: endpoint.role ?? null,
  createdAt: endpoint.createdAt,
  updatedAt: endpoint.updatedAt,
  disabledReason: endpoint.disabledReason ?? null,
  disabledAt: endpoint.disabledAt ?? null,
  health: toWebhookHealth(endpoint),
})
