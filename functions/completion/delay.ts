import { markDelayed } from '../../shared/assignment/deadline.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'

/** The workflow's state after the due time, for what nobody has decided yet. */
export const handler = async (key: VerificationKey): Promise<void> => {
  await markDelayed(key, Date.now())
}
