import { findAssignments } from '../work/assignment/store.ts'
import { setting } from '../aws/environment.ts'
import { errorLogFields, log } from '../aws/log.ts'
import { sendAll, toMessage } from '../aws/sqs.ts'
import { listLate } from '../identity/late/store.ts'
import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import type { Tenant } from '../table/tenant.ts'
import { allOpenShards, listOpen, markPublished, type OpenPage } from '../verification/transition-store.ts'
import { maxRevisions, type Verification, verificationKeyOf } from '../verification/verification.ts'
import { listUnpublishedAlerts } from '../webhook/alert/alert-store.ts'
import {
  type Effect,
  effectsOfCase,
  effectsOfOverdueLookup,
  effectsOfStaleVerification,
  effectsOfUnpublishedAlert,
  streamSettleMs,
} from './effect.ts'
import { performEffects } from './perform.ts'

/** The sparse lists of what is not final and published: shards of open verifications, late look-ups, alerts. */
type PageLister = number | 'late' | 'alerts'
const lists: readonly PageLister[] = [...allOpenShards, 'late', 'alerts']

/** Queue `reconciliations`: one page of a list, or the first page of every list of a tenant. */
export interface Reconciliation extends Tenant {
  readonly list?: PageLister
  readonly after?: OpenPage['after']
  /** Something on this page failed before; the next page has its own message already. */
  readonly isAgain?: true
}

type PageOf = Reconciliation & { readonly list: PageLister }

const staleEffects = async (verifications: readonly Verification[], nowMs: number): Promise<Effect[][]> => {
  const assignments = await findAssignments(verifications.map(verificationKeyOf))
  const expirySeconds = setting('VERIFICATION_EXPIRY_SECONDS')
  return verifications.map(verification => {
    const lacking = effectsOfStaleVerification(verification, {
      isAssigned: assignments.has(verification.id),
      nowMs,
      expirySeconds,
    })
    // A change is performed as a whole: whose message was lost may lack its entries, too.
    return lacking.length > 0 ? [...lacking, ...effectsOfCase(undefined, verification)] : []
  })
}

const readLacking = async ({ list, after, ...tenant }: PageOf, nowMs: number) => {
  if (list === 'late') {
    const { items, after: next } = await listLate(tenant, after)
    return { lacking: items.map(late => effectsOfOverdueLookup(late, nowMs)), next }
  }
  if (list === 'alerts') {
    const { items, after: next } = await listUnpublishedAlerts(tenant, after)
    return { lacking: items.map(alert => effectsOfUnpublishedAlert(alert, nowMs)), next }
  }
  const beforeMs = nowMs - streamSettleMs
  const { verifications, orphans, after: next } = await listOpen(tenant, list, { beforeMs, after })
  // A deleted verification has nothing left to publish.
  await Promise.all(orphans.map(key => markPublished(key, maxRevisions)))
  return { lacking: await staleEffects(verifications, nowMs), next }
}

const reconcilePage = async (page: PageOf, nowMs: number): Promise<Reconciliation[]> => {
  const { organisationId, mode, list, isAgain } = page
  const { lacking, next } = await readLacking(page, nowMs)
  const changes = lacking.filter(effects => effects.length > 0)
  if (changes.length > 0) {
    log('outbox.stale-found', { organisationId, mode, count: changes.length })
    emitMetrics(toMeasurement({ mode }, { ReconciliationMismatches: changes.length }))
  }
  const failed = (await performEffects(changes)).filter(end => end.status === 'rejected')
  for (const { reason } of failed) log('change.failed', errorLogFields(reason))
  if (isAgain && failed.length > 0) throw failed[0]!.reason
  // A page that keeps failing holds no other up: its message ends among the dead letters.
  return [
    ...(failed.length > 0 ? [{ ...page, isAgain: true as const }] : []),
    ...(next && !isAgain ? [{ organisationId, mode, list, after: next }] : []),
  ]
}

export const sendReconciliations = (messages: readonly Reconciliation[]): Promise<void> =>
  sendAll(setting('RECONCILIATIONS_QUEUE_URL'), messages.map(toMessage))

/** Performs what one tenant's records lack. The next pages are messages of their own. */
export const reconcile = async (message: Reconciliation, nowMs: number): Promise<void> => {
  const { list } = message
  const pages = (list === undefined ? lists : [list]).map(each => ({ ...message, list: each }))
  const following = await Promise.all(pages.map(page => reconcilePage(page, nowMs)))
  await sendReconciliations(following.flat())
}
