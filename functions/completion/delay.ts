import { database } from '../../shared/aws/database.ts'
import { log } from '../../shared/aws/log.ts'
import type { VerificationKey } from '../../shared/domain/verification.ts'
import { move } from '../../shared/table/verification.ts'

/** Notes that the due time was missed; the outbox tells those who want to know. */
export const handler = async (key: VerificationKey): Promise<void> => {
  const at = new Date().toISOString()
  const isLate = await move(database, key, 'delay', { to: 'accepted', at, setOnce: { delayedAt: at } })
  if (isLate) log('verification.delayed', { ...key })
}
