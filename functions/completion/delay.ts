import { markDelayed } from '../../shared/work/assignment/deadline.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'

export const handler = async (key: VerificationKey): Promise<void> => {
  await markDelayed(key, Date.now())
}
