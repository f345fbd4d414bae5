import type { Reservation } from '../../ledger/spend-cap.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import type { ClaimedIdentity } from '../contract/claim.ts'
import type { Lookup } from '../lookup.ts'

/** What a look-up that waits for its registry needs to be tried again; it is only ever kept encrypted. */
export interface LateClaim {
  readonly idNumber: string
  readonly claimed: ClaimedIdentity
}

/** A look-up that waits for its registry, or for its answer to be told. */
export interface LateLookup extends VerificationKey {
  readonly product: Lookup['product']
  /** The try that comes next; the one that the caller waited for was the first. */
  readonly attempt: number
  /** Tries so far that met a record nobody can read. */
  readonly unreadable?: number
  /** Milliseconds since 1970. */
  readonly notBeforeMs: number
  readonly giveUpAtMs: number
  /** The `LateClaim`, encrypted; the answer, once it has concluded. */
  readonly sealed: Uint8Array
  /** When it concluded; absent while it waits. */
  readonly completedAt?: string
  /** The client that asked; absent for samples. */
  readonly clientId?: string
  /** What is put aside for it, and what it charged once it has concluded, in NGN. */
  readonly reservation?: Reservation
  readonly charged?: number
}

/** Queue `lookups`: one try. A try that is not the look-up's next one is out of date. */
export interface LateTry extends VerificationKey {
  readonly attempt: number
  readonly notBeforeMs: number
}

export const toLateTry = ({
  organisationId,
  mode,
  verificationId,
  attempt,
  notBeforeMs,
}: LateLookup): LateTry => ({
  organisationId,
  mode,
  verificationId,
  attempt,
  notBeforeMs,
})

interface Waiting {
  readonly retrySeconds: readonly number[]
  readonly giveUpAtMs: number
  readonly nowMs: number
  /** How long the registry itself asks to wait. */
  readonly askedSeconds?: number | undefined
}

/** When the try after `attempt` is due, never after the last moment. The schedule's last wait repeats. */
export const nextTryAtMs = (
  attempt: number,
  { retrySeconds, giveUpAtMs, nowMs, askedSeconds = 0 }: Waiting,
): number => {
  const waitSeconds = Math.max(askedSeconds, retrySeconds[attempt - 1] ?? retrySeconds.at(-1) ?? 0)
  return Math.min(giveUpAtMs, nowMs + waitSeconds * 1000)
}
