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
 * Makes the next try the last, now, and sends its message after that is written: reconciliation completes what a crash
 * leaves. Returns when it concluded, if it has.
 */
const expedite = async (key: VerificationKey, nowMs: number): Promise<string | undefined> => {
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

interface MovedLookup {
  readonly caller: Caller
  readonly id: number
  readonly nowMs: number
}

/** Returns when its last try was sent, or it ended. @throws Problem not_found, product_not_enabled, unavailable */
export const moveLookupClock = async ({ caller, id, nowMs }: MovedLookup): Promise<string> => {
  const lookup = await findLookup(caller, id, nowMs)
  if (!lookup) throw new Problem('not_found', 'There is no test look-up with this id.')
  requireScope(caller, [`identities.${lookup.product}`])
  const { organisationId, mode } = caller
  const endedAt = lookup.completedAt ?? (await expedite({ organisationId, mode, verificationId: id }, nowMs))
  return endedAt ?? new Date(nowMs).toISOString()
}
