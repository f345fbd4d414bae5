import { database } from '../aws/database.ts'
import { setting } from '../aws/environment.ts'
import { open, seal } from '../aws/personal-data.ts'
import type { Lookup } from '../domain/identity.ts'
import { type LateClaim, nextTryMs } from '../domain/late-lookup.ts'
import { acceptLate } from '../table/late-lookup.ts'

const purpose = 'late-lookup'

/** What was sealed for a late look-up. */
export const openClaim = async (sealed: Uint8Array, id: number): Promise<LateClaim> =>
  JSON.parse((await open(purpose, `${id}`, sealed)).toString('utf8')) as LateClaim

/** Accepts a look-up to be tried again; the table's stream sends it on its way. Answers false if the id is taken. */
export const acceptLateFor = async (lookup: Lookup, claim: LateClaim): Promise<boolean> => {
  const { retrySeconds, giveUpSeconds } = setting('LOOKUP_RETRIES')
  const nowMs = Date.parse(lookup.requestedAt)
  const giveUpAtMs = nowMs + giveUpSeconds * 1000
  const { organisationId, mode, id: verificationId, product } = lookup
  return acceptLate(database, lookup, {
    organisationId,
    mode,
    verificationId,
    product,
    attempt: 2,
    notBeforeMs: nextTryMs(1, { retrySeconds, giveUpAtMs, nowMs }),
    giveUpAtMs,
    sealed: await seal(purpose, `${verificationId}`, Buffer.from(JSON.stringify(claim))),
  })
}
