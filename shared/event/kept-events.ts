import type { VerificationKey } from '../table/tenant.ts'
import { bodyOf } from './body.ts'
import { type Event, eventIdsOf } from './event.ts'
import { findEvent } from './store.ts'

/** An event as it is kept, with its exact bytes beside it. */
export interface KeptEvent {
  readonly line: Event & { readonly expiresAt: number }
  readonly body: string
}

/** The events of a verification or look-up that are not erased, whatever their time. */
export const keptEvents = async (key: VerificationKey): Promise<readonly KeptEvent[]> => {
  const found = await Promise.all(eventIdsOf(key.verificationId).map(id => findEvent(key, id, 0)))
  const events = found.filter(event => event !== undefined)
  return Promise.all(
    events.map(async event => {
      const { body: _, ...line } = event
      return { line, body: await bodyOf(event) }
    }),
  )
}
