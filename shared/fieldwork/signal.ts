import type { VerificationKey } from '../table/tenant.ts'

/* What fieldwork's queues carry: ids, never a person. */

/** What the workflow is to hear of a verification. */
export type SignalKind = 'accepted' | 'ended'

/** Queue `completions`. */
export interface Signal extends VerificationKey {
  readonly signal: SignalKind
}

/** Queue `visits`. */
export type Visit = VerificationKey
