import { database } from '../../table/driver.ts'
import { attemptClaimKey } from '../../table/keys.ts'
import { conditionsMet } from '../../table/port.ts'
import type { Delivery } from './message.ts'

/** For how long one that has taken an attempt may be at it, in milliseconds: longer than the dispatcher may run. */
const takenMs = 60_000

/** Takes an attempt that many may ask for. Answers whether it was to be had; who took it and died has lost it in a minute. */
export const claimAttempt = (delivery: Delivery, nowMs: number): Promise<boolean> => {
  const { eventId, endpointId, attempt } = delivery
  const untilMs = nowMs + takenMs
  return conditionsMet(
    database.write({
      put: {
        ...attemptClaimKey(delivery, eventId, endpointId, attempt),
        untilMs,
        expiresAt: Math.ceil(untilMs / 1000),
      },
      condition: { when: 'attribute_not_exists(#pk) OR #untilMs <= :nowMs', values: { nowMs } },
    }),
  )
}
