import type { Scope } from '../../account/contract.ts'
import { type EventFilter, type EventNoun, eventNouns } from '../../event/contract.ts'
import { type Event, isOpenTo, scopeOfNoun } from '../../event/event.ts'
import type { PayloadProfile } from '../contract.ts'

const opens = (scope: Scope, noun: EventNoun): boolean =>
  noun === 'identity' ? scope.startsWith('identities.') : scope === scopeOfNoun[noun]

/** The scopes that open records. */
export const productScopesIn = (scopes: readonly Scope[]): readonly Scope[] =>
  scopes.filter(scope => eventNouns.some(noun => opens(scope, noun)))

const mayRead = (scopes: readonly Scope[], noun: EventNoun): boolean =>
  scopes.some(scope => opens(scope, noun))

/** What an endpoint hears of unless it is said: completions of what its client may read; of everything, if that is nothing. */
export const defaultFiltersFor = (scopes: readonly Scope[]): readonly EventFilter[] => {
  const readable = eventNouns.filter(noun => mayRead(scopes, noun))
  const nouns = readable.length > 0 ? readable : eventNouns
  return nouns.map(noun => `${noun}.verification_completed` as const)
}

/** The scopes that a client lacks to be sent the records of these events, in words; for identities, any product's will do. */
export const missingScopes = (
  { events, payload }: { readonly events: readonly EventFilter[]; readonly payload: PayloadProfile },
  scopes: readonly Scope[],
): readonly string[] => {
  if (payload === 'thin') return []
  const nouns = eventNouns.filter(noun => events.some(filter => filter.startsWith(`${noun}.`)))
  const missing = nouns.filter(noun => !mayRead(scopes, noun))
  return missing.map(noun => (noun === 'identity' ? '"identities.…"' : `"${scopeOfNoun[noun]}"`))
}

/** How an endpoint is sent an event: whole if it is about an endpoint; else thin, whatever it asked for, where its client may not read the record. */
export const profileOf = (
  { payload, scopes }: { readonly payload: PayloadProfile; readonly scopes: readonly Scope[] },
  event: Pick<Event, 'event' | 'product'>,
): PayloadProfile => {
  if (event.event === 'endpoint') return 'full'
  return isOpenTo(scopes, event) ? payload : 'thin'
}
