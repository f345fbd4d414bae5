import type { Scope } from '../../account/contract.ts'
import { type Event, isReadableBy, scopeOfResource } from '../../event/event.ts'
import {
  type EventFilter,
  type EventResource,
  eventResources,
  type PayloadProfile,
} from '../../event/name-contract.ts'

const opens = (scope: Scope, noun: EventResource): boolean =>
  noun === 'identity' ? scope.startsWith('identities.') : scope === scopeOfResource[noun]

export const productScopesIn = (scopes: readonly Scope[]): readonly Scope[] =>
  scopes.filter(scope => eventResources.some(noun => opens(scope, noun)))

const mayRead = (scopes: readonly Scope[], noun: EventResource): boolean =>
  scopes.some(scope => opens(scope, noun))

/** Completions of what the client may read; of everything, if that is nothing. */
export const defaultFiltersFor = (scopes: readonly Scope[]): readonly EventFilter[] => {
  const readable = eventResources.filter(noun => mayRead(scopes, noun))
  const nouns = readable.length > 0 ? readable : eventResources
  return nouns.map(noun => `${noun}.verification_completed` as const)
}

/** The scopes that a client lacks for the records of these events. Any product's scope will do for identities. */
export const missingScopes = (
  { events, payload }: { readonly events: readonly EventFilter[]; readonly payload: PayloadProfile },
  scopes: readonly Scope[],
): readonly string[] => {
  if (payload === 'thin') return []
  const nouns = eventResources.filter(noun => events.some(filter => filter.startsWith(`${noun}.`)))
  const missing = nouns.filter(noun => !mayRead(scopes, noun))
  return missing.map(noun => (noun === 'identity' ? '"identities.…"' : `"${scopeOfResource[noun]}"`))
}

/** Thin where the endpoint's client may not read the record. Endpoint events have no record. */
export const payloadProfileFor = (
  { payload, scopes }: { readonly payload: PayloadProfile; readonly scopes: readonly Scope[] },
  event: Pick<Event, 'event' | 'product'>,
): PayloadProfile => {
  if (event.event === 'endpoint') return 'full'
  return isReadableBy(scopes, event) ? payload : 'thin'
}
