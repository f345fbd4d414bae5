import { decryptFor, encryptFor } from '../aws/encryption.ts'
import { Envelope } from './contract.ts'
import { encode } from './encode.ts'
import type { Event } from './event.ts'
import { pack, unpack } from './packing.ts'
import { freezeEvent } from './store.ts'
import { toPublishedTrailEvent } from './publication.ts'

const purpose = 'event'

/** The exact bytes of an envelope: what its schema declares and nothing else, in the schema's order. */
export const toEventBytes = (envelope: object): string => encode(Envelope.parse(envelope))

/** An identity event's body is kept encrypted, because registries' data must not be kept in the clear. */
const kept = async (event: Event, body: string): Promise<Uint8Array> =>
  event.event === 'identity' ? encryptFor(purpose, event.id, pack(body)) : pack(body)

/** Stores an event with its envelope, once: of a second build, nothing stays. Answers whether this was the first. */
export const freezeEnvelope = async (event: Event, envelope: object): Promise<boolean> => {
  const body = toEventBytes(envelope)
  return freezeEvent(event, await kept(event, body), toPublishedTrailEvent(event, body))
}

/** The exact body that was frozen. */
export const unpackBody = async (event: Event & { readonly body: Uint8Array }): Promise<string> =>
  unpack(event.event === 'identity' ? await decryptFor(purpose, event.id, event.body) : event.body)
