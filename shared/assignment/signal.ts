import type { VerificationKey } from '../table/tenant.ts'

/* Messages of the queues: ids, never a person. */

/** What the workflow is to hear of a verification. */
export type SignalKind = 'accepted' | 'ended'

/** Queue `completions`. */
export interface Signal extends VerificationKey {
  readonly signal: SignalKind
}

/** Queue `visits`. */
export type VisitMessage = VerificationKey
