import { Fault } from '../aws/fault.ts'
import { type Capped, refuseCapped } from '../ledger/cap.ts'
import { reserve } from '../ledger/spend-store.ts'
import { idAt } from '../table/id.ts'
import type { LookupCall } from './conclude-look-up.ts'

/** Draws of an id before something must be wrong. */
const draws = 8

/**
 * Puts a look-up's price aside under the first id that is free. What an earlier attempt of the same request put aside
 * is its own. Answers the id. @throws Problem spend_cap_reached
 */
export const reserveUnderFreeId = async (
  { caller, id, isRepeat, nowMs }: LookupCall,
  capped: Capped,
): Promise<number> => {
  const { organisationId, mode } = caller
  let drawn = id
  for (let draw = 0; draw < draws; draw++) {
    const key = { organisationId, mode, verificationId: drawn }
    const result = await reserve(key, capped, new Date(nowMs).toISOString())
    if (result === 'capped') throw refuseCapped(capped)
    if (result === 'reserved' || (isRepeat && drawn === id)) return drawn
    drawn = idAt(nowMs, Math.random())
  }
  throw new Fault('No free id was drawn')
}
