import { setting } from '../../aws/environment.ts'
import { decryptFor, encryptFor } from '../../aws/secret.ts'
import { send, toDelayedMessage } from '../../aws/sqs.ts'
import type { CappedReservation } from '../../ledger/spend-cap.ts'
import type { Lookup } from '../lookup.ts'
import { type LateClaim, type LateTry, nextTryAtMs } from './late-lookup.ts'
import { insertLate } from './store.ts'

const purpose = 'late-lookup'

export const decryptClaim = async (sealed: Uint8Array, id: number): Promise<LateClaim> =>
  JSON.parse((await decryptFor(purpose, `${id}`, sealed)).toString('utf8')) as LateClaim

/** The table's stream sends it. Returns false if the id is taken. @throws Problem spend_cap_reached */
export const acceptForRetry = async (
  lookup: Lookup,
  claim: LateClaim,
  capped?: CappedReservation,
): Promise<boolean> => {
  const { retrySeconds, giveUpSeconds } = setting('LOOKUP_RETRIES')
  const nowMs = Date.parse(lookup.requestedAt)
  const giveUpAtMs = nowMs + giveUpSeconds * 1000
  const { organisationId, mode, id: verificationId, product, clientId } = lookup
  const late = {
    organisationId,
    mode,
    verificationId,
    product,
    attempt: 2,
    notBeforeMs: nextTryAtMs(1, { retrySeconds, giveUpAtMs, nowMs }),
    giveUpAtMs,
    clientId,
    sealed: await encryptFor(purpose, `${verificationId}`, Buffer.from(JSON.stringify(claim))),
  }
  return insertLate(lookup, late, capped)
}

export const sendLateTry = (message: LateTry, nowMs: number): Promise<void> =>
  send(setting('LOOKUPS_QUEUE_URL'), toDelayedMessage(message, nowMs))
