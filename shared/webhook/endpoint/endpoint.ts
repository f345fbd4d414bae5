import type { Scope } from '../../account/contract.ts'
import { type Event, isReadableBy, scopeOfResource } from '../../event/event.ts'
import {
  type EventFilter,
  type EventResource,
  eventResources,
  type PayloadProfile,
} from '../../event/name-contract.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { CreateWebhook, UpdateWebhook, Webhook } from '../contract.ts'
import { type EndpointHealth, toWebhookHealth } from './health.ts'
import { type EncryptedHeader, type EncryptedSecret, findPublicKey } from './secret.ts'

export interface CloudRole {
  readonly arn: string
  /** Of one organisation in one mode; required by the role's trust policy. */
  readonly externalId: string
  readonly trustedAccountId: string
}

export const endpointLimit = 20

export interface Endpoint extends Tenant, EndpointHealth {
  readonly id: number
  readonly url: string
  readonly description: string
  readonly events: readonly EventFilter[]
  readonly enabled: boolean
  readonly payload: PayloadProfile
  readonly bodySignature: boolean
  /** Newest first; see `liveSecrets`. */
  readonly secrets: readonly EncryptedSecret[]
  readonly headers?: readonly EncryptedHeader[]
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

export const buildEndpoint = (
  { url, description = '', events, enabled = true, payload = 'full', bodySignature = false }: CreateWebhook,
  {
    organisationId,
    mode,
    id,
    secrets,
    headers,
    role,
    scopes,
    now,
  }: Pick<Endpoint, keyof Tenant | 'id' | 'secrets' | 'headers' | 'scopes'> & {
    readonly role?: CloudRole | undefined
    readonly now: string
  },
): Endpoint => ({
  organisationId,
  mode,
  id,
  url,
  description,
  enabled,
  payload,
  bodySignature,
  secrets,
  events: events ?? defaultFiltersFor(scopes),
  ...(headers && { headers }),
  ...(role && { role }),
  scopes: productScopesIn(scopes),
  createdAt: now,
  updatedAt: now,
  revision: 1,
  ...(!enabled && { disabledAt: now }),
})

export interface EndpointChange {
  readonly set: Partial<Omit<Endpoint, keyof Tenant | 'id' | 'revision'>>
  readonly remove?: readonly (keyof Endpoint)[]
}

const failing = ['failingSince', 'nextProbeAt'] as const
const health = [...failing, 'lastFailure', 'lastAnswer', 'recoveredAt', 'slowUntil'] as const

const enabledChange = (endpoint: Endpoint, enabled: boolean | undefined, now: string): EndpointChange => {
  if (enabled === undefined || enabled === endpoint.enabled) return { set: {} }
  return enabled
    ? { set: { enabled }, remove: ['disabledReason', 'disabledAt', ...failing] }
    : { set: { enabled, disabledAt: now } }
}

export const toEndpointChange = (
  endpoint: Endpoint,
  { url, description, events, payload, bodySignature, enabled }: UpdateWebhook,
  { scopes, now }: { scopes: readonly Scope[]; now: string },
): EndpointChange => {
  const { set, remove = [] } = enabledChange(endpoint, enabled, now)
  const isMoved = url !== undefined && url !== endpoint.url
  const isAboutRecords = (url ?? events ?? payload) !== undefined
  return {
    set: {
      url,
      description,
      events,
      payload,
      bodySignature,
      ...set,
      ...(isAboutRecords && { scopes: productScopesIn(scopes) }),
      updatedAt: now,
    } as EndpointChange['set'],
    remove: [...new Set([...remove, ...(isMoved ? health : [])])],
  }
}

export const toWebhook = (endpoint: Endpoint): Webhook => {
  const { id, url, description, events, enabled, payload, bodySignature, headers = [] } = endpoint
  const publicKey = findPublicKey(endpoint.secrets)
  return {
    id,
    url,
    description,
    events: [...events],
    enabled,
    payload,
    bodySignature,
    ed25519: publicKey !== null,
    publicKey,
    headerNames: headers.map(({ name }) => name),
    role: endpoint.role ?? null,
    createdAt: endpoint.createdAt,
    updatedAt: endpoint.updatedAt,
    disabledReason: endpoint.disabledReason ?? null,
    disabledAt: endpoint.disabledAt ?? null,
    health: toWebhookHealth(endpoint),
  }
}

const opens = (scope: Scope, resource: EventResource): boolean =>
  resource === 'identity' ? scope.startsWith('identities.') : scope === scopeOfResource[resource]

const mayRead = (scopes: readonly Scope[], resource: EventResource): boolean =>
  scopes.some(scope => opens(scope, resource))

export const productScopesIn = (scopes: readonly Scope[]): readonly Scope[] =>
  scopes.filter(scope => eventResources.some(resource => opens(scope, resource)))

/** Completions of what the client may read; of everything, if that is nothing. */
export const defaultFiltersFor = (scopes: readonly Scope[]): EventFilter[] => {
  const readable = eventResources.filter(resource => mayRead(scopes, resource))
  const resources = readable.length > 0 ? readable : eventResources
  return resources.map(resource => `${resource}.verification_completed` as const)
}

/** The scopes that a client lacks for the records of these events. Any product's scope will do for identities. */
export const missingScopes = (
  { events, payload }: Pick<Endpoint, 'events' | 'payload'>,
  scopes: readonly Scope[],
): readonly string[] =>
  eventResources
    .filter(resource => payload !== 'thin' && events.some(filter => filter.startsWith(`${resource}.`)))
    .filter(resource => !mayRead(scopes, resource))
    .map(resource => (resource === 'identity' ? '"identities.…"' : `"${scopeOfResource[resource]}"`))

/** Thin where the endpoint's client may not read the record. Endpoint events have no record. */
export const payloadProfileFor = (
  { payload, scopes }: Pick<Endpoint, 'payload' | 'scopes'>,
  event: Pick<Event, 'event' | 'product'>,
): PayloadProfile => {
  if (event.event === 'endpoint') return 'full'
  return isReadableBy(scopes, event) ? payload : 'thin'
}
