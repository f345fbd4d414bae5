import type { VerificationKey } from '../../table/tenant.ts'
import type { attemptOutcomes, channels, contactSources } from './attempt-contract.ts'

/** An attempt to reach an employer, as kept. */
export interface StoredContactAttempt extends VerificationKey {
  readonly id: number
  readonly channel: (typeof channels)[number]
  readonly outcome: (typeof attemptOutcomes)[number]
  /** When it was made, by the word of whoever noted it, and when it was noted: ISO 8601. */
  readonly at: string
  readonly recordedAt: string
  readonly by: string
  readonly contactFrom: (typeof contactSources)[number]
  readonly contact?: string
  readonly comment?: string
}
