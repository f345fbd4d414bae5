import { database } from '../table/driver.ts'
import { absent, conditionsMet } from '../table/port.ts'
import { expiresAt } from '../table/retention.ts'
import type { TrailEvent } from '../trail/entry.ts'
import { writeWithTrail } from '../trail/store.ts'
import type { Event } from './event.ts'
import { eventIndex, eventKey, eventKind, identityEventKind } from './kinds.ts'

const daysOf = ({ event }: Event): number => (event === 'identity' ? identityEventKind.days : eventKind.days)

/**
 * Stores an event once; a second build changes nothing, whatever its bytes. Returns whether it was the first.
 * @param trailEvent written in the same transaction, for the first build alone
 */
export const freezeEvent = (event: Event, body: Uint8Array, trailEvent?: TrailEvent): Promise<boolean> => {
  const frozen = {
    put: {
      ...eventKey(event, event.id),
      ...eventIndex(event, event.createdAt, event.id),
      ...event,
      body,
      expiresAt: expiresAt(event.createdAt, daysOf(event)),
    },
    condition: absent,
  }
  const { organisationId, mode, verificationId, createdAt } = event
  if (!trailEvent || verificationId === undefined) return conditionsMet(database.write(frozen))
  return conditionsMet(
    writeWithTrail({ organisationId, mode, verificationId }, createdAt, [trailEvent], { frozen }),
  )
}
