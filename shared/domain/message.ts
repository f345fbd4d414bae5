import type { Mode } from '../contract/scope.ts'
import type { SignalKind } from './effect.ts'
import type { VerificationKey } from './verification.ts'

/* What queues carry: ids and times, never a person. */

/** Queue `completions`. */
export interface Signal extends VerificationKey {
  readonly signal: SignalKind
}

/** Queue `visits`. */
export type Visit = VerificationKey

/** Queue `deliveries`: one attempt to bring one event to one endpoint. */
export interface Delivery {
  readonly organisationId: number
  readonly mode: Mode
  readonly eventId: string
  readonly endpointId: number
  /** 1 for the first. */
  readonly attempt: number
  /** Milliseconds since 1970; waits beyond the queue's longest delay are made in hops. */
  readonly notBeforeMs: number
}
