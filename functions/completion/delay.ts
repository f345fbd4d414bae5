import { log } from '../../shared/aws/log.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { moveVerification } from '../../shared/verification/store.ts'

/** Notes that the due time was missed; the outbox tells those who want to know. */
export const handler = async (key: VerificationKey): Promise<void> => {
  const at = new Date().toISOString()
  const isLate = await moveVerification(key, 'delay', { to: 'accepted', at, setOnce: { delayedAt: at } })
  if (isLate) log('verification.delayed', { ...key })
}
