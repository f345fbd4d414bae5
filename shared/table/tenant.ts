/** Test or live: the credential alone decides. Neither ever sees the other's records. */
export type Mode = 'test' | 'live'

/** Whose something is: one organisation in one mode never sees another's, nor its own other mode's. */
export interface Tenant {
  readonly organisationId: number
  readonly mode: Mode
}

/** What names a verification or a look-up everywhere that personal data may not go: queues, workflows, logs. */
export interface VerificationKey extends Tenant {
  readonly verificationId: number
}

/** What the trails' log holds of an entry: it is found by its hour without a look at the entry. */
export interface LogLeaf extends VerificationKey {
  readonly n: number
  readonly digest: string
  /** When the trail goes, in seconds since 1970. */
  readonly expiresAt: number
}
