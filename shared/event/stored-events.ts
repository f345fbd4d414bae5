import type { VerificationKey } from '../table/tenant.ts'
import { unpackBody } from './body.ts'
import { type Event, possibleEventIds } from './event.ts'
import { findEvent } from './store.ts'

export interface StoredEvent {
  readonly line: Event & { readonly expiresAt: number }
  readonly body: string
}

export const listStoredEvents = async (key: VerificationKey): Promise<readonly StoredEvent[]> => {
  const found = await Promise.all(possibleEventIds(key.verificationId).map(id => findEvent(key, id, 0)))
  const events = found.filter(event => event !== undefined)
  return Promise.all(
    events.map(async event => {
      const { body: _, ...line } = event
      return { line, body: await unpackBody(event) }
    }),
  )
}
