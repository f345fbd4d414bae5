import { log } from '../../shared/aws/log.ts'
import { completeDecided } from '../../shared/fieldwork/completion.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { moveVerification } from '../../shared/verification/store.ts'

/** Ends a verification that nobody decided in time. A decision of the last moment wins. */
export const handler = async (key: VerificationKey): Promise<void> => {
  const nowMs = Date.now()
  const at = new Date(nowMs).toISOString()
  const isExpired = await moveVerification(key, 'expire', { to: 'expired', at })
  if (isExpired) log('verification.expired', { ...key })
  else await completeDecided(key, nowMs)
}
