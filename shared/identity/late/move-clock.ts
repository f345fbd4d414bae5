import type { Caller } from '../../account/caller.ts'
import { requireScope } from '../../http/authenticate.ts'
import { Problem } from '../../http/contract/problem.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { findLookup } from '../store.ts'
import { sendLateTry } from './accept.ts'
import { toLateTry } from './late-lookup.ts'
import { expediteLate, findLate } from './store.ts'

/** Concurrent tries between read and write. */
const rounds = 8

/**
 * Makes the try that comes next its last, now. Its message is sent after that is written: what a crash between the two
 * leaves, a repeat of the call or reconciliation sees through. Answers when it concluded, if it has.
 */
const hasten = async (key: VerificationKey, nowMs: number): Promise<string | undefined> => {
  for (let round = 0; round < rounds; round++) {
    const late = await findLate(key)
    if (!late || late.completedAt) return late?.completedAt
    if (await expediteLate(late, nowMs))
      return void (await sendLateTry({ ...toLateTry(late), notBeforeMs: nowMs }, nowMs))
  }
  throw new Problem('unavailable', 'The look-up was being tried at that moment.', {
    headers: { 'retry-after': '1' },
  })
}

/**
 * Moves a late test look-up's time to its last moment. Answers when its last try was sent on its way, or for a look-up
 * that has ended, when that was.
 * @throws Problem not_found, product_not_enabled; unavailable if it was being tried all the time
 */
export const moveLookupClock = async ({
  caller,
  id,
  nowMs,
}: {
  caller: Caller
  id: number
  nowMs: number
}): Promise<string> => {
  const lookup = await findLookup(caller, id, nowMs)
  if (!lookup) throw new Problem('not_found', 'There is no test look-up with this id.')
  requireScope(caller, [`identities.${lookup.product}`])
  const { organisationId, mode } = caller
  const endedAt = lookup.completedAt ?? (await hasten({ organisationId, mode, verificationId: id }, nowMs))
  return endedAt ?? new Date(nowMs).toISOString()
}
