import { readingKey } from '../table/keys.ts'
import { absent, conditionsMet } from '../table/port.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEvent } from './entry.ts'
import { hourAt } from './hour.ts'
import { writeWithTrail } from './store.ts'

/** An hour is over by then. */
const readingSeconds = 7200

/**
 * Notes that somebody read something, once an hour for each reader and thing, so that a trail does not grow by being
 * looked at. The condition decides: several copies of a function see the same reader.
 */
export const noteReading = async (key: VerificationKey, event: TrailEvent, nowMs: number): Promise<void> => {
  const { what, by, facts = {} } = event
  const reading = [hourAt(nowMs), by, what, ...Object.values(facts).map(String)]
  const put = {
    ...readingKey(key, key.verificationId, reading),
    expiresAt: Math.floor(nowMs / 1000) + readingSeconds,
  }
  await conditionsMet(writeWithTrail(key, new Date(nowMs).toISOString(), [event], { put, condition: absent }))
}
