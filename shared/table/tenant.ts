/** The credential alone decides; neither mode sees the other's records. */
export type Mode = 'test' | 'live'

export interface Tenant {
  readonly organisationId: number
  readonly mode: Mode
}

export interface VerificationKey extends Tenant {
  readonly verificationId: number
}

export interface LogLeaf extends VerificationKey {
  readonly n: number
  readonly digest: string
  /** When the trail expires, in seconds since 1970. */
  readonly expiresAt: number
}

export const toVerificationKey = ({
  organisationId,
  mode,
  verificationId,
}: VerificationKey): VerificationKey => ({
  organisationId,
  mode,
  verificationId,
})
