import type { Caller } from '../account/caller.ts'
import { releaseVisit } from '../work/assignment/claim-store.ts'
import { expireVerification, markDelayed } from '../work/assignment/deadline.ts'
import { findAssignment, unclaimed } from '../work/assignment/store.ts'
import { log } from '../aws/log.ts'
import { findEvent } from '../event/store.ts'
import { Problem } from '../http/contract/problem.ts'
import { findStoredLookup } from '../identity/store.ts'
import { addLink, listLinks } from '../link/store.ts'
import { sendReconciliations } from '../outbox/reconcile.ts'
import { writeWithTrail } from '../trail/store.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { findVerification } from '../verification/store.ts'
import { listAttempts } from '../webhook/delivery/attempt-store.ts'
import { sendDeliveries, toResend } from '../webhook/delivery/queue.ts'
import { findEndpoint } from '../webhook/endpoint/store.ts'
import type { MendAction } from './contract.ts'
import { type DeliveryKey, hasLostWorkflow, isLate, isUnsent, parseStuckId } from './stuck.ts'

interface RepairContext {
  readonly key: ReturnType<typeof parseStuckId>
  /** As in the trail. */
  readonly by: string
  readonly nowMs: number
}

const at = ({ nowMs }: RepairContext): string => new Date(nowMs).toISOString()

const findLate = async ({ key, nowMs }: RepairContext) => {
  const assignment = await findAssignment(key)
  return assignment && isLate(assignment, nowMs) ? assignment : undefined
}

const findOpen = async ({ key, nowMs }: RepairContext) => {
  const verification = await findVerification(key, key.verificationId, nowMs)
  return verification && !isFinal(verification.outcome) ? verification : undefined
}

const expire = async (mending: RepairContext): Promise<boolean> =>
  (await findLate(mending))?.status === 'open' &&
  expireVerification(mending.key, mending.nowMs, { by: mending.by, whileWork: unclaimed() })

const release = async (mending: RepairContext): Promise<boolean> => {
  const late = await findLate(mending)
  if (late?.status !== 'claimed') return false
  return releaseVisit(late, { by: mending.by, at: at(mending) }, late.agent)
}

const delay = async (mending: RepairContext): Promise<boolean> => {
  const [late, verification] = await Promise.all([findLate(mending), findOpen(mending)])
  if (!late || !verification || !hasLostWorkflow(late, verification, mending.nowMs)) return false
  return markDelayed(mending.key, mending.nowMs, mending.by)
}

/** Lookups have no trail. */
const noteRedriven = async (mending: RepairContext, action: MendAction): Promise<void> => {
  const { key, by } = mending
  if (await findVerification(key, key.verificationId, mending.nowMs))
    await writeWithTrail(key, at(mending), [{ what: 'redriven', by, facts: { action } }])
}

/** Reconciles all that the organisation has open, as every hour: harmless for what is not stuck. */
const reconcile = async (mending: RepairContext): Promise<boolean> => {
  const { organisationId, mode } = mending.key
  await noteRedriven(mending, 'reconcile')
  await sendReconciliations([{ organisationId, mode }])
  return true
}

/** Revokes the earlier link; recipient and channel stay. */
const send = async (mending: RepairContext): Promise<boolean> => {
  const links = await listLinks(mending.key)
  const failed = links.findLast(isUnsent)
  if (!failed) return false
  const { purpose, channel, to, toFrom } = failed
  const order = { purpose, channel, by: mending.by, ...(to && toFrom && { to, toFrom }) }
  return typeof (await addLink(mending.key, order, mending.nowMs)) !== 'string'
}

const isDelivery = (key: RepairContext['key']): key is DeliveryKey => key.eventId !== undefined

/** Events about endpoints have no record. */
const isThere = async ({ key, nowMs }: RepairContext): Promise<boolean> => {
  if (isDelivery(key)) return (await findEvent(key, key.eventId, nowMs)) !== undefined
  const verification = await findVerification(key, key.verificationId, nowMs)
  return verification !== undefined || (await findStoredLookup(key, key.verificationId)) !== undefined
}

const resend = async (mending: RepairContext): Promise<boolean> => {
  const { key, nowMs } = mending
  if (!isDelivery(key)) return false
  const { eventId, endpointId } = key
  const [event, endpoint] = await Promise.all([findEvent(key, eventId, nowMs), findEndpoint(key, endpointId)])
  if (!event || !endpoint?.enabled) return false
  const attempts = await listAttempts(key, eventId, { nowMs, endpointId })
  if (attempts.length === 0 || attempts.some(({ outcome }) => outcome === 'delivered')) return false
  await noteRedriven(mending, 'resend')
  await sendDeliveries([toResend(key, eventId, endpointId, attempts)])
  return true
}

const actions: Readonly<Record<MendAction, (mending: RepairContext) => Promise<boolean>>> = {
  expire,
  release,
  delay,
  reconcile,
  send,
  resend,
}

/** Idempotent: a repeat finds it no longer stuck, or has no effect. @throws Problem not_found, not_stuck */
export const repairStuck = async (
  caller: Caller,
  { id, action }: { readonly id: string; readonly action: MendAction },
  nowMs: number,
): Promise<void> => {
  const key = parseStuckId(id, caller.mode)
  const mending = { key, by: caller.clientId, nowMs }
  if (!(await isThere(mending))) throw new Problem('not_found', 'There is no such verification or look-up.')
  if (!(await actions[action](mending))) throw new Problem('not_stuck', 'It has moved on since. Look again.')
  log('operator.repaired', { ...key, action })
}
