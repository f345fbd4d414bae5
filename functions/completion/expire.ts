import { expireVerification } from '../../shared/assignment/deadline.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'

/** The workflow's last state, for what nobody decided in time. */
export const handler = async (key: VerificationKey): Promise<void> => {
  await expireVerification(key, Date.now())
}
