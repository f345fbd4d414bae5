import { log } from '../../aws/log.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import { type TransitionChanges, transitionVerification } from '../../verification/transition-store.ts'

const service = 'service'

const undelayed = { when: 'attribute_not_exists(#delayedAt)' }

/** Once; the outbox publishes the event. A decision of the last moment wins. @param by an operator in place of the workflow */
export const markDelayed = async (key: VerificationKey, nowMs: number, by = service): Promise<boolean> => {
  const at = new Date(nowMs).toISOString()
  const change = { to: 'accepted', at, by, set: { delayedAt: at }, given: undelayed } as const
  const isDone = await transitionVerification(key, 'delay', change)
  if (isDone) log('verification.delayed', { ...key })
  return isDone
}

export const expireVerification = async (
  key: VerificationKey,
  nowMs: number,
  { by = service, ...more }: Partial<Pick<TransitionChanges, 'by' | 'whileWork'>> = {},
): Promise<boolean> => {
  const change = { to: 'expired', at: new Date(nowMs).toISOString(), by, ...more } as const
  const isDone = await transitionVerification(key, 'expire', change)
  if (isDone) log('verification.expired', { ...key })
  return isDone
}
