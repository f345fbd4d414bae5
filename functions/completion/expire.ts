import { database } from '../../shared/aws/database.ts'
import { log } from '../../shared/aws/log.ts'
import type { VerificationKey } from '../../shared/domain/verification.ts'
import { completeDecided } from '../../shared/operations/completion.ts'
import { move } from '../../shared/table/verification.ts'

/** Ends a verification that nobody decided in time. A decision of the last moment wins. */
export const handler = async (key: VerificationKey): Promise<void> => {
  const nowMs = Date.now()
  const at = new Date(nowMs).toISOString()
  const isExpired = await move(database, key, 'expire', { to: 'expired', at })
  if (isExpired) log('verification.expired', { ...key })
  else await completeDecided(key, nowMs)
}
