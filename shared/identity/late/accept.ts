import { setting } from '../../aws/environment.ts'
import { decryptFor, encryptFor } from '../../aws/secret.ts'
import { send, toDelayedMessage } from '../../aws/sqs.ts'
import type { Lookup } from '../lookup.ts'
import { type LateClaim, type LateLookup, type LateTry, nextTryAtMs } from './late-lookup.ts'
import { insertLate } from './store.ts'

const purpose = 'late-lookup'

export const decryptClaim = async (sealed: Uint8Array, id: number): Promise<LateClaim> =>
  JSON.parse((await decryptFor(purpose, `${id}`, sealed)).toString('utf8')) as LateClaim

export interface LateRetryPolicy {
  readonly retrySeconds: readonly number[]
  readonly giveUpSeconds: number
  readonly reservation?: LateLookup['reservation'] | undefined
}

/** The table's stream sends it. Returns false if the id is taken. */
export const acceptForRetry = async (
  lookup: Lookup,
  claim: LateClaim,
  { retrySeconds, giveUpSeconds, reservation }: LateRetryPolicy,
): Promise<boolean> => {
  const nowMs = Date.parse(lookup.requestedAt)
  const giveUpAtMs = nowMs + giveUpSeconds * 1000
  const { organisationId, mode, id: verificationId, product, clientId } = lookup
  return insertLate(lookup, {
    organisationId,
    mode,
    verificationId,
    product,
    attempt: 2,
    notBeforeMs: nextTryAtMs(1, { retrySeconds, giveUpAtMs, nowMs }),
    giveUpAtMs,
    ...(clientId !== undefined && { clientId }),
    ...(reservation && { reservation }),
    sealed: await encryptFor(purpose, `${verificationId}`, Buffer.from(JSON.stringify(claim))),
  })
}

export const sendLateTry = (message: LateTry, nowMs: number): Promise<void> =>
  send(setting('LOOKUPS_QUEUE_URL'), toDelayedMessage(message, nowMs))
