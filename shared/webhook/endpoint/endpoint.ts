import type { Scope } from '../../account/contract.ts'
import type { EventFilter, PayloadProfile } from '../../event/name-contract.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { CreateWebhook, UpdateWebhook, Webhook } from '../contract.ts'
import type { EncryptedHeader } from './header.ts'
import { type EndpointHealth, toWebhookHealth } from './health.ts'
import { type EncryptedSecret, findPublicKey } from './secret.ts'
import { defaultFiltersFor, productScopesIn } from './subscription.ts'

export interface CloudRole {
  readonly arn: string
  /** Of one organisation in one mode; required by the role's trust policy. */
  readonly externalId: string
  readonly trustedAccountId: string
}

interface EndpointSettings {
  readonly url: string
  readonly description: string
  readonly events: readonly EventFilter[]
  readonly enabled: boolean
  readonly payload: PayloadProfile
  readonly bodySignature: boolean
}

export const endpointLimit = 20

export interface Endpoint extends Tenant, EndpointSettings, EndpointHealth {
  readonly id: number
  /** Newest first; see `liveSecrets`. */
  readonly secrets: readonly EncryptedSecret[]
  readonly headers?: readonly EncryptedHeader[]
  /** Of a queue or bus. */
  readonly role?: CloudRole
  /** Ids of the requests that rotated them, newest first: a repeated request rotates once. */
  readonly rotations?: readonly number[]
  /** Scopes of the client that chose URL, events and payload. An event outside them is sent thin. */
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly updatedAt: string
  /** Counts changes of settings. A write that was decided on an older revision fails. */
  readonly revision: number
  /** Absent if the owner disabled it. */
  readonly disabledReason?: string
  readonly disabledAt?: string
}

interface EndpointRegistration extends Tenant {
  readonly id: number
  readonly secrets: readonly EncryptedSecret[]
  readonly headers?: readonly EncryptedHeader[]
  readonly role?: CloudRole | undefined
  readonly scopes: readonly Scope[]
  readonly now: string
}

/** Defaults: enabled, completions of what the client may read, full payloads. */
export const buildEndpoint = (
  body: CreateWebhook,
  { organisationId, mode, id, secrets, headers, role, scopes, now }: EndpointRegistration,
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

export interface EndpointChange {
  readonly set: Partial<Omit<Endpoint, keyof Tenant | 'id' | 'revision'>>
  readonly remove?: readonly (keyof Endpoint)[]
}

const health = [
  ...(['failingSince', 'nextProbeAt', 'lastFailure', 'lastAnswer'] as const),
  ...(['recoveredAt', 'slowUntil'] as const),
]
const disabled = ['disabledReason', 'disabledAt'] as const

const enabledChange = (endpoint: Endpoint, enabled: boolean | undefined, now: string): EndpointChange => {
  if (enabled === undefined || enabled === endpoint.enabled) return { set: {} }
  return enabled
    ? { set: { enabled }, remove: [...disabled, 'failingSince', 'nextProbeAt'] }
    : { set: { enabled, disabledAt: now } }
}

const isAboutRecords = ({ url, events, payload }: UpdateWebhook): boolean =>
  (url ?? events ?? payload) !== undefined

/** Another URL is another receiver, so that its health starts anew. */
export const toEndpointChange = (
  endpoint: Endpoint,
  body: UpdateWebhook,
  { scopes, now }: { scopes: readonly Scope[]; now: string },
): EndpointChange => {
  const { url, description, events, payload, bodySignature, enabled } = body
  const { set, remove = [] } = enabledChange(endpoint, enabled, now)
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
