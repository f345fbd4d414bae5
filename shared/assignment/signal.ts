import type { VerificationKey } from '../table/tenant.ts'
import type { LinkKey } from '../link/link.ts'

/* What fieldwork's queues carry: ids, never a person. */

/** What the workflow is to hear of a verification. */
export type SignalKind = 'accepted' | 'ended'

/** Queue `completions`. */
export interface Signal extends VerificationKey {
  readonly signal: SignalKind
}

/** Queue `visits`. */
export type VisitMessage = VerificationKey

/** Queue `messages`: a link whose message is to be sent. */
export type LinkMessage = LinkKey
