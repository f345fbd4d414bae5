import type { Reservation } from '../../ledger/spend-cap.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import type { ClaimedIdentity } from '../contract/claim.ts'
import type { Lookup } from '../lookup.ts'

/** Only stored encrypted. */
export interface LateClaim {
  readonly idNumber: string
  readonly claimed: ClaimedIdentity
}

export interface LateLookup extends VerificationKey {
  readonly product: Lookup['product']
  /** Number of the next try; the caller's own was the first. */
  readonly attempt: number
  readonly unreadable?: number
  readonly notBeforeMs: number
  readonly giveUpAtMs: number
  /** The `LateClaim`, then the response, encrypted. */
  readonly sealed: Uint8Array
  readonly completedAt?: string
  readonly clientId: string
  readonly reservation?: Reservation
  /** In NGN. */
  readonly charged?: number
}

/** Queue `lookups`. A try that is not the next one is stale. */
export interface LateTry extends VerificationKey {
  readonly attempt: number
  readonly notBeforeMs: number
}

export const toLateTry = (late: LateLookup): LateTry => {
  const { organisationId, mode, verificationId, attempt, notBeforeMs } = late
  return { organisationId, mode, verificationId, attempt, notBeforeMs }
}

interface WaitingLookup {
  readonly retrySeconds: readonly number[]
  readonly giveUpAtMs: number
  readonly nowMs: number
  /** The registry's Retry-After. */
  readonly askedSeconds?: number | undefined
}

/** Never after the deadline; the schedule's last delay repeats. */
export const nextTryAtMs = (
  attempt: number,
  { retrySeconds, giveUpAtMs, nowMs, askedSeconds = 0 }: WaitingLookup,
): number => {
  const waitSeconds = Math.max(askedSeconds, retrySeconds[attempt - 1] ?? retrySeconds.at(-1) ?? 0)
  return Math.min(giveUpAtMs, nowMs + waitSeconds * 1000)
}
