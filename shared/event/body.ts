import { open, seal } from '../aws/seal.ts'
import type { Event } from './event.ts'
import { pack, unpack } from './packing.ts'

const purpose = 'event'

/** An identity event's body as it is kept: encrypted, because registries' data must not be kept in the clear. */
export const sealBody = (event: Pick<Event, 'id'>, body: string): Promise<Uint8Array> =>
  seal(purpose, event.id, pack(body))

/** The exact body that was frozen. */
export const bodyOf = async (event: Event & { readonly body: Uint8Array }): Promise<string> =>
  unpack(event.event === 'identity' ? await open(purpose, event.id, event.body) : event.body)
