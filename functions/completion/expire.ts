import { expireVerification } from '../../shared/assignment/end-verification.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'

/** The workflow's last state, for what nobody decided in time. */
export const handler = (key: VerificationKey): Promise<void> => expireVerification(key, Date.now())
