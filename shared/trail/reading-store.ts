import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEvent } from './entry.ts'
import { appendOnceAnHour } from './store.ts'

/**
 * Notes that somebody read something, once an hour for each reader and thing, so that a trail does not grow by being
 * looked at. The trail itself decides: several copies of a function see the same reader.
 */
export const noteReading = (key: VerificationKey, event: TrailEvent, nowMs: number): Promise<void> =>
  appendOnceAnHour(key, new Date(nowMs).toISOString(), event)
